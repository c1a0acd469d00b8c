#include "games/stupid/rules.hpp"

#include "core/mix.hpp"

namespace crownd::stupid {
namespace {

Square take_lowest(Bits& set) {
  const auto square = static_cast<Square>(std::countr_zero(set));
  set &= set - 1;
  return square;
}

/// Every own piece to every square of `targets`.
void add_moves(const Position& position, Bits targets, Rules::Moves& moves) {
  if (!Rules::has_moves(position)) return;
  for (Bits sources = position.own(); sources != 0;) {
    const Square from = take_lowest(sources);
    for (Bits left = targets; left != 0;) moves.push_back({from, take_lowest(left)});
  }
}

}  // namespace

static_assert(crownd::Rules<Rules>);
static_assert(HasSolution<Rules> && HasNoisyMoves<Rules> && HasQuickMoveTest<Rules> && HasQuickCount<Rules>);

Position Rules::start() {
  constexpr Bits odd_columns = 0x55;   // A C E G
  constexpr Bits even_columns = 0xAA;  // B D F H
  constexpr Bits red = odd_columns | even_columns << 8 | odd_columns << 16;
  constexpr Bits black = even_columns << 40 | odd_columns << 48 | even_columns << 56;
  return {{red, black}, Side::first};
}

void Rules::legal_moves(const Position& position, Moves& moves) { add_moves(position, ~position.own(), moves); }

void Rules::noisy_moves(const Position& position, Moves& moves) { add_moves(position, position.enemies(), moves); }

std::uint64_t Rules::count_moves(const Position& position) {
  if (!has_moves(position)) return 0;
  const int own = std::popcount(position.own());
  return static_cast<std::uint64_t>(own * (64 - own));
}

Position Rules::after(const Position& position, Move move) {
  Position next = position;
  next.to_move = opponent(position.to_move);
  if (move == pass) return next;
  auto& own = next.pieces[static_cast<std::size_t>(position.to_move)];
  auto& enemies = next.pieces[static_cast<std::size_t>(next.to_move)];
  own ^= bit(move.from) | bit(move.to);
  enemies &= ~bit(move.to);
  return next;
}

Result Rules::result(const Position& position) {
  if (position.own() == 0) return Result::win(opponent(position.to_move), no_pieces);
  if (position.enemies() == 0) return Result::win(position.to_move, no_pieces);
  return {};
}

std::uint64_t Rules::key(const Position& position) {
  constexpr std::uint64_t second_to_move = 0x737475706964;
  return mix(mix(position.pieces[0]) + position.pieces[1]) ^
         (position.to_move == Side::first ? 0 : mix(second_to_move));
}

}  // namespace crownd::stupid
