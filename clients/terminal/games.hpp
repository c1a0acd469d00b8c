#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace crownd::terminal {

// What the client knows of a game: names, and how its texts are laid out, for drawing. Nothing of how pieces move.

enum class Player : std::uint8_t { human, engine };

/// How the squares of a game are named in its moves.
enum class Naming : std::uint8_t {
  numbers,     ///< 1 to 32, from the lower right corner, as PDN has them: `11-15`
  both,        ///< numbers, or row from the top, then column: `11-15`, `6c-5b`
  cells_down,  ///< column, then row from the top: `G6-F5`
  cells_up,    ///< column, then row from the bottom: `e3c3`
};

struct Piece {
  char letter;             ///< in position texts
  std::size_t side;        ///< index into GameInfo::sides
  std::string_view glyph;  ///< for terminals with colours, which tell the sides apart
};

struct GameInfo {
  std::string_view name;                  ///< as the protocol has it
  std::string_view title;                 ///< for people
  std::array<std::string_view, 2> sides;  ///< the protocol's names of the sides, the beginner first
  std::array<std::string_view, 2> words;  ///< the sides for people
  std::array<bool, 2> light;              ///< how the sides' pieces are coloured
  std::array<Player, 2> players;          ///< who plays unless told
  std::span<const Piece> pieces;
  Naming naming;
  bool corner_is_dark;             ///< the upper left one
  bool plays_on_dark;              ///< where only squares of one colour are used: the dark ones
  bool touch_move = false;         ///< who names a square first must play its piece, unless told
  bool asks_again = false;         ///< after a move that is not possible the person is asked to try again
  bool ends_in_mate = false;       ///< a win that is forced is called a mate
  std::string_view pdn_type = {};  ///< the GameType of PDN; empty: the game has no PDN
  std::size_t pdn_white = 0;       ///< the side that PDN calls White

  [[nodiscard]] constexpr bool numbered() const { return naming == Naming::numbers || naming == Naming::both; }
};

[[nodiscard]] std::span<const GameInfo> all_games();
/// One that is in the list.
[[nodiscard]] const GameInfo& game_named(std::string_view name);

/// 0 or 1, for a side's name in the protocol.
[[nodiscard]] std::size_t side_index(const GameInfo& game, std::string_view side);

}  // namespace crownd::terminal
