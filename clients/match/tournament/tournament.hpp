#pragma once

#include "match/game/game_record.hpp"
#include "match/game/live_games.hpp"
#include "match/game/play_game.hpp"
#include "match/game/referee.hpp"
#include "match/schedule/results.hpp"
#include "match/settings.hpp"

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

/// Plays the games of a match that are not in the results yet, several concurrently.
class Tournament {
 public:
  /// Callbacks, called one at a time; an exception from one ends the tournament.
  struct Events {
    std::function<void(std::size_t)> began;
    std::function<void(std::size_t)> given_up;  ///< abandoned; it will be started again
    std::function<void()> tick;                 ///< each second
    std::function<void(const GameRecord&)> finished;
    std::function<void(std::size_t)> discarded;       ///< a finished game that does not count: its pair is replayed
    std::function<void(const std::string&)> trouble;  ///< a sentence for people; the match continues
  };

  /// `live` has the games that are being played. `results` holds the games played before; finished ones are added to
  /// it, under the tournament's lock, before their callback. A set `stop` ends the tournament and abandons games in
  /// progress.
  Tournament(const Settings& settings, const OpeningBook& book, Results& results, LiveGames& live, StopFlag& stop,
             Events events)
      : settings_(settings), book_(book), results_(results), live_(live), stop_(stop), events_(std::move(events)) {}

  /// Returns when all games are played, the SPRT has decided, or `stop` was set. Throws MatchStopped if an engine
  /// cannot be started, or crashes repeatedly, or the referee or a callback failed; the games finished until then
  /// have been reported.
  void run();

 private:
  class Slot;

  /// Waits if results decide which games are to be played, and some of these results are missing.
  std::optional<std::size_t> take_game();
  std::optional<std::size_t> find_game();
  /// The attempt number of the pair of a game that begins now.
  std::size_t attempt(std::size_t game);
  /// Whether the game is done: one of an earlier attempt does not count and must be replayed.
  bool finish(const GameRecord& game, std::size_t attempt);
  /// The other game of the pair does not count either, whether it is finished or being played.
  void replay_pair(std::size_t game);
  /// Throws MatchStopped if the referee failed before in a game of the same pair.
  void excuse_referee(std::size_t game, const RefereeError& error);
  /// A game without a verdict, because the runner was held up.
  void excuse_late_game(std::size_t game, const std::string& why);
  /// Calls tick until the games are over.
  void tick_until(const std::atomic<bool>& over);
  void report(const std::string& trouble);
  void fail(const std::string& why);
  /// Ends the match if an engine has crashed in too many games in a row.
  void count_crashes(const GameRecord& game);

  const Settings& settings_;
  const OpeningBook& book_;
  Results& results_;
  LiveGames& live_;
  StopFlag& stop_;
  Events events_;
  std::optional<TrafficLog> log_;
  HoldUps hold_ups_;
  std::mutex mutex_;
  std::condition_variable changed_;  ///< notified when a game has finished, or the match is over
  std::set<std::size_t> under_way_;
  std::size_t next_ = 0;
  std::vector<std::size_t> again_;               ///< finished games to be replayed
  std::map<std::size_t, std::size_t> attempts_;  ///< by pair, how often it was restarted
  std::set<std::size_t> unjudged_;               ///< pairs in which the referee failed
  std::map<std::size_t, std::size_t> crashes_;   ///< by engine, in its last games in a row
  std::string last_trouble_;
  std::string failure_;
};

/// Starts each engine once and checks its options, and that it can play every board size of the openings, so that a
/// mistake in the command line does not cost a game. Throws std::runtime_error that says what is wrong; `report` gets
/// what may be wrong.
void try_engines(const Settings& settings, const OpeningBook& book, const StopFlag& stop,
                 const std::function<void(const std::string&)>& report);

}  // namespace crownd::match
