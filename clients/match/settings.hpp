#pragma once

#include "match/engines/engine_player.hpp"
#include "match/engines/engine_spec.hpp"
#include "match/game/adjudication.hpp"
#include "match/openings/opening_book.hpp"
#include "match/output/game_text.hpp"
#include "match/output/traffic_log.hpp"
#include "match/schedule/schedule.hpp"
#include "match/statistics/sprt.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace crownd::match {

/// What decides which games are played, and how: shards of a match, and its resumed runs, must agree on all of it.
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
  int book_plies = 0;             ///< of a random line of the openings file, which is a book; 0: it is none
  int random_plies = 0;
  AdjudicationRules adjudication;
  std::optional<SprtRules> sprt;

  [[nodiscard]] Schedule schedule() const { return {engines.size(), format, rounds, seeds}; }
  [[nodiscard]] std::vector<std::string> names() const;
};

[[nodiscard]] Headings headings_of(const MatchRules& rules);

/// All settings of a run.
struct Settings {
  MatchRules rules;
  std::vector<std::string> referee;  ///< the command that starts crownd
  Patience patience;
  Milliseconds retry{300'000};          ///< total time of the pauses before retries if an engine cannot be started
  std::size_t stop_after_failures = 5;  ///< consecutive games in which one engine crashed; 0: never
  std::size_t concurrency = 1;
  std::vector<int> cores;  ///< for the engines of the games, `cores_a_game` for each game at a time; empty: wherever
  std::size_t cores_a_game = 1;
  Milliseconds wait{0};  ///< pause between two games
  Shard shard;
  double clock_scale = 1;
  std::optional<double> reference_speed;  ///< nodes per second of the machine that the clocks are meant for
  std::string openings_text;
  bool usual_openings = false;  ///< the command line names none
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

  /// For the engines of one slot; empty: no affinity.
  [[nodiscard]] std::vector<int> cores_of(std::size_t slot) const;
  [[nodiscard]] Headings headings() const;
};

}  // namespace crownd::match
