#include "games/text/text.hpp"
#include "games/towers/rules.hpp"

#include <cstdlib>

namespace crownd::towers {

namespace {

using text::Cell;
using text::cell_name;
using text::CellPair;

constexpr Letters letters{{'b', 'w'}, {'B', 'W'}, "tower"};

Cell cell_of(Square square) {
  const int place = places_by_square[square];
  return {row_of_place(place), column_of_place(place)};
}
std::string square_name(Square square) { return cell_name(cell_of(square)); }

/// The bit of a cell of the board; 0 for an unused light cell.
Bits bit_of(Cell cell) { return is_playable(cell.row, cell.column) ? bit(square_at(cell.row, cell.column)) : 0; }

std::string name_of(Side side) { return side == Side::first ? "Black" : "White"; }

char letter_at(const Position& position, Cell cell) { return letter_on(position, bit_of(cell), letters, '.'); }

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

[[noreturn]] void refuse_cell(const Position& position, Cell from) {
  check_source_exists(position, from);
  check_mover(position, from);
  for (const Move move : legal_moves<Rules>(position))
    if (cell_of(move.from) == from) throw incomplete_move(cell_name(from), Rules::format_move(position, move));
  throw blocked_piece(lowest(bit_of(from)), at(position.kings, from), position.to_move, position.empty(), square_name);
}

/// Throws the first reason that applies, in the order of MoveFault.
[[noreturn]] void explain(const Position& position, CellPair move) {
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

}  // namespace

Position Rules::parse_position(std::string_view text) { return Position(read_letters(text, letters, square_name)); }

std::string Rules::format_position(const Position& position) { return write_letters(position, letters); }

Move Rules::read_move(const Position& position, std::string_view text) {
  const auto [from, to] = text::read_cell_move(text, "a source and a target cell");
  if (!to) refuse_cell(position, from);
  for (const Move move : crownd::legal_moves<Rules>(position))
    if (cell_of(move.from) == from && cell_of(move.to) == *to) return move;
  explain(position, {from, *to});
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

Description Rules::description(const Position&) {
  static constexpr auto pieces = piece_looks(letters);
  Description description{{SideInfo{"Black", false, true, SideInfo::Player::human},
                           SideInfo{"White", true, false, SideInfo::Player::engine}},
                          pieces,
                          reasons};
  description.reversible_ply = "neither a capture nor a man's move";
  return description;
}

Board Rules::board(const Position& position) { return drawn_board(position, letters, square_name, 'A'); }

std::vector<MovePath> Rules::paths(const Position& position, Move move) {
  return {path_of({move.from, move.to}, move.is_capture() ? bit(move.over) : 0, position, after(position, move),
                  letters, square_name)};
}

}  // namespace crownd::towers
