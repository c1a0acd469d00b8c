#include "match/tournament/results.hpp"

#include <algorithm>
#include <functional>
#include <set>

namespace crownd::match {

namespace {

/// In the order of the enumeration.
constexpr std::array<std::string_view, 4> words{"round-robin", "gauntlet", "pyramid", "knockout"};

std::size_t hash_of_moves(const GameRecord& game) {
  std::string text = game.start;
  for (const auto& move : game.moves) text += ' ' + move.move;
  return std::hash<std::string>()(text);
}

using Entrant = std::optional<std::size_t>;

/// Positions of the seeds in the first round (standard bracket: the best two can meet only in the final).
std::vector<std::size_t> places(std::size_t engines) {
  std::vector<std::size_t> order{0};
  while (order.size() < engines) {
    std::vector<std::size_t> next;
    for (const auto seed : order) {
      next.push_back(seed);
      next.push_back(2 * order.size() - 1 - seed);
    }
    order = std::move(next);
  }
  return order;
}

std::size_t number_of_pairing(const Schedule& schedule, std::size_t first, std::size_t second) {
  std::size_t number = 0;
  while (schedule.pairing(number) != std::array<std::size_t, 2>{first, second}) ++number;
  return number;
}

void add_missing_games(const Results& results, std::size_t game, std::vector<std::size_t>& games) {
  for (const auto each : {game, game + 1})
    if (!results.has(each)) games.push_back(each);
}

KnockoutMatch play(const Results& results, std::size_t one, std::size_t other) {
  const auto& schedule = results.schedule();
  KnockoutMatch match;
  match.first = std::min(one, other);
  match.second = std::max(one, other);
  match.pairing = number_of_pairing(schedule, match.first, match.second);
  const auto pair = [&](std::size_t round) {
    const auto game = schedule.game_of(match.pairing, round);
    const auto half_points = results.half_points_of_pair(game);
    if (half_points) {
      match.half_points += *half_points;
      ++match.pairs;
    } else {
      add_missing_games(results, game, match.games);
    }
  };
  const auto lead = [&] { return match.half_points - 2 * match.pairs; };
  for (std::size_t round = 0; round < schedule.rounds; ++round) pair(round);
  for (std::size_t round = schedule.rounds; round < 2 * schedule.rounds && match.games.empty() && lead() == 0; ++round)
    pair(round);
  if (match.games.empty()) match.winner = lead() >= 0 ? match.first : match.second;
  return match;
}

}  // namespace

std::string_view word(Format format) { return words[static_cast<std::size_t>(format)]; }

std::optional<Format> read_format(std::string_view text) {
  const auto found = std::find(words.begin(), words.end(), text);
  return found == words.end() ? std::nullopt : std::optional(static_cast<Format>(found - words.begin()));
}

std::size_t Schedule::pairings() const {
  return format == Format::gauntlet ? seeds * (engines - seeds) : engines * (engines - 1) / 2;
}

std::size_t Schedule::expected_games() const {
  return format == Format::knockout ? 2 * rounds * (engines - 1) : games();
}

std::size_t Schedule::round_of(std::size_t game) const {
  return is_one_pairing_after_another() ? game / 2 % pairs_a_pairing() : game / 2 / pairings();
}

std::size_t Schedule::pairing_of(std::size_t game) const {
  return is_one_pairing_after_another() ? game / 2 / pairs_a_pairing() : game / 2 % pairings();
}

std::size_t Schedule::game_of(std::size_t pairing, std::size_t round) const {
  return 2 * (is_one_pairing_after_another() ? pairing * pairs_a_pairing() + round : round * pairings() + pairing);
}

std::array<std::size_t, 2> Schedule::pairing(std::size_t number) const {
  if (format == Format::gauntlet) return {number / (engines - seeds), seeds + number % (engines - seeds)};
  if (format == Format::pyramid) {
    std::size_t newest = 1;
    for (; number >= newest; ++newest) number -= newest;
    return {newest, number};
  }
  std::size_t first = 0;
  for (std::size_t opponents = engines - 1; number >= opponents; --opponents) {
    number -= opponents;
    ++first;
  }
  return {first, first + 1 + number};
}

std::array<std::size_t, 2> Schedule::sides(std::size_t game) const {
  const auto [first, second] = pairing(pairing_of(game));
  if (game % 2 == 0) return {first, second};
  return {second, first};
}

void Times::add(Microseconds time) {
  ++count;
  sum += time;
  longest = std::max(longest, time);
}

void Times::add(const Times& times) {
  count += times.count;
  sum += times.sum;
  longest = std::max(longest, times.longest);
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
  const auto change = [times](std::map<Verdict, std::int64_t>& counts, const Verdict& verdict) {
    if ((counts[verdict] += times) == 0) counts.erase(verdict);
  };
  change(verdicts_, game.verdict);
  for (const std::size_t side : {0U, 1U})
    for (std::size_t fault = 0; fault < pv_fault_words.size(); ++fault)
      engines_[game.sides[side]].pv_faults[fault] += times * game.pv_faults[side][fault];
  if (game.failed) change(engines_[*game.failed].failures, game.verdict);
}

bool Results::add(const GameRecord& game) {
  if (has(game.index)) return false;
  const auto number = schedule_.pairing_of(game.index);
  const auto [first, second] = schedule_.pairing(number);
  CountedGame counted{game.sides[0] != first ? 2 - game.half_points() : game.half_points(),
                      game.ending.verdict,
                      game.sides,
                      game.pv_faults,
                      {latency_of(game, 0), latency_of(game, 1)}};
  counted.moves_hash = hash_of_moves(game);
  if (is_failure(game.ending.verdict) && game.ending.winner)
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
    const auto other = games_.find(index + 1);
    if (index % 2 != 0 || other == games_.end()) continue;
    const auto [first, second] = schedule_.pairing(schedule_.pairing_of(index));
    result.push_back({first, second, game.points + other->second.points});
  }
  return result;
}

Knockout knockout_of(const Results& results) {
  Knockout knockout;
  std::vector<Entrant> players;
  const auto engines = results.schedule().engines;
  for (const auto seed : places(engines)) players.push_back(seed < engines ? Entrant(seed) : std::nullopt);
  for (std::size_t round = 0; players.size() > 1; ++round) {
    std::vector<Entrant> next;
    for (std::size_t at = 0; at < players.size(); at += 2) {
      const bool has_bye = round == 0 && !players[at + 1];
      if (has_bye) {
        next.push_back(players[at]);
      } else if (players[at] && players[at + 1]) {
        auto match = play(results, *players[at], *players[at + 1]);
        match.round = round;
        next.push_back(match.winner);
        knockout.matches.push_back(std::move(match));
      } else {
        next.emplace_back();
      }
    }
    players = std::move(next);
  }
  knockout.winner = players.front();
  return knockout;
}

}  // namespace crownd::match
