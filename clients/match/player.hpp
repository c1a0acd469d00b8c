#pragma once

#include "match/limits.hpp"
#include "wire/reply.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace crownd::match {

/// Where a game begins, in every form that an engine may want.
struct Start {
  std::string text;  ///< in the referee's form, or "startpos"
  std::string fen;   ///< as FEN or PDN FEN; empty where the game has none
};

/// What a player is asked: a move after these moves, with these clocks.
struct Question {
  const Start& start;
  const std::vector<std::string>& moves;
  std::array<std::optional<Microseconds>, 2> clocks{};  ///< of side 0 and side 1
  std::array<Microseconds, 2> increments{};
  int moves_to_go = 0;                      ///< 0: none
  std::optional<Microseconds> allowance{};  ///< beyond this the move is late
};

enum class Answer : std::uint8_t {
  move,
  no_move,    ///< `bestmove (none)`
  malformed,  ///< not a `bestmove` with one word for a move
  gone,       ///< the process or connection ended
  silent,     ///< nothing before the deadline
};

struct Thought {
  Answer answer = Answer::silent;
  std::string move{};
  std::optional<std::string> ponder{};
  Microseconds time{0};  ///< from the question to the answer
  std::chrono::steady_clock::time_point asked_at{};
  std::optional<Microseconds> ready_after{};  ///< how long it took to answer isready before the question
  wire::Info info{};                          ///< the last report about the best line
  std::vector<wire::Info> reports{};          ///< the last ones with a pv, in the order in which they came
  std::vector<std::string> asked{};           ///< the lines that it was asked with
  std::string line{};                         ///< what the answer was read from, or the last line before there was none
};

/// One who plays; what a game needs of an engine. Used by one thread at a time.
class Player {
 public:
  Player() = default;
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;
  virtual ~Player() = default;

  /// Makes ready for a game, if need be by a new start; says why that failed, if it did.
  virtual std::optional<std::string> prepare(const Start& start) = 0;
  /// Thinks; ends in any case, also if the engine does not.
  virtual Thought think(const Question& question) = 0;
  /// Lets it think in the opponent's time: the last of the moves is the one that it expects.
  virtual void ponder(const Question& question) = 0;
  /// The last lines of what it wrote to its standard error in this game.
  [[nodiscard]] virtual std::vector<std::string> errors() const { return {}; }
};

}  // namespace crownd::match
