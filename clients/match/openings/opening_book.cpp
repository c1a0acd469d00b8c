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

/// One of the moves of a book, the more likely the more visits it has; a move without visits counts as one.
const std::string& random_move(const std::vector<wire::BookMove>& moves, Random& random) {
  const auto weight = [](const wire::BookMove& move) {
    return static_cast<double>(std::max<std::uint64_t>(1, move.visits));
  };
  double sum = 0;
  for (const auto& move : moves) sum += weight(move);
  double rest = random.fraction() * sum;
  for (const auto& move : moves)
    if ((rest -= weight(move)) < 0) return move.move;
  return moves.front().move;
}

}  // namespace

std::size_t OpeningBook::number(std::size_t round) const {
  const std::size_t turn = (first_ + round) / openings_.size();
  const std::size_t place = (first_ + round) % openings_.size();
  return order_ == Order::sequential ? place : shuffled(openings_.size(), seed_ + turn)[place];
}

Opening with_book_plies(Referee& referee, Opening opening, int plies, std::uint64_t seed, std::size_t round) {
  if (plies == 0) return opening;
  Random random(seed ^ (round_stride * (round + 1)));
  (void)referee.set_position(opening.start, opening.moves);
  for (int ply = 0; ply < plies; ++ply) {
    const auto known = referee.book_moves();
    if (known.empty()) break;
    auto move = random_move(known, random);
    (void)referee.play(move);
    if (referee.legal_moves().empty()) break;
    opening.moves.push_back(std::move(move));
  }
  return opening;
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
