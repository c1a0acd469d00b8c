#include "match/report/report.hpp"

#include "match/schedule/knockout.hpp"
#include "match/statistics/ratings.hpp"
#include "match/statistics/sprt.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <vector>

namespace crownd::match {

namespace {

/// printf into a string, for short texts.
template <class... Values>
std::string print(const char* format, Values... values) {
  std::array<char, 512> text{};
  std::snprintf(text.data(), text.size(), format, values...);  // NOLINT: the formats are literals of this file
  return text.data();
}

std::string estimate_text(const std::optional<Estimate>& estimate) {
  if (!estimate) return "unknown yet";
  return print("%+.1f +/- %.1f", estimate->value, estimate->error);
}

/// If the interval is open at one end, the other end is shown.
std::string elo_text(const Tally& tally) {
  const auto estimate = elo(tally);
  if (!estimate || std::isfinite(estimate->error)) return estimate_text(estimate);
  const auto [low, high] = *elo_interval(tally);
  const auto value = print("%+.1f", estimate->value);
  if (std::isfinite(low)) return value + print(" (at least %+.1f)", low);
  if (std::isfinite(high)) return value + print(" (at most %+.1f)", high);
  return value + " (error unknown yet)";
}

std::string percent(const std::optional<double>& value) {
  return value ? print("%.1f %%", 100 * *value) : "unknown yet";
}

std::string score_text(const Tally& tally) {
  const double points = static_cast<double>(tally.wins) + static_cast<double>(tally.draws) / 2;
  return print("+%lld =%lld -%lld (%.1f %%)", static_cast<long long>(tally.wins), static_cast<long long>(tally.draws),
               static_cast<long long>(tally.losses),
               100 * points / static_cast<double>(std::max<std::int64_t>(1, tally.games())));
}

std::string sprt_text(const SprtRules& rules, const Tally& tally) {
  return print("LLR %+.2f (%.2f, %.2f) for %s Elo %g against %g: ", log_likelihood_ratio(rules, tally.pairs),
               rules.lower_bound(), rules.upper_bound(), std::string(word(rules.model)).c_str(), rules.elo1,
               rules.elo0) +
         std::string(word(decide(rules, tally.pairs)));
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
  return print("LLR %+.2f  %.2f [%s] %+.2f", llr, rules.lower_bound(), bar.c_str(), rules.upper_bound());
}

std::string time_text(double seconds) {
  const auto whole = std::llround(seconds);
  return print("%lld:%02lld:%02lld", whole / 3600, whole / 60 % 60, whole % 60);
}

std::string names_text(const Results& results, const MatchRules& rules, std::size_t number) {
  const auto [first, second] = results.schedule().pairing(number);
  return rules.engines[first].name + " against " + rules.engines[second].name;
}

std::string pairing_text(const Results& results, const MatchRules& rules, std::size_t number) {
  const auto& tally = results.pairing(number);
  std::string text = names_text(results, rules, number) + ": " + score_text(tally) + " in " +
                     std::to_string(tally.games()) + " games\n";
  text += "  Elo " + elo_text(tally) + ", normalised Elo " + estimate_text(normalised_elo(tally)) + ", LOS " +
          percent(superiority(tally)) + ", draws " + percent(draw_ratio(tally)) + "\n  pairs by half points 0 1 2 3 4:";
  for (const auto count : tally.pairs) text += ' ' + std::to_string(count);
  text += '\n';
  return rules.sprt ? text + "  " + sprt_text(*rules.sprt, tally) + '\n' : text;
}

std::string knockout_text(const Results& results, const MatchRules& rules) {
  const auto knockout = knockout_of(results);
  const auto name = [&](std::size_t engine) { return rules.engines[engine].name; };
  std::string text;
  for (const auto& match : knockout.matches) {
    text += print("round %zu: ", match.round + 1) + name(match.first) + " - " + name(match.second) +
            print(" %g : %g", match.half_points / 2.0, (4 * match.pairs - match.half_points) / 2.0);
    if (match.winner) text += ", " + name(*match.winner) + " goes on";
    text += '\n';
  }
  return text + (knockout.winner ? "the winner is " + name(*knockout.winner) + '\n' : "");
}

std::string ratings_text(const Results& results, const MatchRules& rules) {
  const auto estimates = ratings(rules.engines.size(), results.pairs());
  std::vector<std::size_t> order(estimates.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](auto left, auto right) { return estimates[left].value > estimates[right].value; });
  std::size_t width = 6;
  for (const auto& engine : rules.engines) width = std::max(width, engine.name.size());
  std::string text = print("\nrank  %-*s  rating  +/-      games  score\n", static_cast<int>(width), "engine");
  int rank = 0;
  for (const auto number : order) {
    const auto& tally = results.engine(number).tally;
    const auto error = estimates[number].error;
    text +=
        print("%4d  %-*s  %+6.1f  %-7s  %5lld  ", ++rank, static_cast<int>(width), rules.engines[number].name.c_str(),
              estimates[number].value, std::isfinite(error) ? print("%.1f", error).c_str() : "unknown",
              static_cast<long long>(tally.games())) +
        score_text(tally) + '\n';
  }
  return text;
}

std::string counts_text(const std::map<Verdict, std::int64_t>& verdicts) {
  std::string text;
  for (const auto& [verdict, count] : verdicts)
    text += (text.empty() ? "" : ", ") + word(verdict) + ' ' + std::to_string(count);
  return text.empty() ? "none" : text;
}

std::string different_text(const Results& results) {
  const auto different = results.different_games();
  std::string text = "different games: " + std::to_string(different) + " of " + std::to_string(results.games());
  if (different < results.games())
    text += "; repeated games make the errors above too small: more openings are needed (--openings, --random-plies)";
  return text + '\n';
}

/// Empty if no engine was late.
std::string late_text(const Results& results, const MatchRules& rules) {
  std::string all;
  for (std::size_t number = 0; number < rules.engines.size(); ++number) {
    const auto late = results.latency(number).late;
    if (late.count == 0) continue;
    all += (all.empty() ? " " : "; ") + rules.engines[number].name +
           print(" %lld (longest %.0f ms)", static_cast<long long>(late.count),
                 std::ceil(static_cast<double>(late.longest.count()) / 1000));
  }
  return all.empty() ? "" : "moves later than the limit, but within timemargin:" + all + '\n';
}

/// Empty if no engine has PV faults.
std::string pv_faults_text(const Results& results, const MatchRules& rules) {
  std::string all;
  for (std::size_t number = 0; number < rules.engines.size(); ++number) {
    std::string counts;
    for (std::size_t fault = 0; fault < pv_fault_words.size(); ++fault) {
      const int count = results.engine(number).pv_faults[fault];
      if (count > 0)
        counts += (counts.empty() ? " " : ", ") + std::string(pv_fault_words[fault]) + ' ' + std::to_string(count);
    }
    if (!counts.empty()) all += (all.empty() ? " " : "; ") + rules.engines[number].name + counts;
  }
  return all.empty() ? "" : "searches with faults in pv:" + all + '\n';
}

}  // namespace

