#pragma once

#include "core/board.hpp"
#include "games/draughts_family/board.hpp"

#include <cstddef>
#include <span>
#include <string>

namespace crownd::draughts_family {

/// The part of `set` that lies strictly between two squares of one diagonal.
[[nodiscard]] Bits between(Square from, Square to, Bits set);

/// The board without labels, played on its dark squares: the name of each, and the letter of its piece, 0 if
/// empty.
template <class Name, class Letter>
[[nodiscard]] Board drawn_board(Name name_of, Letter letter_on) {
  Board board;
  for (int row = 0; row < 8; ++row) {
    auto& cells = board.cells.emplace_back(8);
    for (int column = 0; column < 8; ++column) {
      if (!is_playable(row, column)) continue;
      const Square square = square_at(row, column);
      cells[static_cast<std::size_t>(column)] = {name_of(square), true, letter_on(square)};
    }
  }
  return board;
}

/// The path of a move over these squares with these captures, each between two of the squares.
[[nodiscard]] MovePath path_of(std::span<const Square> squares, Bits captured, std::string (*name_of)(Square));

}  // namespace crownd::draughts_family
