#pragma once

#include "match/engines/engine_player.hpp"
#include "match/game/adjudication.hpp"
#include "match/output/game_text.hpp"
#include "match/statistics/statistics.hpp"
#include "match/tournament/openings.hpp"
#include "match/tournament/schedule.hpp"

namespace crownd::match {

/// The settings that all shards and resumed runs of a match must share.
struct MatchRules {
  std::string game;
  std::vector<EngineSpec> engines;
  Format format = Format::round_robin;
  std::size_t seeds = 1;  ///< of a gauntlet
  std::size_t rounds = 50;
  std::string openings_file;          ///< empty: the start position
  std::uint64_t openings_digest = 0;  ///< of the file's text
  std::size_t opening_plies = 0;      ///< use this many moves of each opening; 0: all
  Order order = Order::sequential;
  std::uint64_t seed = 1;
  std::size_t first_opening = 1;  ///< from 1
  int book_plies = 0;             ///< length of random lines from a book; 0: the file is not a book
  int random_plies = 0;
  AdjudicationRules adjudication;
  std::optional<SprtRules> sprt;

  [[nodiscard]] Schedule schedule() const { return {engines.size(), format, rounds, seeds}; }
  [[nodiscard]] std::vector<std::string> names() const { return wire::names(engines, &EngineSpec::name); }
};

/// All settings of a run.
struct Settings {
  MatchRules rules;
  std::vector<std::string> referee;  ///< the command that starts crownd
  Timeouts timeouts;
  Milliseconds retry{300'000};          ///< total pauses if an engine cannot be started
  std::size_t stop_after_failures = 5;  ///< consecutive crashes of one engine; 0: never
  std::size_t concurrency = 1;
  std::vector<int> cores;  ///< `cores_per_game` for each slot; empty: no affinity
  std::size_t cores_per_game = 1;
  Milliseconds wait{0};  ///< pause between two games
  Shard shard;
  double clock_scale = 1;
  std::optional<double> reference_speed;  ///< nodes per second of the reference machine
  std::string openings_text;
  bool default_openings = false;  ///< the command line has none
  std::string state_file;
  bool resume = false;
  std::string games_file;
  std::string epd_file;   ///< for the final position of each game
  std::string json_file;  ///< "-" is standard output
  LogRules log;
  bool check_pv = true;
  bool show_latency = false;
  bool progress = false;
  std::string plot_file;
  std::string event = "crown-match";  ///< for the games file
  std::string site = "?";
  bool append = false;  ///< to both files
  std::size_t report_every = 20;
  bool quiet = false;

  /// The cores for the engines of one slot; empty: no affinity.
  [[nodiscard]] std::vector<int> cores_of(std::size_t slot) const {
    if (cores.empty()) return {};
    const auto first = cores.begin() + static_cast<std::ptrdiff_t>(slot * cores_per_game);
    return {first, first + static_cast<std::ptrdiff_t>(cores_per_game)};
  }
  [[nodiscard]] Headings headings() const {
    Headings headings{rules.game, rules.names(), event, site};
    for (const auto& engine : rules.engines) headings.time_controls.push_back(time_control_text(engine.time_control));
    return headings;
  }
};

}  // namespace crownd::match