std::string game_line(const GameRecord& game, const MatchRules& rules) {
  const auto& ending = game.ending;
  const auto& first = rules.engines[game.sides[0]].name;
  const auto& second = rules.engines[game.sides[1]].name;
  std::string text = "game " + std::to_string(game.index + 1) + ": " + first + " - " + second + ' ' +
                     (!ending.winner        ? "1/2-1/2"
                      : *ending.winner == 0 ? "1-0"
                                            : "0-1") +
                     ' ' + word(ending.verdict) + " after " + std::to_string(game.moves.size()) + " plies";
  if (!is_failure(ending.verdict)) return text;
  const auto culprit = game.sides[static_cast<std::size_t>(1 - ending.winner.value_or(0))];
  text += "\n  " + rules.engines[culprit].name + ": " + ending.detail + "\n  position: " + ending.position;
  if (!ending.fen.empty() && ending.fen != ending.position) text += "\n  fen: " + ending.fen;
  for (const auto& line : ending.asked) text += "\n  " + line;
  if (!ending.line.empty()) text += "\n  line: " + ending.line;
  for (const auto& line : ending.errors) text += "\n  stderr: " + line;
  return text;
}

std::string live_line(const Results& results, const MatchRules& rules, const Progress& progress) {
  const double speed =
      progress.elapsed.count() > 0 ? static_cast<double>(progress.played) / progress.elapsed.count() : 0;
  std::string text = std::to_string(results.games()) + '/' + std::to_string(results.schedule().expected_games()) +
                     " games, " + print("%.2f/s, ", speed) +
                     (speed > 0 ? "ETA " + time_text(static_cast<double>(progress.remaining) / speed) : "ETA unknown");
  if (rules.engines.size() > 2) return text;
  const auto& tally = results.pairing(0);
  text += ", " + rules.engines[0].name + ' ' + score_text(tally) + ", Elo " + elo_text(tally);
  if (rules.sprt) text += print(", LLR %+.2f", log_likelihood_ratio(*rules.sprt, tally.pairs));
  return text;
}

