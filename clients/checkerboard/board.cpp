#include "checkerboard/board.hpp"

#include "core/bad_input.hpp"
#include "wire/words.hpp"

#include <algorithm>
#include <cstddef>

namespace crownd::checkerboard {

namespace {

constexpr Place place_of(int number) {
  constexpr int squares_a_row = 4;
  const int place = number - 1;
  const int y = place / squares_a_row;
  return {2 * (squares_a_row - 1 - place % squares_a_row) + y % 2, y};
}

int& on(Board& board, Place place) { return board[place.x][place.y]; }

bool is_piece(int content) {
  return content == (white | man) || content == (white | king) || content == (black | man) || content == (black | king);
}

int piece_of(char letter, const Description& about) {
  const auto* const look = std::find_if(about.pieces.data(), about.pieces.data() + about.pieces.size(),
                                        [&](const PieceLook& one) { return one.letter == letter; });
  const bool light = about.sides[static_cast<std::size_t>(index_of(look->side))].light;
  return (light ? white : black) | (look->kind == "king" ? king : man);
}

/// The squares of one colour, as PDN FEN lists them.
std::string listed(const Pieces& pieces, int color) {
  std::string text;
  for (int number = 1; number <= squares; ++number) {
    const int piece = pieces[static_cast<std::size_t>(number)];
    if ((piece & color) == 0) continue;
    text += (text.empty() ? "" : ",") + std::string((piece & king) != 0 ? "K" : "") + std::to_string(number);
  }
  return text;
}

}  // namespace

Pieces read(const Board& board) {
  Pieces pieces{};
  Board rest;
  std::copy_n(&board[0][0], columns * rows, &rest[0][0]);
  for (int number = 1; number <= squares; ++number) {
    const int content = std::exchange(on(rest, place_of(number)), 0);
    if (content != 0 && !is_piece(content))
      throw bad_position("square " + std::to_string(number) + " holds " + std::to_string(content) +
                         ", which is no piece: men are 5 (white) and 6, kings 9 and 10");
    pieces[static_cast<std::size_t>(number)] = content;
  }
  if (std::any_of(&rest[0][0], &rest[0][0] + columns * rows, [](int content) { return content != 0; }))
    throw bad_position("there is something on a light square, where pieces never stand");
  return pieces;
}

void write(const Pieces& pieces, Board& board) {
  for (int number = 1; number <= squares; ++number)
    on(board, place_of(number)) = pieces[static_cast<std::size_t>(number)];
}

std::string fen_of(const Pieces& pieces, int color) {
  if (color != white && color != black)
    throw bad_position("the side to move is 1 (white) or 2 (black), not " + std::to_string(color));
  return std::string(color == white ? "W" : "B") + ":W" + listed(pieces, white) + ":B" + listed(pieces, black);
}

Pieces pieces_of(const play::Squares& drawn) {
  Pieces pieces{};
  for (const auto& row : drawn.board.cells)
    for (const BoardCell& cell : row)
      if (cell.piece != 0)
        pieces[static_cast<std::size_t>(number_of(cell.name))] = piece_of(cell.piece, drawn.description);
  return pieces;
}

int number_of(const std::string& name) { return static_cast<int>(wire::read_number(name).value_or(0)); }

Move move_of(const MovePath& path, const Pieces& before, const Pieces& after) {
  Move move{};
  const int from = number_of(path.squares.front());
  const int to = number_of(path.squares.back());
  move.piece_before = before[static_cast<std::size_t>(from)];
  move.piece_after = after[static_cast<std::size_t>(to)];
  move.from = place_of(from);
  move.to = place_of(to);
  // A capture has fewer jumps than there is room for: no piece has more than nine to take on this board.
  move.jumps = std::min(static_cast<int>(path.takes.size()), Move::most_jumps - 1);
  for (int jump = 0; jump < move.jumps; ++jump) {
    const auto index = static_cast<std::size_t>(jump);
    const int taken = number_of(path.takes[index]);
    move.landings[jump + 1] = place_of(number_of(path.squares[index + 1]));
    move.taken[jump] = place_of(taken);
    move.taken_pieces[jump] = before[static_cast<std::size_t>(taken)];
  }
  return move;
}

}  // namespace crownd::checkerboard
