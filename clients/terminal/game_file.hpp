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

// Games as files. Games that have PDN are written so, all others as a list that this client reads:
//
//     # a comment
//     game towers
//     player b human
//     player w engine level 5 movetime 100
//     start startpos          or the text of a position
//     G6-F5                   then the moves, in any number of lines
//
// PDN has the players as `human` and `crownd` in its tags White and Black, and in tags of this client how the engine
// plays: Level, Depth, MoveTime. Players that a file does not name, or names otherwise, are not known. The
// specification of a game may have a file of its own for positions, see Dialogue.

/// A file that cannot be read, written or understood: a sentence for people.
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The value of a setting; throws FileError if it cannot be one.
[[nodiscard]] int value_of(const Setting& setting, std::string_view word);

/// A game and who played it, as far as that is known.
struct SavedGame {
  Record record;
  std::array<std::optional<Player>, 2> sides;  ///< by GameInfo::sides
  Strength strength;                           ///< of the engine, if it is one of the sides

  [[nodiscard]] bool has_engine() const { return sides[0] == Player::engine || sides[1] == Player::engine; }
};

[[nodiscard]] SavedGame saved(const Record& record, const Players& players);
/// Those of the game; what is not known of them is as it was before.
[[nodiscard]] Players players_of(const SavedGame& game, const Players& before);

/// `status` is the result, for PDN.
[[nodiscard]] std::string file_of_game(const GameInfo& info, const SavedGame& game, const wire::Status& status);
/// Any of the forms that the game has. The record is for the engine to judge. Throws FileError.
[[nodiscard]] SavedGame game_of_file(const GameInfo& info, const std::string& text);

/// No game comes near it, runs of spaces counted as one; what is longer is not read to its end.
inline constexpr std::size_t longest_file = 1 << 20;

/// The text of a file, each run of spaces as one: the specification allows arbitrarily many in a board.
[[nodiscard]] std::string read_file(const std::string& name);
void write_file(const std::string& name, const std::string& text);

}  // namespace crownd::terminal
