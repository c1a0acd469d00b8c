#pragma once

#include "board/board.hpp"
#include "board/game_info.hpp"
#include "board/picture.hpp"
#include "connection/engine.hpp"
#include "console/console.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace crownd::terminal {

using board::Board;
using board::Cell;
using board::GameInfo;
using board::Marks;
using board::Player;
using connection::Engine;
using connection::EngineGone;
using connection::Refused;
using console::Console;
using console::Ended;
using console::is_at_terminal;
using console::Leave;
using console::Manner;

/// How the engine plays, if set.
struct Strength {
  std::optional<int> level;            ///< skill; full_level by default
  std::optional<int> depth;            ///< plies
  std::optional<int> movetime;         ///< milliseconds
  bool specification_machine = false;  ///< the machine player of the game's specification; ignores the other settings
};

inline constexpr int full_level = 20;

/// A numeric setting and its range.
struct Setting {
  std::string_view word;  ///< in flags, commands and list files
  std::string_view tag;   ///< in PDN
  std::optional<int> Strength::*value;
  int least;
  int most;
  std::string_view summary;  ///< in --help
};

inline constexpr Setting level_setting{"level", "Level",    &Strength::level,
                                       0,       full_level, "how well the engine plays, from 0 to 20"};
inline constexpr Setting depth_setting{"depth", "Depth", &Strength::depth,
                                       1,       1000,    "how many plies the engine looks ahead"};
inline constexpr Setting movetime_setting{
    "movetime", "MoveTime",       &Strength::movetime,
    1,          24 * 3600 * 1000, "milliseconds that the engine may think; 1000 without this and --depth"};
inline constexpr std::array settings{level_setting, depth_setting, movetime_setting};

/// Who plays a game.
struct Players {
  std::array<Player, 2> sides{};  ///< by GameInfo::sides
  Strength strength;              ///< of the engine, for either side

  [[nodiscard]] bool only_engines() const { return sides[0] == Player::engine && sides[1] == Player::engine; }
  [[nodiscard]] bool only_people() const { return sides[0] == Player::human && sides[1] == Player::human; }
};

/// "You play White, the engine plays Black at level 5."
[[nodiscard]] std::string who_plays(const GameInfo& game, const Players& players);

struct Table;

/// Asks a person at a terminal who plays, and sets the players. False if the person leaves.
[[nodiscard]] bool ask_who_plays(Table& table);

}  // namespace crownd::terminal
