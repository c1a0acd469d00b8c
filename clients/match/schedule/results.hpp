#pragma once

#include "match/game/game_record.hpp"
#include "match/schedule/schedule.hpp"
#include "match/statistics/latency.hpp"
#include "match/statistics/ratings.hpp"
#include "match/statistics/statistics.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <vector>

namespace crownd::match {

/// An engine's results against all opponents.
struct EngineResults {
  Tally tally;
  std::map<Verdict, std::int64_t> failures;  ///< games that it lost by a failure
  PvFaults pv_faults{};                      ///< number of its searches with each fault
};

/// The results of the games finished so far. They do not depend on the order in which games are added.
class Results {
 public:
  explicit Results(const Schedule& schedule);

  /// Adds a game; if it is there already, returns false and changes nothing.
  bool add(const GameRecord& game);
  /// Removes a game whose pair is not finished, since it is replayed.
  void discard(std::size_t index);

  [[nodiscard]] const Schedule& schedule() const { return schedule_; }
  [[nodiscard]] bool has(std::size_t game) const { return games_.contains(game); }
  /// For the first engine of the pairing, in this game and the next one; none unless both are there.
  [[nodiscard]] std::optional<int> half_points_of_pair(std::size_t game) const;
  [[nodiscard]] std::size_t games() const { return games_.size(); }
  /// How many games differ in their start position or moves.
  [[nodiscard]] std::size_t different_games() const;
  /// From the view of the pairing's first engine.
  [[nodiscard]] const Tally& pairing(std::size_t number) const { return pairings_[number]; }
  [[nodiscard]] const std::vector<Tally>& pairings() const { return pairings_; }
  [[nodiscard]] const EngineResults& engine(std::size_t number) const { return engines_[number]; }
  [[nodiscard]] const std::map<Verdict, std::int64_t>& verdicts() const { return verdicts_; }
  /// Of an engine in all its games.
  [[nodiscard]] Latency latency(std::size_t engine) const;
  /// All finished pairs, in the order of the schedule.
  [[nodiscard]] std::vector<PairResult> pairs() const;

 private:
  struct Counted {
    int points = 0;  ///< half points of the pairing's first engine
    Verdict verdict{};
    std::array<std::size_t, 2> sides{};
    std::array<PvFaults, 2> pv_faults{};  ///< by side
    std::array<Latency, 2> latency{};     ///< by side
    std::optional<std::size_t> failed{};  ///< the engine that lost by a failure
    std::size_t moves_hash = 0;           ///< of the start position and all moves
  };

  /// Adds the game to all counts except those of pairs, or with -1 subtracts it.
  void count(std::size_t index, const Counted& game, int times);

  Schedule schedule_;
  std::map<std::size_t, Counted> games_;
  std::vector<Tally> pairings_;
  std::vector<EngineResults> engines_;
  std::map<Verdict, std::int64_t> verdicts_;
};

}  // namespace crownd::match
