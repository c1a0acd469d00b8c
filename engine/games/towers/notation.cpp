#include "core/bad_input.hpp"
#include "games/draughts_family/chosen_piece.hpp"
#include "games/text/cells.hpp"
#include "games/towers/letters.hpp"
#include "games/towers/rules.hpp"

#include <cstdlib>
#include <optional>

namespace crownd::towers {
namespace {

using draughts_family::bit;
using text::Cell;
using text::cell_name;
using text::CellPair;

Cell cell_of_place(int place) {
  return {draughts_family::row_of_place(place), draughts_family::column_of_place(place)};
}
Cell cell_of(Square square) { return cell_of_place(draughts_family::places_by_square[square]); }

std::string square_name(int place) { return cell_name(cell_of_place(place)); }

/// The bit of a cell of the board; 0 for a light cell, where no piece can stand.
Bits bit_of(Cell cell) {
  return draughts_family::is_playable(cell.row, cell.column) ? bit(draughts_family::square_at(cell.row, cell.column))
                                                             : 0;
}

std::string name_of(Side side) { return side == Side::first ? "Black" : "White"; }

char letter_at(const Position& position, Cell cell) {
  return draughts_family::letter_on(position, bit_of(cell), letters, '.');
}

/// Throws the reasons that apply to diagonal neighbours, or to cells two apart on a diagonal.
void explain_diagonal(const Position& position, CellPair move) {
  const Side side = position.to_move;
  const bool is_man = (position.kings & bit_of(move.from)) == 0;
  if (is_man && (move.to.row < move.from.row) != (side == Side::first))
    throw illegal_move(MoveFault::wrong_direction, "a man moves forward only, here towards row " +
                                                       std::string(side == Side::first ? "1" : "8") +
                                                       "; only a tower goes back");
  const Cell middle{(move.from.row + move.to.row) / 2, (move.from.column + move.to.column) / 2};
  if ((position.of(side) & bit_of(middle)) != 0)
    throw illegal_move(MoveFault::blocked,
                       "your own piece stands on " + cell_name(middle) + "; only an enemy can be jumped over");
}

bool at(Bits set, Cell cell) { return (set & bit_of(cell)) != 0; }

std::string outside(const std::string& which) {
  return "the " + which + " cell is outside of the board, which has columns A to H and rows 1 to 8";
}

void check_source_exists(const Position& position, Cell from) {
  if (!at(~position.empty(), from))
    throw illegal_move(MoveFault::source_empty, "no piece stands on " + cell_name(from));
}

void check_mover(const Position& position, Cell from) {
  if (!at(position.of(position.to_move), from))
    throw illegal_move(MoveFault::not_your_piece, "the piece on " + cell_name(from) + " is " +
                                                      name_of(opponent(position.to_move)) + "'s, and " +
                                                      name_of(position.to_move) + " is to move");
}

/// Why a text that names a single cell is no move.
[[noreturn]] void refuse_cell(const Position& position, Cell from) {
  if (!from.on_board()) throw illegal_move(MoveFault::source_outside, outside("source"));
  check_source_exists(position, from);
  check_mover(position, from);
  for (const Move move : legal_moves<Rules>(position))
    if (cell_of(move.from) == from) throw only_a_start(cell_name(from), Rules::format_move(position, move));
  const auto name = [](Square square) { return cell_name(cell_of(square)); };
  throw draughts_family::blocked_piece(draughts_family::lowest(bit_of(from)), at(position.kings, from),
                                       position.to_move, position.empty(), name)
      .value();  // a piece that cannot even step
}

/// Throws the first reason that applies, in the order of MoveFault.
[[noreturn]] void explain(const Position& position, CellPair move) {
  if (!move.from.on_board()) throw illegal_move(MoveFault::source_outside, outside("source"));
  if (!move.to.on_board()) throw illegal_move(MoveFault::target_outside, outside("target"));
  check_source_exists(position, move.from);
  if (at(~position.empty(), move.to))
    throw illegal_move(MoveFault::target_occupied, "a piece already stands on " + cell_name(move.to));
  check_mover(position, move.from);
  const int rows = std::abs(move.to.row - move.from.row);
  if (rows == std::abs(move.to.column - move.from.column) && rows <= 2) explain_diagonal(position, move);
  if (!Rules::has_moves(position)) throw game_over();
  throw illegal_move(
      MoveFault::illegal,
      "a piece goes one cell diagonally to an empty cell, or jumps over one enemy next to it to the empty "
      "cell behind");
}

std::optional<Move> find_move(const Position& position, CellPair cells) {
  for (const Move move : legal_moves<Rules>(position))
    if (cell_of(move.from) == cells.from && cell_of(move.to) == cells.to) return move;
  return std::nullopt;
}

}  // namespace

Position Rules::parse_position(std::string_view text) {
  const auto position = Position::of_pieces(draughts_family::read_letters(text, letters, square_name));
  if (position.all() == 0) throw bad_position("there is no piece on the board");
  return position;
}

std::string Rules::format_position(const Position& position) { return write_letters(position, letters); }

Move Rules::read_move(const Position& position, std::string_view text) {
  if (const auto cell = text::read_cell(text)) refuse_cell(position, *cell);
  const auto cells = text::read_cells(text);
  if (!cells) throw unreadable_move(in_quotes(text) + " is not a move; a move is a source and a target cell");
  const auto move = find_move(position, *cells);
  if (!move) explain(position, *cells);
  return *move;
}

std::string Rules::format_move(const Position&, Move move) {
  return cell_name(cell_of(move.from)) + "-" + cell_name(cell_of(move.to));
}

std::vector<std::string> Rules::picture(const Position& position) {
  const std::string rule = "   +---+---+---+---+---+---+---+---+";
  std::vector<std::string> lines{"     A   B   C   D   E   F   G   H", rule};
  for (int row = 0; row < 8; ++row) {
    std::string line = " " + std::to_string(row + 1) + " |";
    for (int column = 0; column < 8; ++column) line += std::string(" ") + letter_at(position, {row, column}) + " |";
    lines.push_back(line);
    lines.push_back(rule);
  }
  return lines;
}

}  // namespace crownd::towers
