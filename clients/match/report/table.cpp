#include "match/report/table.hpp"

#include "match/tournament/knockout.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace crownd::match {

namespace {

std::string joined(const std::vector<std::string>& texts, std::string_view separator) {
  return fmt::format("{}", fmt::join(texts, separator));
}

/// A line with the texts of all engines that have one, after the engine's name; empty if there is none.
std::string by_engine(const MatchRules& rules, const std::string& heading,
                      const std::function<std::string(std::size_t)>& text_of) {
  std::vector<std::string> texts;
  for (std::size_t number = 0; number < rules.engines.size(); ++number)
    if (const auto text = text_of(number); !text.empty()) texts.push_back(rules.engines[number].name + ' ' + text);
  return texts.empty() ? "" : heading + joined(texts, "; ") + '\n';
}

std::string estimate_text(const std::optional<Estimate>& estimate) {
  return estimate ? fmt::format("{:+.1f} +/- {:.1f}", estimate->value, estimate->error) : "unknown";
}

/// If the interval is open at one end, the other end is shown.
std::string elo_text(const Tally& tally) {
  const auto estimate = elo(tally);
  if (!estimate || std::isfinite(estimate->error)) return estimate_text(estimate);
  const auto [low, high] = *elo_interval(tally);
  const auto value = fmt::format("{:+.1f}", estimate->value);
  if (std::isfinite(low)) return value + fmt::format(" (at least {:+.1f})", low);
  if (std::isfinite(high)) return value + fmt::format(" (at most {:+.1f})", high);
  return value + " (error unknown)";
}

std::string percent(const std::optional<double>& value) {
  return value ? fmt::format("{:.1f} %", 100 * *value) : "unknown";
}

std::string score_text(const Tally& tally) {
  const double points = static_cast<double>(tally.wins) + static_cast<double>(tally.draws) / 2;
  return fmt::format("+{} ={} -{} ({:.1f} %)", tally.wins, tally.draws, tally.losses,
                     100 * points / static_cast<double>(std::max<std::int64_t>(1, tally.games())));
}

std::string sprt_text(const SprtRules& rules, const Tally& tally) {
  return fmt::format("LLR {:+.2f} ({:.2f}, {:.2f}) for {} Elo {:g} against {:g}: {}",
                     log_likelihood_ratio(rules, tally.pairs), rules.lower_bound(), rules.upper_bound(),
                     word(rules.model), rules.elo1, rules.elo0, word(decide(rules, tally.pairs)));
}

/// `LLR +0.54  -2.94 [---------|=>-------] +2.94`.
std::string sprt_bar(const SprtRules& rules, const Tally& tally) {
  constexpr int half = 20;
  const double llr = log_likelihood_ratio(rules, tally.pairs);
  const double share = llr < 0 ? -llr / rules.lower_bound() : llr / rules.upper_bound();
  const int length = static_cast<int>(std::lround(half * std::clamp(share, -1.0, 1.0)));
  std::string bar(2 * half + 1, '-');
  for (int at = std::min(length, 0); at <= std::max(length, 0); ++at) bar[static_cast<std::size_t>(half + at)] = '=';
  bar[half] = '|';
  if (length != 0) bar[static_cast<std::size_t>(half + length)] = length > 0 ? '>' : '<';
  return fmt::format("LLR {:+.2f}  {:.2f} [{}] {:+.2f}", llr, rules.lower_bound(), bar, rules.upper_bound());
}

std::string time_text(double seconds) {
  const auto whole = std::llround(seconds);
  return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

std::string names_text(const Results& results, const MatchRules& rules, std::size_t number) {
  const auto [first, second] = results.schedule().pairing(number);
  return rules.engines[first].name + " against " + rules.engines[second].name;
}

std::string pairing_text(const Results& results, const MatchRules& rules, std::size_t number) {
  const auto& tally = results.pairing(number);
  return fmt::format(
             "{}: {} in {} games\n  Elo {}, normalised Elo {}, LOS {}, draws {}\n  pairs by half points 0 1 2 3 4: "
             "{}\n",
             names_text(results, rules, number), score_text(tally), tally.games(), elo_text(tally),
             estimate_text(normalised_elo(tally)), percent(likelihood_of_superiority(tally)),
             percent(draw_ratio(tally)), fmt::join(tally.pairs, " ")) +
         (rules.sprt ? "  " + sprt_text(*rules.sprt, tally) + '\n' : "");
}

std::string knockout_text(const Results& results, const MatchRules& rules) {
  const auto knockout = knockout_of(results);
  const auto name = [&](std::size_t engine) { return rules.engines[engine].name; };
  std::string text;
  for (const auto& match : knockout.matches)
    text += fmt::format("round {}: {} - {} {:g} : {:g}{}\n", match.round + 1, name(match.first), name(match.second),
                        match.half_points / 2.0, (4 * match.pairs - match.half_points) / 2.0,
                        match.winner ? ", " + name(*match.winner) + " advances" : "");
  return text + (knockout.winner ? "the winner is " + name(*knockout.winner) + '\n' : "");
}

std::string ratings_text(const Results& results, const MatchRules& rules) {
  const auto estimates = ratings(rules.engines.size(), results.pairs());
  std::vector<std::size_t> order(estimates.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  // As shown: equal ratings differ by rounding errors.
  const auto tenths = [&](std::size_t engine) { return std::round(10 * estimates[engine].value); };
  std::stable_sort(order.begin(), order.end(), [&](auto left, auto right) { return tenths(left) > tenths(right); });
  std::size_t width = 6;
  for (const auto& engine : rules.engines) width = std::max(width, engine.name.size());
  auto text = fmt::format("\nrank  {:{}}  rating  +/-      games  score\n", "engine", width);
  int rank = 0;
  for (const auto number : order) {
    const auto& tally = results.engine(number).tally;
    const auto [rating, error] = estimates[number];
    text +=
        fmt::format("{:4}  {:{}}  {:+6.1f}  {:7}  {:5}  {}\n", ++rank, rules.engines[number].name, width, rating,
                    std::isfinite(error) ? fmt::format("{:.1f}", error) : "unknown", tally.games(), score_text(tally));
  }
  return text + '\n';
}

std::string counts_text(const std::map<Termination, std::int64_t>& terminations) {
  std::vector<std::string> texts;
  for (const auto& [termination, count] : terminations) texts.push_back(fmt::format("{} {}", word(termination), count));
  return texts.empty() ? "none" : joined(texts, ", ");
}

std::string different_text(const Results& results) {
  const auto different = results.different_games();
  const bool repeated = different < results.games();
  return fmt::format("different games: {} of {}{}\n", different, results.games(),
                     repeated ? "; repeated games make the errors above too small; use more openings (--openings, "
                                "--random-plies)"
                              : "");
}

std::string late_text(const Results& results, const MatchRules& rules) {
  return by_engine(rules, "late moves within timemargin: ", [&](std::size_t engine) {
    const auto late = results.latency(engine).late;
    const auto max = std::chrono::ceil<Milliseconds>(late.max).count();
    return late.count == 0 ? "" : fmt::format("{} (longest {} ms)", late.count, max);
  });
}

std::string pv_faults_text(const Results& results, const MatchRules& rules) {
  return by_engine(rules, "searches with PV faults: ", [&](std::size_t engine) {
    std::vector<std::string> counts;
    for (std::size_t fault = 0; fault < pv_fault_words.size(); ++fault)
      if (const int count = results.engine(engine).pv_faults[fault]; count > 0)
        counts.push_back(fmt::format("{} {}", pv_fault_words[fault], count));
    return joined(counts, ", ");
  });
}

}  // namespace

std::string game_line(const GameRecord& game, const MatchRules& rules) {
  const auto& ending = game.ending;
  auto text =
      fmt::format("game {}: {} - {} {} {} after {} plies", game.index + 1, rules.engines[game.sides[0]].name,
                  rules.engines[game.sides[1]].name, game.result_for(0), word(ending.termination), game.moves.size());
  if (!is_failure(ending.termination)) return text;
  text += "\n  " + rules.engines[game.loser()].name + ": " + ending.detail + "\n  position: " + ending.position;
  if (!ending.fen.empty() && ending.fen != ending.position) text += "\n  fen: " + ending.fen;
  for (const auto& line : ending.asked) text += "\n  " + line;
  if (!ending.line.empty()) text += "\n  line: " + ending.line;
  for (const auto& line : ending.errors) text += "\n  stderr: " + line;
  return text;
}

std::string live_line(const Results& results, const MatchRules& rules, const Progress& progress) {
  const double speed =
      progress.elapsed.count() > 0 ? static_cast<double>(progress.played) / progress.elapsed.count() : 0;
  auto text = fmt::format("{}/{} games, {:.2f}/s, ETA {}", results.games(), expected_games(results), speed,
                          speed > 0 ? time_text(static_cast<double>(progress.remaining) / speed) : "unknown");
  if (rules.engines.size() > 2) return text;
  const auto& tally = results.pairing(0);
  text += ", " + rules.engines[0].name + ' ' + score_text(tally) + ", Elo " + elo_text(tally);
  if (rules.sprt) text += fmt::format(", LLR {:+.2f}", log_likelihood_ratio(*rules.sprt, tally.pairs));
  return text;
}

std::vector<std::string> progress_lines(const Results& results, const MatchRules& rules, const Progress& progress,
                                        const std::vector<RunningGame>& games) {
  std::vector<std::string> running;
  for (const auto& [game, since] : games) {
    const auto [first, second] = results.schedule().sides(game);
    running.push_back(fmt::format("{} {} - {} {}", game + 1, rules.engines[first].name, rules.engines[second].name,
                                  time_text(since.count())));
  }
  std::vector<std::string> lines{live_line(results, rules, progress),
                                 "running: " + (running.empty() ? "none" : joined(running, "; "))};
  const auto pairings = results.schedule().pairings();
  for (std::size_t number = 0; rules.sprt && number < pairings; ++number)
    lines.push_back((pairings > 1 ? names_text(results, rules, number) + ": " : "") +
                    sprt_bar(*rules.sprt, results.pairing(number)));
  return lines;
}

std::string table(const Results& results, const MatchRules& rules) {
  const bool knockout = rules.format == Format::knockout;
  auto text = fmt::format("{}: {} of {} games\n", rules.game, results.games(), expected_games(results));
  for (std::size_t number = 0; number < results.schedule().pairings(); ++number)
    if (!knockout || results.pairing(number).games() > 0) text += pairing_text(results, rules, number);
  if (knockout) text += knockout_text(results, rules);
  if (rules.engines.size() > 2) text += ratings_text(results, rules);
  const auto failures = [&](std::size_t engine) { return counts_text(results.engine(engine).failures); };
  return text + "games ended by: " + counts_text(results.terminations()) + '\n' + different_text(results) +
         late_text(results, rules) + pv_faults_text(results, rules) + by_engine(rules, "failures: ", failures);
}

std::string latency_table(const Results& results, const MatchRules& rules) {
  const auto text_of = [](const Times& times) {
    using InMs = std::chrono::duration<double, std::milli>;
    return times.count == 0
               ? "unknown"
               : fmt::format("{:.2f} ms (longest {:.1f})", InMs(times.mean()).count(), InMs(times.max).count());
  };
  std::string text;
  for (std::size_t number = 0; number < rules.engines.size(); ++number) {
    const auto latency = results.latency(number);
    text += fmt::format("latency of {}: readyok after {}, move time beyond its own report {}\n",
                        rules.engines[number].name, text_of(latency.ready), text_of(latency.beyond));
  }
  return text;
}

}  // namespace crownd::match
