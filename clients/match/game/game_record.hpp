#pragma once

#include "board/game_info.hpp"
#include "match/game/limits.hpp"
#include "match/game/verdict.hpp"
#include "wire/reply.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::match {

/// Possible faults in an engine's info lines. None of them loses a game.
enum class PvFault : std::uint8_t {
  illegal_move,      ///< a pv holds an illegal move
  other_first_move,  ///< bestmove is not the first move of the last pv
  mate_length,       ///< a mate score with a pv of the wrong length, or one that does not end the game
};

constexpr std::array<std::string_view, 3> pv_fault_words{"illegal-move", "other-first-move", "mate-length"};

/// Number of searches with each fault, in the order of the enumeration.
using PvFaults = std::array<int, pv_fault_words.size()>;

/// One move as it was played.
struct MoveRecord {
  std::string move;                  ///< in the referee's form
  std::string san;                   ///< in SAN, for PGN; empty if the game is not written as PGN
  std::optional<wire::Score> score;  ///< for the side that moved; none for a move of the opening
  std::optional<int> depth;
  std::optional<std::uint64_t> nodes;
  std::optional<int> seldepth{};
  std::optional<std::uint64_t> nps{};
  std::optional<int> hashfull{};                ///< permille
  std::vector<std::string> pv{};                ///< as the engine sent it
  std::optional<Milliseconds> reported_time{};  ///< time of the search as the engine reported it
  std::optional<Microseconds> ready_after{};    ///< time from isready to readyok before the search
  std::optional<Microseconds> left{};           ///< on the clock, after the move
  Microseconds time{0};
  Microseconds late{0};  ///< beyond the time limit, within the margin
  bool book = false;     ///< part of the opening
  bool operator==(const MoveRecord&) const = default;
};

/// How a game ended. Sides: 0 is the one that moves first in the game (not: in the opening), 1 the other.
struct Ending {
  Verdict verdict{};
  std::optional<int> winner;  ///< side; none for a draw
  std::string detail;         ///< a sentence for people; may be empty
  std::string position;       ///< final position, in the referee's form
  std::string line;           ///< the engine's line that decided it; empty if it is no failure
  std::string fen{};          ///< of the position, if the game has FENs
  // For failures only, to reproduce them with any engine:
  std::vector<std::string> asked{};   ///< the lines sent to the engine
  std::vector<std::string> errors{};  ///< the last lines of its standard error
  bool operator==(const Ending&) const = default;
};

/// A finished game: all that the games file, the statistics and a resumed match need.
struct GameRecord {
  std::size_t index = 0;               ///< in the schedule, from 0; 2k and 2k+1 are a pair
  std::array<std::size_t, 2> sides{};  ///< which engine played side 0 and side 1
  std::size_t opening = 0;             ///< its number in the file, from 0
  std::string start;                   ///< in the referee's form
  std::string start_fen;               ///< as FEN or PDN FEN, if the game has one
  int to_move = 0;                     ///< the side to move there
  board::GameInfo::Notation notation;  ///< how it is written down
  std::vector<MoveRecord> moves;
  Ending ending;
  std::array<PvFaults, 2> pv_faults{};       ///< by side
  std::array<std::string, 2> pv_examples{};  ///< the first fault of each side, for people; empty if there is none
  std::int64_t began = 0;                    ///< seconds since 1970

  /// Half points of side 0: 2, 1, 0.
  [[nodiscard]] int half_points() const { return !ending.winner ? 1 : *ending.winner == 0 ? 2 : 0; }
  bool operator==(const GameRecord&) const = default;
};

}  // namespace crownd::match
