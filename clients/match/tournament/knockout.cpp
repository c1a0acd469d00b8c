#include "match/tournament/knockout.hpp"

#include <algorithm>

namespace crownd::match {

namespace {

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

KnockoutMatch play(const Results& results, std::size_t one, std::size_t other) {
  const auto& schedule = results.schedule();
  KnockoutMatch match;
  match.first = std::min(one, other);
  match.second = std::max(one, other);
  match.pairing = number_of_pairing(schedule, match.first, match.second);
  const auto pair = [&](std::size_t round) {
    ++match.rounds;
    const auto game = schedule.game_of(match.pairing, round);
    for (const auto each : {game, game + 1})
      if (!results.has(each)) match.games.push_back(each);
    if (const auto half_points = results.half_points_of_pair(game)) {
      match.half_points += *half_points;
      ++match.pairs;
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

std::size_t expected_games(const Results& results) {
  const auto& schedule = results.schedule();
  auto games = schedule.expected_games();
  if (schedule.format == Format::knockout)
    for (const auto& match : knockout_of(results).matches) games += 2 * (match.rounds - schedule.rounds);
  return games;
}

}  // namespace crownd::match
