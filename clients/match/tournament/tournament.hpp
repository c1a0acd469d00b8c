#pragma once

#include "match/game/play_game.hpp"
#include "match/tournament/results.hpp"
#include "match/tournament/settings.hpp"

namespace crownd::match {

/// Whether the SPRT, if there is one, has ended for all pairings.
[[nodiscard]] bool is_decided(const Results& results, const MatchRules& rules);

/// Whether an unplayed game is still to be played: not if the SPRT of its pairing has ended. For a knockout,
/// knockout_of decides.
[[nodiscard]] bool is_wanted(const Results& results, const MatchRules& rules, std::size_t game);

/// Whether this shard has no more games to play.
[[nodiscard]] bool is_complete(const Results& results, const MatchRules& rules, const Shard& shard);

/// Thrown if a match cannot continue.
class MatchStopped : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Receives the events of a tournament, from one thread at a time. An exception ends the tournament.
class Observer {
 public:
  virtual ~Observer() = default;

  virtual void began(std::size_t game) = 0;
  /// The game will be started again.
  virtual void abandoned(std::size_t game) = 0;
  /// Called each second.
  virtual void tick() = 0;
  virtual void finished(const GameRecord& game) = 0;
  /// A finished game will be replayed.
  virtual void discarded(std::size_t game) = 0;
  virtual void warning(const std::string& sentence) = 0;
};

/// Plays the remaining games of a match, several concurrently. Adds each finished game to `results` before it calls the
/// observer. `log` may be null. Returns when all games are played, the SPRT has decided, or `stop` was set, which
/// abandons the running games. Throws MatchStopped if an engine cannot be started or crashes repeatedly, or if the
/// referee or the observer failed.
void play_games(const Settings& settings, const OpeningBook& book, Results& results, LiveGames& live, TrafficLog* log,
                StopFlag& stop, Observer& observer);

/// Starts each engine once, and checks its options and that it plays all board sizes of the openings. Throws
/// std::runtime_error.
void check_engines(const Settings& settings, const OpeningBook& book, const StopFlag& stop, Observer& observer);

}  // namespace crownd::match
