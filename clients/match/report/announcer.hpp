#pragma once

#include "match/output/games_file.hpp"
#include "match/output/output_file.hpp"
#include "match/report/live_area.hpp"
#include "match/report/live_file.hpp"
#include "match/report/report.hpp"

#include <chrono>
#include <cstddef>
#include <iosfwd>
#include <map>
#include <memory>
#include <optional>
#include <set>

namespace crownd::match {

/// Reports the events of a run: to people, as JSON lines, and to the games file; `live` beside the JSON lines. Calls
/// must be serialized by a lock.
class Announcer {
 public:
  Announcer(const Settings& settings, const Results& results, const LiveGames& live);

  /// A game of an earlier run, for the games file; the JSON lines repeat it too, so that they are complete. A file that
  /// is appended to keeps the games that it has.
  void earlier_game(const GameRecord& game);
  void began(std::size_t game);
  /// Called each second; refreshes the live lines.
  void tick();
  /// A game that had begun was abandoned.
  void given_up(std::size_t game);
  /// A game that has just finished and is in the results.
  void game(const GameRecord& game);
  /// A finished game, reported before, that does not count: it will be replayed.
  void discarded(std::size_t game);
  /// A warning for people during play.
  void trouble(const std::string& sentence);
  /// No more games will follow.
  void end_games();
  void end(int exit_code);
  /// Whether writing any output failed.
  [[nodiscard]] bool failed() const {
    return plot_failed_ || (games_ && games_->failed()) || (positions_ && positions_->failed()) ||
           (json_ && json_->failed());
  }

 private:
  void write(const GameRecord& game);
  void draw();
  [[nodiscard]] Progress progress();
  void show_live();
  /// Call before writing other lines.
  void clear_live();
  /// Advises at the first loss on time.
  void report_time_loss(const GameRecord& game);
  /// Reports the first PV fault of each engine.
  void report_pv_faults(const GameRecord& game);
  [[nodiscard]] bool json_to_stdout() const { return settings_.json_file == "-"; }
  [[nodiscard]] std::ostream& people() const;
  [[nodiscard]] std::size_t count_remaining() const;

  const Settings& settings_;
  const Results& results_;
  std::optional<GamesFile> games_;
  std::optional<GamesFile> positions_;
  std::optional<OutputFile> json_;
  std::optional<LiveFile> live_file_;
  LineSet games_lines_;  ///< what the files that are appended to already hold
  LineSet json_lines_;
  LineSet position_lines_;
  std::set<std::size_t> faulty_;  ///< engines of which a PV fault was reported
  bool lost_on_time_ = false;     ///< a loss on time was reported
  bool terminal_ = false;
  bool plot_failed_ = false;
  LiveArea live_;
  std::map<std::size_t, std::chrono::steady_clock::time_point> under_way_;  ///< start times by game
  std::size_t played_ = 0;                                                  ///< in this run
  std::optional<std::size_t> remaining_;  ///< games still to play after those; counted when the first game is reported
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

}  // namespace crownd::match
