#pragma once

#include "match/game/game_record.hpp"
#include "match/game/player.hpp"
#include "match/game/referee.hpp"
#include "match/game/runner_delays.hpp"
#include "wire/reply.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace crownd::match {

/// The rules of adjudication; 0 turns a rule off. The games themselves have no draw by repetition or by quiet moves.
struct AdjudicationRules {
  int repetitions = 3;     ///< draw at this occurrence of a position
  int quiet_plies = 100;   ///< draw after this many plies without a capture or a man's move
  int max_plies = 1000;    ///< draw after this many plies, the opening included
  int draw_plies = 0;      ///< draw after this many consecutive scores within draw_score
  int draw_score = 10;     ///< centipawns
  int draw_from = 0;       ///< not before this ply
  int win_plies = 0;       ///< win after this many consecutive scores of at least win_score for one side
  int win_score = 600;     ///< centipawns
  bool one_sided = false;  ///< only the loser's scores count for a win (resignation)
  bool exact = false;      ///< use exact results that the referee knows
  bool operator==(const AdjudicationRules&) const = default;
};

/// Called after each ply of an ongoing game. `side` is to move.
[[nodiscard]] std::optional<Ending> adjudicate(const AdjudicationRules& rules, const std::vector<MoveRecord>& moves,
                                               const wire::Status& status, int side);

struct LiveGame {
  GameRecord game;  ///< the record at the start of the game
  std::vector<std::string> moves;
  std::array<std::optional<MoveRecord>, 2> last{};  ///< by side: its last move after the opening
  int turn = 0;
  /// At `since`, by side.
  std::array<std::optional<Microseconds>, 2> clocks{};
  /// When the side to move got its `go`, since 1970; none before the first move.
  std::optional<Milliseconds> since{};
};

/// The running games, for status displays. Thread-safe; never waits for a file.
class LiveGames {
 public:
  /// Changes the entry of a game, which is created if needed.
  void change(std::size_t index, const std::function<void(LiveGame&)>& change);
  void remove(std::size_t index);
  [[nodiscard]] std::vector<LiveGame> all() const;
  [[nodiscard]] std::uint64_t changes() const;

 private:
  mutable std::mutex mutex_;
  std::map<std::size_t, LiveGame> games_;  ///< by index
  std::uint64_t changes_ = 0;
};

struct PvFaultReport {
  PvFault fault{};
  std::string text;
};

/// Checks all info lines of a search from the position after `moves` from `start`; returns each kind of fault once.
/// Leaves the referee at that position. Throws RefereeError.
[[nodiscard]] std::vector<PvFaultReport> check_pvs(Referee& referee, const std::string& start,
                                                   const std::vector<std::string>& moves, const SearchResult& found);

/// One player of a game, with its limits.
struct Seat {
  Player& player;
  Limits limits;
  bool ponder = false;
  bool check_pv = false;  ///< check the PVs that it sends
};

/// Thrown if a move was late because the runner got no CPU: the game does not count.
class GameVoided : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Plays a game from an opening to its end; side 0 is seats[0]. Returns `record`, which has the index, sides and
/// opening of the game, with the rest. `runner_delays` and `live` may be null. Throws RefereeError, GameVoided, and
/// Stopped if the players throw it.
[[nodiscard]] GameRecord play_game(Referee& referee, const std::array<Seat, 2>& seats, const Opening& opening,
                                   const AdjudicationRules& rules, RunnerDelays* runner_delays = nullptr,
                                   LiveGames* live = nullptr, GameRecord record = {});

}  // namespace crownd::match
