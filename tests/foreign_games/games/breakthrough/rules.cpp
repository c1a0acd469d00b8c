#include "games/breakthrough/rules.hpp"

#include "core/rules.hpp"

namespace crownd::breakthrough {
namespace {

constexpr Bits row_1 = 0xff, row_8 = row_1 << 56, column_a = 0x0101010101010101, column_h = column_a << 7;
constexpr Bits far_row_of(Side side) { return side == Side::first ? row_8 : row_1; }

/// The squares that pawns of a side can move to, as a set for each direction.
struct Targets {
  Bits left, straight, right;
};

Targets targets(Bits pawns, Side side) {
  const Bits not_a = pawns & ~column_a, not_h = pawns & ~column_h;
  if (side == Side::first) return {not_a << 7, pawns << 8, not_h << 9};
  return {not_a >> 9, pawns >> 8, not_h >> 7};
}

/// The moves of the side to move that end in `wanted`.
void add_moves(const Position& position, Bits wanted, Rules::Moves& moves) {
  const Bits empty = ~(position.pawns[0] | position.pawns[1]);
  if (Rules::result(position).over()) return;
  for (Bits left = position.own(); left != 0; left &= left - 1) {
    const auto from = static_cast<Square>(std::countr_zero(left));
    const Targets to = targets(bit(from), position.to_move);
    const Bits all = ((to.left | to.right) & ~position.own()) | (to.straight & empty);
    for (Bits ends = all & wanted; ends != 0; ends &= ends - 1)
      moves.push_back({from, static_cast<Square>(std::countr_zero(ends))});
  }
}

}  // namespace

static_assert(crownd::Rules<Rules> && HasBoard<Rules> && HasNoisyMoves<Rules> && HasFeatures<Rules>);

Position Rules::start() { return {{row_1 | row_1 << 8, row_8 | row_8 >> 8}, Side::first}; }

void Rules::legal_moves(const Position& position, Moves& moves) { add_moves(position, ~Bits{0}, moves); }

void Rules::noisy_moves(const Position& position, Moves& moves) {
  add_moves(position, position.enemies() | far_row_of(position.to_move), moves);
}

bool Rules::is_threatened(const Position& position) {
  Moves moves;
  noisy_moves({position.pawns, opponent(position.to_move)}, moves);
  return !moves.empty();
}

Position Rules::after(const Position& position, Move move) {
  Position next{position.pawns, opponent(position.to_move)};
  next.pawns[static_cast<std::size_t>(position.to_move)] ^= bit(move.from) | bit(move.to);
  next.pawns[static_cast<std::size_t>(next.to_move)] &= ~bit(move.to);
  return next;
}

Result Rules::result(const Position& position) {
  for (const Side side : {Side::first, Side::second}) {
    if ((position.of(side) & far_row_of(side)) != 0) return Result::win(side, far_row);
    if (position.of(side) == 0) return Result::win(opponent(side), no_pieces);
  }
  return {};
}

std::uint64_t Rules::key(const Position& position) {
  return mix(mix(position.pawns[0]) + position.pawns[1]) ^ (position.to_move == Side::first ? 0 : mix(1));
}

}  // namespace crownd::breakthrough
