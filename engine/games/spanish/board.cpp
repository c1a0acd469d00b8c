#include "games/draughts_family/paths.hpp"
#include "games/spanish/letters.hpp"
#include "games/spanish/routes.hpp"
#include "games/spanish/rules.hpp"
#include "games/spanish/squares.hpp"

namespace crownd::spanish {
namespace {

char drawn_letter(const Position& position, Square square) {
  return draughts_family::letter_on(position, bit(square), letters, 0);
}

std::string drawn_name(Square square) { return std::to_string(number_of(square)); }

/// The drawn board has White at the bottom, as the board of chess.
std::string algebraic_names() {
  std::string names;
  for (int number = 1; number <= draughts_family::places; ++number) {
    const Square square = square_of(number);
    names += (number == 1 ? "" : " ") + std::to_string(number) + ' ' + static_cast<char>('a' + column_of(square)) +
             std::to_string(8 - row_of(square));
  }
  return names;
}

}  // namespace

static_assert(HasBoard<Rules> && HasBenchPositions<Rules>);

Description Rules::description(const Position&) {
  static constexpr auto pieces = draughts_family::piece_looks(letters);
  Description description{{SideLook{"White", true, true, SideLook::Player::human},
                           SideLook{"Black", false, false, SideLook::Player::engine}},
                          pieces,
                          draughts_family::reasons};
  description.notation = "pdn 24,W,8,8,N1,1 white w";
  description.standard = "pdn-fen";
  description.also_read = "algebraic, as in d3-c4 (1 is h1)";
  description.algebraic = algebraic_names();
  description.reversible_ply = "neither a capture nor a man's move";
  description.touch_move = true;
  return description;
}

/// Pieces stand on the squares that are empty in other draughts games, the light ones of this picture.
Board Rules::board(const Position& position) {
  Board board{{}, {}, std::vector<std::vector<BoardCell>>(8, std::vector<BoardCell>(8))};
  for (std::size_t row = 0; row < 8; ++row)
    for (std::size_t column = 0; column < 8; ++column) board.cells[row][column].dark = (row + column) % 2 == 1;
  for (int n = 1; n <= draughts_family::places; ++n) {
    const Square square = square_of(n);
    auto& cell = board.cells[static_cast<std::size_t>(row_of(square))][static_cast<std::size_t>(column_of(square))];
    cell.name = drawn_name(square);
    cell.piece = drawn_letter(position, square);
  }
  return board;
}

std::vector<MovePath> Rules::paths(const Position& position, const Move& move) {
  std::vector<MovePath> paths;
  for (const Route& route : routes_of(position, move))
    paths.push_back(draughts_family::path_of(route, move.captured, drawn_name));
  const char at_last = drawn_letter(after(position, move), move.to);
  if (at_last != drawn_letter(position, move.from))
    for (MovePath& path : paths) path.becomes = at_last;
  return paths;
}

}  // namespace crownd::spanish
