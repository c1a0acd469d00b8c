#pragma once

#include "match/game/game_record.hpp"
#include "match/statistics/statistics.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

namespace crownd::match {

enum class Format : std::uint8_t {
  round_robin,
  gauntlet,  ///< the first engines against each of the others
  pyramid,   ///< each engine against all before it, one pairing after another
  knockout,  ///< the loser of a match is out
};

[[nodiscard]] std::string_view word(Format format);
[[nodiscard]] std::optional<Format> read_format(std::string_view text);

/// One of several parts of a match, made of whole pairs.
struct Shard {
  std::size_t number = 1;  ///< from 1
  std::size_t count = 1;
  [[nodiscard]] bool plays(std::size_t game) const { return (game / 2) % count == number - 1; }
  bool operator==(const Shard&) const = default;
};

/// Numbers all games from 0. 2k and 2k+1 are a pair: the same engines and opening with swapped sides. A round has a
/// pair for each pairing, all from one opening. A knockout has the pairings of a round robin; results decide which are
/// played.
struct Schedule {
  std::size_t engines = 2;
  Format format = Format::round_robin;
  std::size_t rounds = 1;
  std::size_t seeds = 1;  ///< of a gauntlet: how many engines play all the others

  [[nodiscard]] std::size_t pairings() const;
  /// The number of all games, numbered from 0.
  [[nodiscard]] std::size_t games() const { return pairs_a_pairing() * pairings() * 2; }
  /// The number of games that will be played unless results decide otherwise.
  [[nodiscard]] std::size_t expected_games() const;
  [[nodiscard]] std::size_t round_of(std::size_t game) const;
  [[nodiscard]] std::size_t pairing_of(std::size_t game) const;
  /// The game with the first of the two engines on side 0.
  [[nodiscard]] std::size_t game_of(std::size_t pairing, std::size_t round) const;
  [[nodiscard]] std::array<std::size_t, 2> pairing(std::size_t number) const;
  /// The engines of a game: which plays side 0 and which side 1.
  [[nodiscard]] std::array<std::size_t, 2> sides(std::size_t game) const;

 private:
  /// A level match of a knockout is extended by up to as many pairs again.
  [[nodiscard]] std::size_t pairs_a_pairing() const { return format == Format::knockout ? 2 * rounds : rounds; }
  [[nodiscard]] bool is_one_pairing_after_another() const {
    return format == Format::pyramid || format == Format::knockout;
  }
};

struct Times {
  std::int64_t count = 0;
  Microseconds sum{0};
  Microseconds longest{0};

  void add(Microseconds time);
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
  std::map<Verdict, std::int64_t> failures;  ///< games that it lost by a failure
  PvFaults pv_faults{};                      ///< number of its searches with each fault
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
  [[nodiscard]] const std::map<Verdict, std::int64_t>& verdicts() const { return verdicts_; }
  /// The latency of an engine in all its games.
  [[nodiscard]] Latency latency(std::size_t engine) const;
  /// All finished pairs, in the order of the schedule.
  [[nodiscard]] std::vector<PairResult> pairs() const;

 private:
  struct CountedGame {
    int points = 0;  ///< half points of the pairing's first engine
    Verdict verdict{};
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
  std::map<Verdict, std::int64_t> verdicts_;
};

/// A knockout match. A level match gets up to as many extra pairs, one by one; if it stays level, the first engine
/// advances.
struct KnockoutMatch {
  std::size_t round = 0;  ///< from 0
  std::size_t first = 0;  ///< engines; `first` was named before `second`
  std::size_t second = 0;
  std::size_t pairing = 0;  ///< in the schedule
  int half_points = 0;      ///< of `first`, in finished pairs
  int pairs = 0;            ///< finished ones
  std::optional<std::size_t> winner;
  std::vector<std::size_t> games;  ///< to be played now
};

/// The matches with known engines, by rounds. Engines are seeded in the order of the command line; the first ones get a
/// bye if their number is not a power of two.
struct Knockout {
  std::vector<KnockoutMatch> matches;
  std::optional<std::size_t> winner;
};

[[nodiscard]] Knockout knockout_of(const Results& results);

}  // namespace crownd::match
