#include "games/stupid/letters.hpp"
#include "games/text/cells.hpp"
#include "games/text/labels.hpp"

namespace crownd::stupid {
namespace {

constexpr int board_size = 8;

std::string drawn_name(Square square) { return text::cell_name({square / board_size, square % board_size}); }

}  // namespace

static_assert(HasBoard<Rules> && HasBenchPositions<Rules>);

Description Rules::description(const Position&) {
  static constexpr std::array pieces{PieceLook{letters[0], Side::first, "checker"},
                                     PieceLook{letters[1], Side::second, "checker"}};
  static constexpr std::array reasons{&no_pieces};
  Description description{{SideLook{side_titles[0], true, false, SideLook::Player::human, "red"},
                           SideLook{side_titles[1], false, true, SideLook::Player::human}},
                          pieces,
                          reasons};
  description.reversible_ply = "no capture";
  description.may_pass = true;
  return description;
}

/// The corner A1 is dark.
Board Rules::board(const Position& position) {
  Board board{text::letters_from('A', board_size), text::numbers_down(board_size), {}};
  for (int row = 0; row < board_size; ++row) {
    auto& cells = board.cells.emplace_back();
    for (int column = 0; column < board_size; ++column) {
      const auto square = static_cast<Square>(board_size * row + column);
      cells.push_back({drawn_name(square), (row + column) % 2 == 0, letter_on(position, square, 0)});
    }
  }
  return board;
}

std::vector<MovePath> Rules::paths(const Position& position, Move move) {
  MovePath path{{drawn_name(move.from), drawn_name(move.to)}};
  if ((position.enemies() & bit(move.to)) != 0) path.takes = {path.squares.back()};
  return {path};
}

}  // namespace crownd::stupid
