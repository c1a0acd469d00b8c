#pragma once

#include "match/game_record.hpp"
#include "match/ratings.hpp"
#include "match/schedule.hpp"
#include "match/statistics.hpp"

#include <cstddef>
#include <map>
#include <vector>

namespace crownd::match {

/// What an engine did, whomever it played.
struct EngineResults {
  Tally tally;
  std::map<Verdict, std::int64_t> failures;  ///< games that it lost by its own fault
};

/// The results of the games finished so far. They depend on which games are in it, not on the order in which they came.
class Results {
 public:
  explicit Results(const Schedule& schedule);

  /// Adds a game; false, and nothing is changed, if it is there already.
  bool add(const GameRecord& game);

  [[nodiscard]] const Schedule& schedule() const { return schedule_; }
  [[nodiscard]] bool has(std::size_t game) const { return half_points_.contains(game); }
  [[nodiscard]] std::size_t games() const { return half_points_.size(); }
  /// Seen by the first engine of the pairing.
  [[nodiscard]] const Tally& pairing(std::size_t number) const { return pairings_[number]; }
  [[nodiscard]] const EngineResults& engine(std::size_t number) const { return engines_[number]; }
  [[nodiscard]] const std::map<Verdict, std::int64_t>& verdicts() const { return verdicts_; }
  /// All finished pairs, in the order of the schedule.
  [[nodiscard]] std::vector<PairResult> pairs() const;

 private:
  Schedule schedule_;
  std::map<std::size_t, int> half_points_;  ///< by game, of the pairing's first engine
  std::vector<Tally> pairings_;
  std::vector<EngineResults> engines_;
  std::map<Verdict, std::int64_t> verdicts_;
};

}  // namespace crownd::match