std::vector<std::string> progress_lines(const Results& results, const MatchRules& rules, const Progress& progress,
                                        const std::vector<UnderWay>& games) {
  std::vector<std::string> lines{live_line(results, rules, progress)};
  std::string under_way;
  for (const auto& [game, since] : games) {
    const auto sides = results.schedule().sides(game);
    under_way += (under_way.empty() ? "" : "; ") + std::to_string(game + 1) + ' ' + rules.engines[sides[0]].name +
                 " - " + rules.engines[sides[1]].name + ' ' + time_text(since.count());
  }
  lines.push_back("under way: " + (under_way.empty() ? "none" : under_way));
  const auto pairings = results.schedule().pairings();
  for (std::size_t number = 0; rules.sprt && number < pairings; ++number)
    lines.push_back((pairings > 1 ? names_text(results, rules, number) + ": " : "") +
                    sprt_bar(*rules.sprt, results.pairing(number)));
  return lines;
}

std::string table(const Results& results, const MatchRules& rules) {
  std::string text = rules.game + ": " + std::to_string(results.games()) + " of " +
                     std::to_string(results.schedule().expected_games()) + " games\n";
  for (std::size_t number = 0; number < results.schedule().pairings(); ++number)
    if (rules.format != Format::knockout || results.pairing(number).games() > 0)
      text += pairing_text(results, rules, number);
  if (rules.format == Format::knockout) text += knockout_text(results, rules);
  if (rules.engines.size() > 2) text += ratings_text(results, rules) + '\n';
  text += "games ended by: " + counts_text(results.verdicts()) + '\n';
  text += different_text(results) + late_text(results, rules) + pv_faults_text(results, rules);
  text += "failures:";
  for (std::size_t number = 0; number < rules.engines.size(); ++number)
    text +=
        (number == 0 ? " " : "; ") + rules.engines[number].name + ' ' + counts_text(results.engine(number).failures);
  return text + '\n';
}

std::string latency_table(const Results& results, const MatchRules& rules) {
  const auto text_of = [](const Times& times) {
    const auto in_ms = [](Microseconds time) { return static_cast<double>(time.count()) / 1000; };
    if (times.count == 0) return std::string("unknown");
    return print("%.2f ms (longest %.1f)", in_ms(times.mean()), in_ms(times.longest));
  };
  std::string text;
  for (std::size_t number = 0; number < rules.engines.size(); ++number) {
    const auto latency = results.latency(number);
    text += "latency of " + rules.engines[number].name + ": readyok after " + text_of(latency.ready) +
            ", moves take beyond what it reports " + text_of(latency.beyond) + '\n';
  }
  return text;
}

}  // namespace crownd::match
