#pragma once

#include "match/tournament/results.hpp"
#include "match/tournament/settings.hpp"

namespace crownd::match {

struct Progress {
  std::size_t played = 0;     ///< games in this run
  std::size_t remaining = 0;  ///< games still to play
  std::chrono::duration<double> elapsed{0};
};

/// A line about one finished game, with the position and the engine's line if it failed.
[[nodiscard]] std::string game_line(const GameRecord& game, const MatchRules& rules);

/// A status line: progress, games per second, time left, the score of the first pairing.
[[nodiscard]] std::string live_line(const Results& results, const MatchRules& rules, const Progress& progress);

struct RunningGame {
  std::size_t game = 0;
  std::chrono::duration<double> since{0};
};

/// More status lines: the games in progress, and the LLR of the SPRT as a bar.
[[nodiscard]] std::vector<std::string> progress_lines(const Results& results, const MatchRules& rules,
                                                      const Progress& progress, const std::vector<RunningGame>& games);

/// The table: each pairing with all its statistics, the ratings if there are more than two engines, game endings, and
/// the failures of each engine.
[[nodiscard]] std::string table(const Results& results, const MatchRules& rules);

/// A line for each engine with its overhead, see Latency.
[[nodiscard]] std::string latency_table(const Results& results, const MatchRules& rules);

}  // namespace crownd::match
