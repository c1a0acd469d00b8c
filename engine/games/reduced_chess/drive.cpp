#include "games/reduced_chess/drive.hpp"

#include "games/reduced_chess/geometry.hpp"
#include "games/reduced_chess/moves.hpp"
#include "games/reduced_chess/survey.hpp"
#include "games/reduced_chess/terms.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace crownd::reduced_chess {

namespace {

// Centipawns, chosen by hand so that won endings are won.
constexpr int drive_range = 400;     // from the centre to the edge or corner
constexpr int approach_range = 200;  // for the distance of the own king
constexpr int confine_range = 300;   // for the room that is left
constexpr int escape_square = 8;
constexpr int seen_square = 4;           // on an 8x8 board
constexpr int attacked_ring_square = 6;  // each slider that sees it counts
constexpr int common_attack = 2;         // times the square of the number of such pairs of slider and square
constexpr int most_ring_attack = 250;

template <std::size_t Words>
int row(unsigned square) {
  return static_cast<int>(row_of<Words>(square));
}
template <std::size_t Words>
int column(unsigned square) {
  return static_cast<int>(column_of<Words>(square));
}

template <std::size_t Words>
const SquareSet<Words>& pieces_of(const Position<Words>& p, Side side) {
  return p.pieces[static_cast<std::size_t>(index_of(side))];
}
template <std::size_t Words>
unsigned king_of(const Position<Words>& p, Side side) {
  return p.kings[static_cast<std::size_t>(index_of(side))];
}

/// The squares that the lone king could ever reach if nobody else moves, including its own: where rooks and
/// bishops confine it.
template <std::size_t Words>
int room_of(const Position<Words>& p, Side hunters) {
  const unsigned prey = king_of(p, opponent(hunters));
  auto occupied = p.occupied();
  occupied.remove(prey);
  auto guarded = geometry<Words>.king_steps[king_of(p, hunters)];
  const auto& pieces = pieces_of(p, hunters);
  (pieces & p.rooks).for_each([&](unsigned square) { guarded |= rook_sight<Words>(square, occupied); });
  (pieces & p.bishops).for_each([&](unsigned square) { guarded |= bishop_sight<Words>(square, occupied); });

  auto unreached = geometry<Words>.boards[p.size] & ~guarded;
  unreached.remove(prey);
  auto edge = SquareSet<Words>::of(prey);
  unsigned room = 0;
  while (!edge.empty()) {
    room += edge.size();
    SquareSet<Words> next;
    edge.for_each([&](unsigned square) { next |= geometry<Words>.king_steps[square]; });
    edge = next & unreached;
    unreached &= ~edge;
  }
  return static_cast<int>(room);
}

}  // namespace

template <std::size_t Words>
int drive_against_king(const Position<Words>& p, Side side) {
  const unsigned prey = king_of(p, opponent(side));
  const unsigned hunter = king_of(p, side);
  const int last = p.size - 1;
  const int prey_row = row<Words>(prey), prey_column = column<Words>(prey);

  const int to_edge_row = std::min(prey_row, last - prey_row);
  const int to_edge_column = std::min(prey_column, last - prey_column);
  // With a rook the distance to the nearest edge counts, with bishops alone that to the corner.
  const int way = !(pieces_of(p, side) & p.rooks).empty()
                      ? 3 * std::min(to_edge_row, to_edge_column) + std::max(to_edge_row, to_edge_column)
                      : 2 * (to_edge_row + to_edge_column);
  const int edge = drive_range - drive_range * way / (2 * last);

  const int rows_apart = std::abs(prey_row - row<Words>(hunter));
  const int columns_apart = std::abs(prey_column - column<Words>(hunter));
  const int apart = 2 * std::max(rows_apart, columns_apart) + std::min(rows_apart, columns_apart);
  const int approach = approach_range - approach_range * apart / (3 * last);

  // By the side of a square of the same area, so that the last squares taken count more than the first.
  const double room_side = std::sqrt(room_of(p, side)) / p.size;
  const int confine = confine_range - static_cast<int>(confine_range * room_side);

  Position<Words> turned = p;
  turned.side = opponent(side);
  const auto wanted = geometry<Words>.boards[p.size] & ~pieces_of(p, side);
  const int escapes = static_cast<int>(king_targets(turned, wanted).size());

  const Activity activity = survey(p)[static_cast<std::size_t>(index_of(side))];
  const int seen = seen_square * standard_size * (activity.rook_mobility + activity.bishop_mobility) / p.size;
  const int hits = activity.ring_hits;
  const int attack = std::min(attacked_ring_square * hits + common_attack * hits * hits, most_ring_attack);
  return edge + approach + confine - escape_square * escapes + seen + attack;
}

template int drive_against_king<1>(const Position<1>&, Side);
template int drive_against_king<2>(const Position<2>&, Side);
template int drive_against_king<4>(const Position<4>&, Side);
template int drive_against_king<11>(const Position<11>&, Side);

}  // namespace crownd::reduced_chess
