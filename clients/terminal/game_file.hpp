#pragma once

#include "terminal/files.hpp"
#include "terminal/game.hpp"
#include "terminal/players.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::terminal {

// Game files. Games with PDN are saved as PDN, all others as a list that this client reads:
//
//     # a comment
//     game towers
//     player b human
//     player w engine level 5 movetime 100
//     start startpos          or the text of a position
//     G6-F5                   then the moves, in any number of lines
//
// In PDN the tags White and Black have the players as `human` and `crownd`, and tags of this client say how the engine
// plays: Level, Depth, MoveTime. A game that was loaded keeps its other tags, also names of players, and its comments,
// signs and variations as far as it is still the same game. Players that a file does not name, or names otherwise, are
// unknown. The specification of a game may have its own file format for positions, see Dialogue.

/// The value of a setting; throws FileError if it is not a valid one.
[[nodiscard]] int value_of(const Setting& setting, std::string_view word);

/// A game and its players, as far as they are known.
struct SavedGame {
  Record record;
  std::array<std::optional<Player>, 2> sides;  ///< by GameInfo::sides
  Strength strength;                           ///< of the engine, if it is one of the sides

  [[nodiscard]] bool has_engine() const { return sides[0] == Player::engine || sides[1] == Player::engine; }
};

[[nodiscard]] SavedGame saved(const Record& record, const Players& players);
/// The players of the game; unknown ones are taken from `before`.
[[nodiscard]] Players players_of(const SavedGame& game, const Players& before);

/// `status` is the result, for PDN.
[[nodiscard]] std::string file_of_game(const GameInfo& info, const SavedGame& game, const wire::Status& status);
/// Reads any of the formats of the game. Throws FileError.
[[nodiscard]] SavedGame game_of_file(Engine& engine, const GameInfo& info, const std::string& text);

// For games with PDN, see pdn.cpp.

/// Writes Portable Draughts Notation: tags, then numbered moves, with the game's GameType.
[[nodiscard]] std::string write_pdn(const GameInfo& info, const SavedGame& game, const wire::Status& status);
/// Reads the first game of the text. Throws FileError.
[[nodiscard]] SavedGame read_pdn(Engine& engine, const GameInfo& info, const std::string& text);

// A game that could not be continued is saved in a file `crown-GAME-N.pdn` or `crown-GAME-N.txt` in the current
// folder.

/// Saves a game in a new file of this kind, and returns its name. Throws FileError.
[[nodiscard]] std::string save_for_later(const Game& game, const Players& players);

struct InterruptedGame {
  std::string game;  ///< its name
  std::string file;
};

/// The most recently saved one of these games.
[[nodiscard]] std::optional<InterruptedGame> latest_interrupted_game(const std::vector<std::string>& games);

}  // namespace crownd::terminal
