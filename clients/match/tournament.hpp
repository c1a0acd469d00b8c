#pragma once

#include "match/game.hpp"
#include "match/game_record.hpp"
#include "match/referee.hpp"
#include "match/results.hpp"
#include "match/settings.hpp"
#include "match/stop_flag.hpp"

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace crownd::match {

/// Why a match cannot go on: a sentence for people.
class MatchStopped : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Plays the games of a match that are not there yet, several at once.
class Tournament {
 public:
  /// Told what happens, one at a time; what they throw ends the tournament.
  struct Events {
    std::function<void(std::size_t)> began;
    std::function<void(std::size_t)> given_up;  ///< it began, and is to begin again
    std::function<void()> tick;                 ///< each second
    std::function<void(const GameRecord&)> finished;
    std::function<void(std::size_t)> discarded;       ///< a finished game that does not count: its pair is replayed
    std::function<void(const std::string&)> trouble;  ///< a sentence for people; play goes on
  };

  /// `results` holds the games played before; finished ones are added to it, under a lock of the tournament, before
  /// they are told. A set `stop` ends the tournament; a game in progress is given up then.
  Tournament(const Settings& settings, const OpeningBook& book, Results& results, StopFlag& stop, Events events)
      : settings_(settings), book_(book), results_(results), stop_(stop), events_(std::move(events)) {}

  /// Returns when all games are played, the SPRT has decided, or `stop` was set. Throws MatchStopped if an engine
  /// cannot be started, or crashes again and again, or the referee or an event failed; the games finished until then
  /// have been told.
  void run();

 private:
  class Slot;

  /// Waits where results decide which games are wanted, and some are still to come.
  std::optional<std::size_t> take_game();
  std::optional<std::size_t> find_game();
  /// Which try at its pair a game belongs to that begins now.
  std::size_t attempt(std::size_t game);
  /// Whether that is done with: a game of an earlier attempt does not count and is to be played again.
  bool finish(const GameRecord& game, std::size_t attempt);
  /// The other game of the pair does not count either, whether it is finished or being played.
  void replay_pair(std::size_t game);
  /// Throws MatchStopped if the referee failed in a game of the same pair before.
  void excuse_referee(std::size_t game, const RefereeError& error);
  /// A game without a verdict, since the runner was held up.
  void excuse_late_game(std::size_t game, const std::string& why);
  /// Lets the time be told until the games are over.
  void tick_until(const std::atomic<bool>& over);
  void tell(const std::string& trouble);
  void fail(const std::string& why);
  /// Ends the match if the game is one too many in which an engine crashed.
  void count_crashes(const GameRecord& game);

  const Settings& settings_;
  const OpeningBook& book_;
  Results& results_;
  StopFlag& stop_;
  Events events_;
  std::optional<TrafficLog> log_;
  HoldUps hold_ups_;
  std::mutex mutex_;
  std::condition_variable changed_;  ///< a game was finished, or the match is over
  std::set<std::size_t> under_way_;
  std::size_t next_ = 0;
  std::vector<std::size_t> again_;               ///< finished games that are to be replayed
  std::map<std::size_t, std::size_t> attempts_;  ///< by pair, how often it was begun anew
  std::set<std::size_t> unjudged_;               ///< pairs in which the referee failed
  std::map<std::size_t, std::size_t> crashes_;   ///< by engine, in its last games in a row
  std::string last_trouble_;
  std::string failure_;
};

/// Starts each engine once and asks it whether it can play from each size of board that the openings have, so that a
/// mistake in a command line is no lost game. Throws std::runtime_error that says what is wrong.
void try_engines(const Settings& settings, const OpeningBook& book, const StopFlag& stop);

}  // namespace crownd::match
