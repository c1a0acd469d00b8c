#include "core/bad_input.hpp"
#include "games/stupid/letters.hpp"
#include "games/text/cells.hpp"
#include "games/text/words.hpp"

#include <algorithm>
#include <bit>
#include <optional>

namespace crownd::stupid {
namespace {

using text::Cell;
using text::cell_name;
using text::CellPair;

constexpr std::string_view pass_word = "pass";

Square square_of(Cell cell) { return static_cast<Square>(8 * cell.row + cell.column); }
std::string square_name(Square square) { return cell_name({square / 8, square % 8}); }

void read_row(Position& position, std::string_view row, int number) {
  const std::string name = "row " + std::to_string(number + 1);
  if (row.size() != 8)
    throw bad_position(name + " has " + std::to_string(row.size()) + " squares, a row of the board has 8");
  for (int column = 0; column < 8; ++column) {
    const char letter = row[static_cast<std::size_t>(column)];
    const Cell cell{number, column};
    if (letter == '.') continue;
    const auto side = std::find(letters.begin(), letters.end(), letter);
    if (side == letters.end())
      throw bad_position(std::string("unknown letter '") + letter + "' on " + cell_name(cell) +
                         ": a square is 'r', 'b' or '.'");
    position.pieces[static_cast<std::size_t>(side - letters.begin())] |= bit(square_of(cell));
  }
}

void read_board(Position& position, std::string_view board) {
  const auto rows = 1 + std::count(board.begin(), board.end(), '/');
  if (rows != 8) throw bad_position("the board has 8 rows joined by '/', the text has " + std::to_string(rows));
  for (int row = 0; row < 8; ++row) {
    const auto end = std::min(board.find('/'), board.size());
    read_row(position, board.substr(0, end), row);
    board.remove_prefix(std::min(end + 1, board.size()));
  }
}

Side read_side(std::string_view word) {
  if (word == "r") return Side::first;
  if (word == "b") return Side::second;
  throw bad_position("the board is followed by a space and the side to move, 'r' or 'b', not " + in_quotes(word));
}

bool at(Bits set, Cell cell) { return (set & bit(square_of(cell))) != 0; }

std::string title_of(Side side) { return std::string(side_titles[static_cast<std::size_t>(side)]); }

std::string outside(const std::string& which) {
  return "the " + which + " square is outside of the board, which has columns A to H and rows 1 to 8";
}

void check_source_exists(const Position& position, Cell from) {
  if (!at(position.own() | position.enemies(), from))
    throw illegal_move(MoveFault::source_empty, "no piece stands on " + cell_name(from));
}

/// Throws if no piece of the side to move stands there, or the game is over.
void check_mover(const Position& position, Cell from) {
  if (!at(position.own(), from))
    throw illegal_move(MoveFault::not_your_piece, "the piece on " + cell_name(from) + " belongs to " +
                                                      title_of(opponent(position.to_move)) + ", and " +
                                                      title_of(position.to_move) + " is to move");
  if (!Rules::has_moves(position)) throw game_over();
}

/// Throws if the move is illegal: the first reason that applies, in the order of MoveFault.
void check(const Position& position, CellPair move) {
  if (!move.from.on_board()) throw illegal_move(MoveFault::source_outside, outside("starting"));
  if (!move.to.on_board()) throw illegal_move(MoveFault::target_outside, outside("ending"));
  check_source_exists(position, move.from);
  if (at(position.own(), move.to))
    throw illegal_move(MoveFault::target_occupied,
                       title_of(position.to_move) + " has a piece on " + cell_name(move.to) + " already");
  check_mover(position, move.from);
}

/// Why a text that names a single square is no move.
[[noreturn]] void refuse_square(const Position& position, Cell from) {
  if (!from.on_board()) throw illegal_move(MoveFault::source_outside, outside("starting"));
  check_source_exists(position, from);
  check_mover(position, from);
  const auto free = static_cast<Square>(std::countr_zero(~position.own()));
  throw only_a_start(cell_name(from), cell_name(from) + square_name(free));
}

}  // namespace

Position Rules::parse_position(std::string_view text) {
  Position position;
  const auto board = text::take_word(text);
  read_board(position, board);
  position.to_move = read_side(text::take_word(text));
  if (const auto more = text::take_word(text); !more.empty())
    throw bad_position("nothing follows the side to move, but there is " + in_quotes(more));
  if ((position.pieces[0] | position.pieces[1]) == 0) throw bad_position("there is no piece on the board");
  return position;
}

std::string Rules::format_position(const Position& position) {
  std::string text;
  for (int row = 0; row < 8; ++row) {
    if (row > 0) text += '/';
    for (int column = 0; column < 8; ++column) text += letter_on(position, square_of({row, column}), '.');
  }
  return text + ' ' + letters[static_cast<std::size_t>(position.to_move)];
}

Move Rules::read_move(const Position& position, std::string_view text) {
  if (text == pass_word) {
    if (!has_moves(position)) throw game_over();
    return pass;
  }
  if (const auto square = text::read_cell(text)) refuse_square(position, *square);
  const auto cells = text::read_cells(text);
  if (!cells)
    throw unreadable_move(in_quotes(text) + " is not a move; a move is pass, or a starting and an ending square");
  check(position, *cells);
  return {square_of(cells->from), square_of(cells->to)};
}

std::string Rules::format_move(const Position&, Move move) {
  return move == pass ? std::string(pass_word) : square_name(move.from) + square_name(move.to);
}

std::vector<std::string> Rules::picture(const Position& position) {
  const std::string rule = "   +---+---+---+---+---+---+---+---+";
  std::vector<std::string> lines{"     A   B   C   D   E   F   G   H  ", rule};
  for (int row = 0; row < 8; ++row) {
    std::string line = std::to_string(row + 1) + "  |";
    for (int column = 0; column < 8; ++column)
      line += std::string(" ") + letter_on(position, square_of({row, column}), ' ') + " |";
    lines.push_back(line);
    lines.push_back(rule);
  }
  return lines;
}

}  // namespace crownd::stupid
