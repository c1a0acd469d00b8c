#pragma once

#include "match/game/game_record.hpp"
#include "match/statistics/statistics.hpp"
#include "match/tournament/schedule.hpp"

#include <map>

namespace crownd::match {

struct Times {
  std::int64_t count = 0;
  Microseconds sum{0};
  Microseconds max{0};

  void add(Microseconds time) { add({1, time, time}); }
  void add(const Times& times);
  [[nodiscard]] Microseconds mean() const { return count == 0 ? Microseconds{0} : sum / count; }
};

/// Overhead between the runner and an engine.
struct Latency {
  Times ready;   ///< from isready to readyok, before each search
  Times beyond;  ///< measured time of its moves minus the time that it reported
  Times late;    ///< excess of its moves over their time limits, where the margin forgave it

  void add(const Latency& other);
};

/// The latency of the engine on side 0 or 1.
[[nodiscard]] Latency latency_of(const GameRecord& game, int side);

/// An engine's results against all opponents.
struct EngineResults {
  Tally tally;
  std::map<Termination, std::int64_t> failures;  ///< games that it lost by a failure
  PvFaults pv_faults{};                          ///< number of its searches with each fault
};

/// The results of the finished games, in any order.
class Results {
 public:
  explicit Results(const Schedule& schedule);

  /// Returns false if the game was added before.
  bool add(const GameRecord& game);
  /// Removes a game whose pair is not finished.
  void discard(std::size_t index);

  [[nodiscard]] const Schedule& schedule() const { return schedule_; }
  [[nodiscard]] bool has(std::size_t game) const { return games_.contains(game); }
  /// The half points of the pairing's first engine in this game and the next one; none unless both are finished.
  [[nodiscard]] std::optional<int> half_points_of_pair(std::size_t game) const;
  [[nodiscard]] std::size_t games() const { return games_.size(); }
  /// How many games differ in their start position or moves.
  [[nodiscard]] std::size_t different_games() const;
  /// The score of the pairing's first engine.
  [[nodiscard]] const Tally& pairing(std::size_t number) const { return pairings_[number]; }
  [[nodiscard]] const std::vector<Tally>& pairings() const { return pairings_; }
  [[nodiscard]] const EngineResults& engine(std::size_t number) const { return engines_[number]; }
  [[nodiscard]] const std::map<Termination, std::int64_t>& terminations() const { return terminations_; }
  /// The latency of an engine in all its games.
  [[nodiscard]] Latency latency(std::size_t engine) const;
  /// All finished pairs, in the order of the schedule.
  [[nodiscard]] std::vector<PairResult> pairs() const;

 private:
  struct CountedGame {
    int points = 0;  ///< half points of the pairing's first engine
    Termination termination{};
    std::array<std::size_t, 2> sides{};
    std::array<PvFaults, 2> pv_faults{};  ///< by side
    std::array<Latency, 2> latency{};     ///< by side
    std::optional<std::size_t> failed{};  ///< the engine that lost by a failure
    std::size_t moves_hash = 0;           ///< of the start position and all moves
  };

  /// Adds the game to all counts except those of pairs, or with -1 subtracts it.
  void count(std::size_t index, const CountedGame& game, int times);

  Schedule schedule_;
  std::map<std::size_t, CountedGame> games_;
  std::vector<Tally> pairings_;
  std::vector<EngineResults> engines_;
  std::map<Termination, std::int64_t> terminations_;
};

}  // namespace crownd::match
