#pragma once

#include "match/game/time_control.hpp"
#include "wire/reply.hpp"
#include "wire/words.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <thread>

namespace crownd::match {

/// Set to stop the match; all long waits check it.
using StopFlag = std::atomic<bool>;

/// Thrown when the flag is set.
struct Stopped {};

/// How often a long wait checks the flag.
inline constexpr Milliseconds stop_poll_interval{50};
/// Throws Stopped if the flag is set meanwhile.
inline void sleep_unless_stopped(Milliseconds time, const StopFlag& stop) {
  const auto end = std::chrono::steady_clock::now() + time;
  for (auto now = end - time; now < end; now = std::chrono::steady_clock::now()) {
    if (stop) throw Stopped{};
    std::this_thread::sleep_for(std::min<std::chrono::nanoseconds>(end - now, stop_poll_interval));
  }
}

/// At most `max` characters from the beginning of UTF-8 text; an invalid byte is a character.
[[nodiscard]] inline std::string_view first_characters(std::string_view text, std::size_t max) {
  std::size_t end = 0;
  for (; max > 0 && end < text.size(); --max)
    end += std::max<std::size_t>(1, wire::first_code_point(text.substr(end)).bytes);
  return text.substr(0, end);
}

/// An engine's text, printable and truncated to `max` characters.
[[nodiscard]] inline std::string shown(std::string_view text, std::size_t max = 400) {
  const auto begin = first_characters(text, max);
  return wire::printable(begin) + (begin.size() < text.size() ? "..." : "");
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
