#include "match/tournament/results.hpp"

#include <algorithm>
#include <functional>
#include <set>

namespace crownd::match {

namespace {

std::size_t hash_of_moves(const GameRecord& game) {
  std::string text = game.start;
  for (const auto& move : game.moves) text += ' ' + move.move;
  return std::hash<std::string>()(text);
}

}  // namespace

void Times::add(const Times& times) {
  count += times.count;
  sum += times.sum;
  max = std::max(max, times.max);
}

void Latency::add(const Latency& other) {
  ready.add(other.ready);
  beyond.add(other.beyond);
  late.add(other.late);
}

Latency latency_of(const GameRecord& game, int side) {
  Latency latency;
  int mover = game.to_move;
  for (const auto& move : game.moves) {
    if (mover == side && move.ready_after) latency.ready.add(*move.ready_after);
    if (mover == side && move.info.time)
      latency.beyond.add(std::max(Microseconds{0}, move.time - Milliseconds(*move.info.time)));
    if (mover == side && move.late.count() > 0) latency.late.add(move.late);
    mover = 1 - mover;
  }
  return latency;
}

Results::Results(const Schedule& schedule)
    : schedule_(schedule), pairings_(schedule.pairings()), engines_(schedule.engines) {}

void Results::count(std::size_t index, const CountedGame& game, int times) {
  const auto number = schedule_.pairing_of(index);
  const auto [first, second] = schedule_.pairing(number);
  pairings_[number].add_game(game.points, times);
  engines_[first].tally.add_game(game.points, times);
  engines_[second].tally.add_game(2 - game.points, times);
  const auto change = [times](std::map<Termination, std::int64_t>& counts, const Termination& termination) {
    if ((counts[termination] += times) == 0) counts.erase(termination);
  };
  change(terminations_, game.termination);
  for (const std::size_t side : {0U, 1U})
    for (std::size_t fault = 0; fault < pv_fault_words.size(); ++fault)
      engines_[game.sides[side]].pv_faults[fault] += times * game.pv_faults[side][fault];
  if (game.failed) change(engines_[*game.failed].failures, game.termination);
}

bool Results::add(const GameRecord& game) {
  if (has(game.index)) return false;
  const auto number = schedule_.pairing_of(game.index);
  const auto [first, second] = schedule_.pairing(number);
  CountedGame counted{game.sides[0] != first ? 2 - game.half_points() : game.half_points(),
                      game.ending.termination,
                      game.sides,
                      game.pv_faults,
                      {latency_of(game, 0), latency_of(game, 1)}};
  counted.moves_hash = hash_of_moves(game);
  if (is_failure(game.ending.termination) && game.ending.winner)
    counted.failed = game.sides[static_cast<std::size_t>(1 - *game.ending.winner)];
  games_.emplace(game.index, counted);
  count(game.index, counted, 1);

  if (const auto other = games_.find(game.index ^ 1U); other != games_.end()) {
    const auto sum = static_cast<std::size_t>(counted.points + other->second.points);
    ++pairings_[number].pairs[sum];
    ++engines_[first].tally.pairs[sum];
    ++engines_[second].tally.pairs[4 - sum];
  }
  return true;
}

void Results::discard(std::size_t index) {
  const auto found = games_.find(index);
  if (found == games_.end()) return;
  count(index, found->second, -1);
  games_.erase(found);
}

std::optional<int> Results::half_points_of_pair(std::size_t game) const {
  const auto one = games_.find(game);
  const auto other = games_.find(game + 1);
  if (one == games_.end() || other == games_.end()) return std::nullopt;
  return one->second.points + other->second.points;
}

std::size_t Results::different_games() const {
  std::set<std::size_t> hashes;
  for (const auto& [index, game] : games_) hashes.insert(game.moves_hash);
  return hashes.size();
}

Latency Results::latency(std::size_t engine) const {
  Latency latency;
  for (const auto& [index, game] : games_)
    for (const std::size_t side : {0U, 1U})
      if (game.sides[side] == engine) latency.add(game.latency[side]);
  return latency;
}

std::vector<PairResult> Results::pairs() const {
  std::vector<PairResult> result;
  for (const auto& [index, game] : games_) {
    const auto half_points = index % 2 == 0 ? half_points_of_pair(index) : std::nullopt;
    if (!half_points) continue;
    const auto [first, second] = schedule_.pairing(schedule_.pairing_of(index));
    result.push_back({first, second, *half_points});
  }
  return result;
}

}  // namespace crownd::match
