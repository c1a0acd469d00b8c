#include "book/choice.hpp"

#include <algorithm>

namespace crownd::book {

namespace {

/// A move without visits counts as one; above the most, the sum over all moves could overflow.
std::uint64_t weight_of(const BookMove& move) {
  constexpr std::uint64_t most = std::uint64_t{1} << 40;
  return std::clamp<std::uint64_t>(move.visits, 1, most);
}

}  // namespace

const BookMove* choose(std::span<const BookMove> moves, int variety, std::uint64_t random) {
  if (moves.empty() || variety <= 0) return moves.data();
  const int least = moves.front().score.raw() - variety;
  const auto end = std::find_if(moves.begin(), moves.end(), [&](const auto& move) { return move.score.raw() < least; });
  std::uint64_t sum = 0;
  for (auto move = moves.begin(); move != end; ++move) sum += weight_of(*move);
  std::uint64_t rest = random % sum;
  for (const BookMove& move : moves) {
    if (rest < weight_of(move)) return &move;
    rest -= weight_of(move);
  }
  return moves.data();
}

}  // namespace crownd::book
