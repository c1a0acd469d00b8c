#pragma once

#include "terminal/game.hpp"

#include <array>
#include <stdexcept>
#include <string>
#include <string_view>

namespace crownd::terminal {

// Games as files. English and Spanish draughts have PDN, all others a list that this client reads:
//
//     # a comment
//     game towers
//     start startpos          or the text of a position
//     G6-F5                   then the moves, in any number of lines
//
// The specification of reduced chess has a file of its own for positions: size, White's pieces, Black's pieces.

/// A file that cannot be read, written or understood: a sentence for people.
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What a record needs besides to become PDN.
struct Result {
  const wire::Status& status;
  const std::array<Player, 2>& players;
};

[[nodiscard]] std::string file_of_game(const GameInfo& game, const Record& record, const Result& result);
/// Any of the forms that the game has. What is in it is for the engine to judge. Throws FileError.
[[nodiscard]] Record game_of_file(const GameInfo& game, const std::string& text);

/// The three lines of the specification of reduced chess, from a position text.
[[nodiscard]] std::string board_file_of(std::string_view position);
/// The position text; throws FileError if the lines are not of this form. The engine judges the rest.
[[nodiscard]] std::string position_of_board_file(const std::string& text);

/// The text of a file, each run of spaces as one: the specification allows arbitrarily many in a board.
[[nodiscard]] std::string read_file(const std::string& name);
void write_file(const std::string& name, const std::string& text);

}  // namespace crownd::terminal
