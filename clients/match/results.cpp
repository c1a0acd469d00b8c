#include "match/results.hpp"

namespace crownd::match {

Results::Results(const Schedule& schedule)
    : schedule_(schedule), pairings_(schedule.pairings()), engines_(schedule.engines) {}

bool Results::add(const GameRecord& game) {
  const auto number = schedule_.pairing_of(game.index);
  const auto [first, second] = schedule_.pairing(number);
  const bool swapped = game.sides[0] != first;
  const int points = swapped ? 2 - game.half_points() : game.half_points();
  if (!half_points_.emplace(game.index, points).second) return false;

  pairings_[number].add_game(points);
  engines_[first].tally.add_game(points);
  engines_[second].tally.add_game(2 - points);
  ++verdicts_[game.ending.verdict];
  if (is_failure(game.ending.verdict) && game.ending.winner)
    ++engines_[game.sides[static_cast<std::size_t>(1 - *game.ending.winner)]].failures[game.ending.verdict];

  if (const auto other = half_points_.find(game.index ^ 1U); other != half_points_.end()) {
    const auto sum = static_cast<std::size_t>(points + other->second);
    ++pairings_[number].pairs[sum];
    ++engines_[first].tally.pairs[sum];
    ++engines_[second].tally.pairs[4 - sum];
  }
  return true;
}

std::vector<PairResult> Results::pairs() const {
  std::vector<PairResult> result;
  for (const auto& [game, points] : half_points_) {
    const auto other = half_points_.find(game + 1);
    if (game % 2 != 0 || other == half_points_.end()) continue;
    const auto [first, second] = schedule_.pairing(schedule_.pairing_of(game));
    result.push_back({first, second, points + other->second});
  }
  return result;
}

}  // namespace crownd::match
