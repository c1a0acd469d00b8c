#include "core/bad_input.hpp"
#include "games/breakthrough/rules.hpp"
#include "games/text/text.hpp"

#include <algorithm>

namespace crownd::breakthrough {
namespace {

constexpr int size = 8;
constexpr std::array<char, 2> letters{'P', 'p'};

std::string name_of(Square square) {
  return {static_cast<char>('a' + square % size), static_cast<char>('1' + square / size)};
}
Square square_of(text::Cell cell) { return static_cast<Square>(size * cell.row + cell.column); }

char letter_on(const Position& position, Square square) {
  for (const std::size_t side : {0U, 1U})
    if ((position.pawns[side] & bit(square)) != 0) return letters[side];
  return 0;
}

void read_rows(Position& position, std::string_view text) {
  const auto rows = text::split(text, '/');
  if (rows.size() != size) throw bad_position("a position is eight rows from row 8, joined by '/', then w or b");
  for (int row = 0; row < size; ++row) {
    const auto row_text = rows[static_cast<std::size_t>(size - 1 - row)];
    const bool fits = text::read_fen_row(row_text, size, [&](int column, char letter) {
      if (letter != letters[0] && letter != letters[1])
        throw bad_position(std::string("pawns are P and p, not '") + letter + "'");
      position.pawns[letter == letters[0] ? 0 : 1] |= bit(square_of({row, column}));
    });
    if (!fits) throw bad_position("row " + std::to_string(row + 1) + " does not fill eight squares");
  }
}

/// The first reason in the order of MoveFault.
[[noreturn]] void explain(const Position& position, text::CellPair move) {
  const std::string outside = " square is outside of the board, which has columns a to h and rows 1 to 8";
  if (!move.from.on_board()) throw illegal_move(MoveFault::source_outside, "the starting" + outside);
  if (!move.to.on_board()) throw illegal_move(MoveFault::target_outside, "the ending" + outside);
  const Square from = square_of(move.from), to = square_of(move.to);
  if (letter_on(position, from) == 0) throw illegal_move(MoveFault::source_empty, "no pawn stands on " + name_of(from));
  if ((position.own() & bit(to)) != 0)
    throw illegal_move(MoveFault::target_occupied, "an own pawn stands on " + name_of(to));
  if ((position.own() & bit(from)) == 0)
    throw illegal_move(MoveFault::not_your_piece, "the pawn on " + name_of(from) + " is the other side's");
  if (Rules::result(position).over()) throw illegal_move(MoveFault::game_over, "the game is over");
  throw illegal_move(MoveFault::illegal,
                     "a pawn goes one row forward, straight or diagonally, and takes diagonally only");
}

}  // namespace

Position Rules::parse_position(std::string_view text) {
  const auto blank = std::min(text.find(' '), text.size());
  Position position;
  read_rows(position, text.substr(0, blank));
  const auto side = text.substr(std::min(blank + 1, text.size()));
  if (side != "w" && side != "b") throw bad_position("the side to move, w or b, must follow the rows");
  position.to_move = side == "w" ? Side::first : Side::second;
  if ((position.pawns[0] | position.pawns[1]) == 0) throw bad_position("there is no pawn on the board");
  for (const std::size_t army : {0U, 1U})
    if (std::popcount(position.pawns[army]) > 2 * size) throw bad_position("a side has at most 16 pawns");
  const auto on_far_row = [&](Bits pawns, int row) { return (pawns >> (size * row) & 0xff) != 0; };
  if (on_far_row(position.pawns[0], size - 1) && on_far_row(position.pawns[1], 0))
    throw bad_position("both sides have a pawn on the last row");
  return position;
}

std::string Rules::format_position(const Position& position) {
  return text::format_fen_rows(size, size,
                               [&](int row, int column) {
                                 return letter_on(position, square_of({row, column}));
                               }) +
         ' ' + std::string(side_names[static_cast<std::size_t>(index_of(position.to_move))]);
}

Move Rules::read_move(const Position& position, std::string_view text) {
  const auto cells = text::read_cells(text);
  if (!cells) throw unreadable_move("a move is a starting and an ending square");
  for (const Move move : crownd::legal_moves<Rules>(position))
    if (cells->from.on_board() && cells->to.on_board() && move == Move{square_of(cells->from), square_of(cells->to)})
      return move;
  explain(position, *cells);
}

std::string Rules::format_move(const Position&, Move move) { return name_of(move.from) + name_of(move.to); }

std::vector<std::string> Rules::picture(const Position& position) {
  std::vector<std::string> lines;
  for (int row = size - 1; row >= 0; --row) {
    std::string line = std::to_string(row + 1);
    for (int column = 0; column < size; ++column) {
      const char letter = letter_on(position, square_of({row, column}));
      line += {' ', letter == 0 ? '.' : letter};
    }
    lines.push_back(line);
  }
  lines.emplace_back("  a b c d e f g h");
  return lines;
}

Description Rules::description(const Position&) {
  static constexpr std::array pieces{PieceInfo{letters[0], Side::first, "pawn"},
                                     PieceInfo{letters[1], Side::second, "pawn"}};
  static constexpr std::array reasons{&far_row, &no_pieces};
  Description description{{SideInfo{"White", true, true, SideInfo::Player::human},
                           SideInfo{"Black", false, false, SideInfo::Player::engine}},
                          pieces,
                          reasons};
  description.reversible_ply = "none: pawns never go back";
  return description;
}

Board Rules::board(const Position& position) {
  return text::board_of(size, 'a', text::Rows::up, [&](int row, int column) {
    const Square square = square_of({row, column});
    return BoardCell{name_of(square), (row + column) % 2 == 0, letter_on(position, square)};
  });
}

std::vector<MovePath> Rules::paths(const Position& position, Move move) {
  MovePath path{{name_of(move.from), name_of(move.to)}};
  if ((position.enemies() & bit(move.to)) != 0) path.takes = {path.squares.back()};
  return {path};
}

}  // namespace crownd::breakthrough
