#pragma once

#include "match/games_file.hpp"
#include "match/live_area.hpp"
#include "match/output_file.hpp"
#include "match/report.hpp"

#include <chrono>
#include <cstddef>
#include <iosfwd>
#include <map>
#include <memory>
#include <optional>
#include <set>

namespace crownd::match {

/// Tells what happens in a run to whoever wants to know: people, the JSON lines, the games file. Used under a lock.
class Announcer {
 public:
  Announcer(const Settings& settings, const Results& results);

  /// A game of an earlier run, for the games file; the JSON lines tell it again too, so that they are complete. What is
  /// only added to keeps the games that it has.
  void earlier_game(const GameRecord& game);
  void began(std::size_t game);
  /// Some time has passed.
  void tick();
  /// A game that was begun does not go on.
  void given_up(std::size_t game);
  /// A game that has just finished and is among the results.
  void game(const GameRecord& game);
  /// A game that was told does not count: it is played again.
  void discarded(std::size_t game);
  /// Something for people to know while play goes on.
  void trouble(const std::string& sentence);
  /// No more games will be told.
  void end_games();
  void end(int exit_code);
  /// Whether something could not be written.
  [[nodiscard]] bool failed() const {
    return plot_failed_ || (games_ && games_->failed()) || (positions_ && positions_->failed()) ||
           (json_ && json_->failed());
  }

 private:
  void write(const GameRecord& game);
  void draw();
  [[nodiscard]] Progress progress();
  void show_live();
  /// Before other lines are written.
  void clear_live();
  /// The first fault of each engine in what it says of its searches.
  void tell_pv_faults(const GameRecord& game);
  [[nodiscard]] bool json_to_stdout() const { return settings_.json_file == "-"; }
  [[nodiscard]] std::ostream& people() const;
  [[nodiscard]] std::size_t count_remaining() const;

  const Settings& settings_;
  const Results& results_;
  std::optional<GamesFile> games_;
  std::optional<GamesFile> positions_;
  std::optional<OutputFile> json_;
  LineSet games_lines_;  ///< what the files hold that are added to
  LineSet json_lines_;
  LineSet position_lines_;
  std::set<std::size_t> faulty_;  ///< engines of which a fault in a pv was told
  bool terminal_ = false;
  bool plot_failed_ = false;
  LiveArea live_;
  std::map<std::size_t, std::chrono::steady_clock::time_point> under_way_;  ///< since when
  std::size_t played_ = 0;                                                  ///< in this run
  std::optional<std::size_t> remaining_;  ///< after them; counted when the first game is told
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

}  // namespace crownd::match
