#pragma once

#include "match/output/output_files.hpp"
#include "match/report/state_file.hpp"
#include "match/report/table.hpp"
#include "match/tournament/settings.hpp"
#include "match/tournament/tournament.hpp"

#include <deque>
#include <iosfwd>

namespace crownd::match {

/// The name of the live file for a file of --json; empty if that is not a regular file.
[[nodiscard]] std::string live_file_of(const std::string& json_file);
/// Throws std::runtime_error if the file exists and was not written by a LiveFile.
void refuse_foreign_live_file(const std::string& file);

/// The files of --games-file and --epdout, if there are any.
[[nodiscard]] std::vector<RecordFile> game_files(const Settings& settings);

/// Throws std::runtime_error if an output file, unless it is appended to, has content that this run does not write
/// again. `games` are the games of earlier runs; `json_games` are those that it writes to the JSON file.
void refuse_to_overwrite(const Settings& settings, const std::vector<GameRecord>& games,
                         const std::vector<GameRecord>& json_games);

/// Cuts off incomplete records of these games at the ends of files that are appended to.
void cut_partial_records(const Settings& settings, const std::vector<GameRecord>& games);

/// Status lines at the bottom of a terminal. Returns the text to write.
class LiveArea {
 public:
  /// Replaces the lines shown, each new one cut to `columns`.
  [[nodiscard]] std::string show(const std::vector<std::string>& lines, std::size_t columns);
  [[nodiscard]] std::string clear();

 private:
  std::size_t shown_ = 0;
};

class LiveFile;

/// Reports a run: to the terminal, as JSON lines, and to the games file.
class Reporter final : public Observer {
 public:
  /// Also saves the games in `state`, unless it is null.
  Reporter(const Settings& settings, const Results& results, const LiveGames& live, StateWriter* state);
  ~Reporter() override;

  /// Writes a game of an earlier run, unless a file with --append has it.
  void earlier_game(const GameRecord& game);

  void began(std::size_t game) override;
  void abandoned(std::size_t game) override { running_.erase(game); }
  void tick() override;
  void finished(const GameRecord& game) override;
  void discarded(std::size_t game) override;
  void warning(const std::string& sentence) override;

  void end_games();
  void end(int exit_code);
  [[nodiscard]] bool failed() const {
    return plot_failed_ || (json_ && json_->failed()) ||
           std::any_of(game_files_.begin(), game_files_.end(), [](const auto& file) { return file.failed(); });
  }

 private:
  [[nodiscard]] Progress progress() const;
  void show_live();
  void clear_live();
  void report_time_loss(const GameRecord& game);
  void report_pv_faults(const GameRecord& game);
  [[nodiscard]] bool json_to_stdout() const { return settings_.json_file == "-"; }
  [[nodiscard]] std::ostream& text_output() const;
  [[nodiscard]] std::size_t remaining() const;  ///< games still to play

  const Settings& settings_;
  const Results& results_;
  StateWriter* state_;
  std::deque<GamesFile> game_files_;
  std::optional<OutputFile> json_;
  LineSet json_lines_;  ///< the lines of the file before this run
  std::unique_ptr<LiveFile> live_file_;
  std::set<std::size_t> reported_pv_faults_;  ///< engines whose first PV fault was reported
  bool reported_time_loss_ = false;           ///< a loss on time was reported
  bool terminal_ = false;
  bool plot_failed_ = false;
  LiveArea live_area_;
  std::map<std::size_t, std::chrono::steady_clock::time_point> running_;  ///< start times by game
  std::size_t played_ = 0;                                                ///< in this run
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

}  // namespace crownd::match
