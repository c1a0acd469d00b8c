#pragma once

#include "terminal/game.hpp"
#include "terminal/players.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

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
// plays: Level, Depth, MoveTime. Players that a file does not name, or names otherwise, are unknown. The
// specification of a game may have its own file format for positions, see Dialogue.

/// A file that cannot be read, written or parsed: a sentence for people.
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

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
/// Reads any of the formats of the game. The engine validates the record later. Throws FileError.
[[nodiscard]] SavedGame game_of_file(const GameInfo& info, const std::string& text);

/// No game is as long as this, runs of spaces counted as one; longer files are not read to their end.
inline constexpr std::size_t longest_file = 1 << 20;

/// The text of a file, each run of spaces replaced by one: the specification allows any number of spaces in a board.
[[nodiscard]] std::string read_file(const std::string& name);
void write_file(const std::string& name, const std::string& text);

}  // namespace crownd::terminal
