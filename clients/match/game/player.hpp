#pragma once

#include "wire/reply.hpp"
#include "wire/words.hpp"

#include <array>
#include <atomic>
#include <chrono>

namespace crownd::match {

using Microseconds = std::chrono::microseconds;
using Milliseconds = std::chrono::milliseconds;

/// On a busy machine a search thread notices its deadline late: up to 450 ms with twenty running threads per core.
inline constexpr Milliseconds default_margin{1000};

struct TimeControl {
  std::optional<Microseconds> clock;     ///< for the game, or for each `moves_per_period` moves
  int moves_per_period = 0;              ///< 0: the clock is for the whole game
  Microseconds increment{0};             ///< after each move
  std::optional<Microseconds> movetime;  ///< for each move
  std::optional<std::uint64_t> nodes;
  std::optional<int> depth;
  Microseconds margin{0};  ///< tolerated delay

  [[nodiscard]] bool limited() const { return clock || movetime || nodes || depth; }
  /// The same with all times multiplied by `factor`, for a slower machine.
  [[nodiscard]] TimeControl scaled(double factor) const;
  bool operator==(const TimeControl&) const = default;
};

/// Reads `[MOVES/]TIME[+INCREMENT]` with times in seconds (`40/60+0.6`, `1+0.01`) or minutes:seconds into `control`.
/// Throws std::invalid_argument.
void read_time_control(std::string_view text, TimeControl& control);
/// Reads a time in seconds, or minutes:seconds, which may be 0. Throws std::invalid_argument.
[[nodiscard]] Microseconds read_seconds(std::string_view text);

/// The time control as in PGN: `40/60+0.6`, `1/0.1` for a tenth of a second per move, `-` without a time limit.
[[nodiscard]] std::string time_control_text(const TimeControl& control);

/// One player's clock during one game.
class GameTimer {
 public:
  explicit GameTimer(const TimeControl& control)
      : control_(control), left_(control.clock), moves_left_(control.moves_per_period) {}

  [[nodiscard]] std::optional<Microseconds> left() const { return left_; }
  /// Moves until the next time control; 0 if there is none.
  [[nodiscard]] int moves_to_go() const { return moves_left_; }
  /// How long the next move may take, margin included; none without a time limit.
  [[nodiscard]] std::optional<Microseconds> allowance() const;
  /// By how much a move of this length exceeds the time limits, margin excluded; zero if it does not.
  [[nodiscard]] Microseconds excess(Microseconds time) const;
  /// Subtracts the time of a move. Returns by how much it exceeded the limit, margin included; zero if it did not.
  Microseconds spend(Microseconds time);

 private:
  TimeControl control_;
  std::optional<Microseconds> left_;
  int moves_left_;
};

/// Set to stop the match; all long waits check it.
using StopFlag = std::atomic<bool>;

/// Thrown when the flag is set.
struct Stopped {};

/// How often a long wait checks the flag.
inline constexpr Milliseconds stop_poll_interval{50};
/// Throws Stopped if the flag is set meanwhile.
void sleep_unless_stopped(Milliseconds time, const StopFlag& stop);

/// An engine's text, printable and truncated to `max` bytes.
[[nodiscard]] inline std::string shown(std::string_view text, std::size_t max = 400) {
  return wire::printable(text.substr(0, max)) + (text.size() > max ? "..." : "");
}

/// The start position of a game in all forms.
struct Start {
  std::string text;  ///< in the referee's form, or "startpos"
  std::string fen;   ///< as FEN or PDN FEN; empty if the game has none
};

/// A request for a move: the moves so far and the clocks.
struct MoveRequest {
  const Start& start;
  const std::vector<std::string>& moves;
  std::array<std::optional<Microseconds>, 2> clocks{};  ///< of side 0 and side 1
  std::array<Microseconds, 2> increments{};
  int moves_to_go = 0;                      ///< 0: none
  std::optional<Microseconds> allowance{};  ///< until the move is late
};

enum class Answer : std::uint8_t {
  move,
  no_move,    ///< `bestmove (none)`
  malformed,  ///< not a `bestmove` with one word for a move
  gone,       ///< the process or connection ended
  garbled,    ///< a line beyond the limit; nothing more is read
  silent,     ///< nothing before the deadline
};

struct SearchResult {
  Answer answer = Answer::silent;
  std::string move{};
  std::optional<std::string> ponder{};
  Microseconds time{0};  ///< from the request to the answer
  std::chrono::steady_clock::time_point started_at{};
  std::optional<Microseconds> ready_after{};  ///< time to answer isready before the request
  wire::Info info{};                          ///< the last info line of the best line
  std::vector<wire::Info> reports{};          ///< the last ones with a pv, oldest first
  std::vector<std::string> asked{};           ///< the lines sent to it
  std::string line{};                         ///< the line of the answer, or the last line received if there was none
};

/// Interface of a player. Used by one thread at a time.
class Player {
 public:
  virtual ~Player() = default;

  /// Prepares for a game, with a restart if needed; returns an error or nothing.
  virtual std::optional<std::string> prepare(const Start& start) = 0;
  /// Searches. Returns also if the engine does not answer.
  virtual SearchResult think(const MoveRequest& request) = 0;
  /// Starts pondering: the last of the moves is the predicted one.
  virtual void ponder(const MoveRequest& request) = 0;
  /// The last lines of its standard error in this game.
  [[nodiscard]] virtual std::vector<std::string> errors() const { return {}; }
};

}  // namespace crownd::match
