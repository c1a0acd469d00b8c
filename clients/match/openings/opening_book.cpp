#include "match/openings/opening_book.hpp"

#include "match/openings/random.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace crownd::match {

namespace {

/// Gives different rounds independent random numbers.
constexpr std::uint64_t round_stride = 0x51ed270b9f8a3c65U;

/// Fisher-Yates shuffle.
std::vector<std::size_t> shuffled(std::size_t count, std::uint64_t seed) {
  std::vector<std::size_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), std::size_t{0});
  Random random(seed);
  for (std::size_t left = count; left > 1; --left) std::swap(numbers[left - 1], numbers[random.below(left)]);
  return numbers;
}

/// Plays random moves from the referee's position; false if the game ends before or after the last of them.
bool add_random_moves(Referee& referee, int plies, Random& random, std::vector<std::string>& moves) {
  for (int ply = 0; ply < plies; ++ply) {
    const auto legal = referee.legal_moves();
    if (legal.empty()) return false;
    moves.push_back(legal[random.below(legal.size())]);
    (void)referee.play(moves.back());
  }
  return !referee.legal_moves().empty();
}

}  // namespace

std::size_t OpeningBook::number(std::size_t round) const {
  const std::size_t turn = (first_ + round) / openings_.size();
  const std::size_t place = (first_ + round) % openings_.size();
  return order_ == Order::sequential ? place : shuffled(openings_.size(), seed_ + turn)[place];
}

Opening with_random_plies(Referee& referee, const Opening& opening, int plies, std::uint64_t seed, std::size_t round) {
  if (plies == 0) return opening;
  constexpr int most_attempts = 500;
  Random random(seed ^ (round_stride * (round + 1)));
  for (int attempt = 0; attempt < most_attempts; ++attempt) {
    auto result = opening;
    (void)referee.set_position(opening.start, opening.moves);
    if (add_random_moves(referee, plies, random, result.moves)) return result;
  }
  throw RefereeError(std::to_string(plies) + " random plies end every game from the opening '" + opening.start + "'");
}

}  // namespace crownd::match
