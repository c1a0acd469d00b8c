#pragma once

#include "match/game_record.hpp"
#include "match/results.hpp"
#include "match/settings.hpp"
#include "match/stop_flag.hpp"

#include <functional>
#include <mutex>
#include <optional>
#include <string>

namespace crownd::match {

/// Plays the games of a match that are not there yet, several at once.
class Tournament {
 public:
  /// Told of each finished game, one at a time; what it throws ends the tournament.
  using OnGame = std::function<void(const GameRecord&)>;

  /// `results` holds the games played before; finished ones are added to it, under a lock of the tournament, before
  /// `on_game` is called. A set `stop` ends the tournament; a game in progress is given up then.
  Tournament(const Settings& settings, const OpeningBook& book, Results& results, StopFlag& stop, OnGame on_game)
      : settings_(settings), book_(book), results_(results), stop_(stop), on_game_(std::move(on_game)) {}

  /// Returns when all games are played, the SPRT has decided, or `stop` was set. Throws std::runtime_error if the
  /// referee or on_game failed; the games finished until then have been told.
  void run();

 private:
  class Slot;

  std::optional<std::size_t> take_game();
  void finish(const GameRecord& game);
  void fail(const std::string& why);

  const Settings& settings_;
  const OpeningBook& book_;
  Results& results_;
  StopFlag& stop_;
  OnGame on_game_;
  std::mutex mutex_;
  std::size_t next_ = 0;
  std::string failure_;
};

/// Whether the SPRT, if there is one, has its answer.
[[nodiscard]] bool is_decided(const Results& results, const MatchRules& rules);

/// Starts each engine once and asks it whether it can play from each size of board that the openings have, so that a
/// mistake in a command line is no lost game. Throws std::runtime_error that says what is wrong.
void try_engines(const Settings& settings, const OpeningBook& book, const StopFlag& stop);

}  // namespace crownd::match
