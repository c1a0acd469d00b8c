#pragma once

#include "match/game/limits.hpp"
#include "match/game/stop.hpp"
#include "wire/reply.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace crownd::match {

/// The start position of a game, in every form that an engine may need.
struct Start {
  std::string text;  ///< in the referee's form, or "startpos"
  std::string fen;   ///< as FEN or PDN FEN; empty if the game has none
};

/// A request for a move: the moves so far and the clocks.
struct Question {
  const Start& start;
  const std::vector<std::string>& moves;
  std::array<std::optional<Microseconds>, 2> clocks{};  ///< of side 0 and side 1
  std::array<Microseconds, 2> increments{};
  int moves_to_go = 0;                      ///< 0: none
  std::optional<Microseconds> allowance{};  ///< after this the move is late
};

enum class Answer : std::uint8_t {
  move,
  no_move,    ///< `bestmove (none)`
  malformed,  ///< not a `bestmove` with one word for a move
  gone,       ///< the process or connection ended
  garbled,    ///< a line beyond the limit; nothing more is read
  silent,     ///< nothing before the deadline
};

struct Thought {
  Answer answer = Answer::silent;
  std::string move{};
  std::optional<std::string> ponder{};
  Microseconds time{0};  ///< from the request to the answer
  std::chrono::steady_clock::time_point asked_at{};
  std::optional<Microseconds> ready_after{};  ///< time to answer isready before the request
  wire::Info info{};                          ///< the last info line of the best line
  std::vector<wire::Info> reports{};          ///< the last ones with a pv, oldest first
  std::vector<std::string> asked{};           ///< the lines sent to it
  std::string line{};                         ///< the line of the answer, or the last line received if there was none
};

/// Interface of a player. Used by one thread at a time.
class Player {
 public:
  Player() = default;
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;
  virtual ~Player() = default;

  /// Prepares for a game, with a restart if needed; returns why that failed, if it did.
  virtual std::optional<std::string> prepare(const Start& start) = 0;
  /// Searches; always returns, also if the engine does not answer.
  virtual Thought think(const Question& question) = 0;
  /// Starts pondering: the last of the moves is the predicted one.
  virtual void ponder(const Question& question) = 0;
  /// The last lines of its standard error in this game.
  [[nodiscard]] virtual std::vector<std::string> errors() const { return {}; }
};

}  // namespace crownd::match
