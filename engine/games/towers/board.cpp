#include "games/draughts_family/paths.hpp"
#include "games/text/cells.hpp"
#include "games/text/labels.hpp"
#include "games/towers/letters.hpp"
#include "games/towers/rules.hpp"

namespace crownd::towers {
namespace {

using draughts_family::bit;

char drawn_letter(const Position& position, Square square) {
  return draughts_family::letter_on(position, bit(square), letters, 0);
}

std::string drawn_name(Square square) {
  const int place = draughts_family::places_by_square[square];
  return text::cell_name({draughts_family::row_of_place(place), draughts_family::column_of_place(place)});
}

}  // namespace

static_assert(HasBoard<Rules> && HasBenchPositions<Rules>);

Description Rules::description(const Position&) {
  static constexpr auto pieces = draughts_family::piece_looks(letters, "tower");
  Description description{{SideLook{"Black", false, true, SideLook::Player::human},
                           SideLook{"White", true, false, SideLook::Player::engine}},
                          pieces,
                          draughts_family::reasons};
  description.reversible_ply = "neither a capture nor a man's move";
  return description;
}

Board Rules::board(const Position& position) {
  Board board = draughts_family::drawn_board(drawn_name, [&](Square square) { return drawn_letter(position, square); });
  board.columns = text::letters_from('A', 8);
  board.rows = text::numbers_down(8);
  return board;
}

std::vector<MovePath> Rules::paths(const Position& position, Move move) {
  const std::array squares{move.from, move.to};
  MovePath path = draughts_family::path_of(squares, move.is_capture() ? bit(move.over) : 0, drawn_name);
  const char at_last = drawn_letter(after(position, move), move.to);
  if (at_last != drawn_letter(position, move.from)) path.becomes = at_last;
  return {path};
}

}  // namespace crownd::towers
