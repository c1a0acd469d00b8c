#pragma once

#include "match/game_record.hpp"
#include "match/results.hpp"
#include "match/settings.hpp"

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace crownd::match {

/// How far a run has come.
struct Progress {
  std::size_t played = 0;     ///< games in this run
  std::size_t remaining = 0;  ///< games that are still to come
  std::chrono::duration<double> elapsed{0};
};

/// A line about one finished game, with the position and the engine's line if it failed.
[[nodiscard]] std::string game_line(const GameRecord& game, const MatchRules& rules);

/// A line that says how the match stands: progress, games a second, time to go, the score of the first pairing.
[[nodiscard]] std::string live_line(const Results& results, const MatchRules& rules, const Progress& progress);

/// A game under way.
struct UnderWay {
  std::size_t game = 0;
  std::chrono::duration<double> since{0};
};

/// Lines that say more: the games under way, and how far the SPRT has come as a bar.
[[nodiscard]] std::vector<std::string> progress_lines(const Results& results, const MatchRules& rules,
                                                      const Progress& progress, const std::vector<UnderWay>& games);

/// The table: each pairing with all its statistics, the ratings of more than two engines, how games ended, and who
/// failed how often.
[[nodiscard]] std::string table(const Results& results, const MatchRules& rules);

/// A line for each engine that says how much time lies between it and the runner.
[[nodiscard]] std::string latency_table(const Results& results, const MatchRules& rules);

}  // namespace crownd::match
