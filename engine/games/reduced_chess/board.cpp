#include "games/reduced_chess/board.hpp"

#include "games/text/labels.hpp"

namespace crownd::reduced_chess {

Description describe(int size) {
  constexpr auto look = [](char letter) { return PieceLook{letter, side_of(letter), kind_word(letter)}; };
  static constexpr std::array pieces{look('K'), look('R'), look('B'), look('k'), look('r'), look('b')};
  static constexpr std::array reasons{&checkmate, &stalemate};
  constexpr int size_of_chess = 8;
  Description description{{SideLook{title_of(Side::first), true, true, SideLook::Player::human},
                           SideLook{title_of(Side::second), false, false, SideLook::Player::engine}},
                          pieces,
                          reasons};
  description.notation = size == size_of_chess ? "pgn white w" : "plain";
  description.standard = "fen";
  description.reversible_ply = "no capture";
  description.ends_in_mate = true;
  description.smallest_board = smallest_board;
  description.largest_board = largest_board;
  return description;
}

Board board_of(const Diagram& diagram) {
  Board board{text::letters_from('a', diagram.size), text::numbers_up(diagram.size), {}};
  for (int row = diagram.size - 1; row >= 0; --row) {
    auto& cells = board.cells.emplace_back();
    for (int column = 0; column < diagram.size; ++column) {
      const char letter = diagram.at({column, row});
      const bool dark = (row + column) % 2 == 0;
      cells.push_back({name_of(Place{column, row}), dark, letter == Diagram::nothing ? '\0' : letter});
    }
  }
  return board;
}

}  // namespace crownd::reduced_chess
