#pragma once

#include "board/game_info.hpp"
#include "match/game/player.hpp"

#include <compare>

namespace crownd::match {

/// Why a game ended: by the rules, by adjudication, or by an engine failure.
struct Termination {
  enum Kind : std::uint8_t {
    by_the_rules,
    repetition_adjudication,
    quiet_adjudication,
    score_adjudication_draw,
    score_adjudication_win,
    exact_adjudication,  ///< the referee knows the result of the position, from a table or a proof
    max_plies,
    time_loss,
    illegal_move,
    malformed_move,  ///< the answer is not a move
    no_move,         ///< `bestmove (none)` although there are legal moves
    disconnect,      ///< the engine's process or connection ended during the game
    stall,           ///< no answer before the runner's own deadline
    no_start,        ///< the engine could not be started; the game does not count
  };

  Termination(Kind end = by_the_rules, std::string why = "")  // NOLINT: implicit on purpose
      : kind(end), reason(std::move(why)) {}
  auto operator<=>(const Termination&) const = default;

  Kind kind;
  std::string reason;  ///< of the referee, such as `no-moves`; empty unless by the rules
};

/// Its name in all output, such as `time-loss`, or the reason of the rules.
[[nodiscard]] std::string word(const Termination& termination);
/// The inverse of word(). Unknown words are reasons of the rules.
[[nodiscard]] Termination read_termination(std::string_view text);
/// The nearest value of the PGN tag Termination.
[[nodiscard]] std::string_view pgn_termination(const Termination& termination);
[[nodiscard]] inline bool is_failure(const Termination& termination) {
  return termination.kind >= Termination::time_loss;
}
/// Whether the engine ended or hung during the game.
[[nodiscard]] inline bool is_crash(const Termination& termination) {
  return termination.kind == Termination::disconnect || termination.kind == Termination::stall;
}

/// Possible faults in an engine's info lines. None of them loses a game.
enum class PvFault : std::uint8_t {
  illegal_move,      ///< a pv holds an illegal move
  other_first_move,  ///< bestmove is not the first move of the last pv
  mate_length,       ///< a mate score with a pv of the wrong length, or one that does not end the game
};

constexpr std::array<std::string_view, 3> pv_fault_words{"illegal-move", "other-first-move", "mate-length"};

/// Number of searches with each fault, in the order of the enumeration.
using PvFaults = std::array<int, pv_fault_words.size()>;

struct MoveRecord {
  std::string move;                           ///< in the referee's form
  std::string san;                            ///< in SAN, for PGN; empty if the game is not written as PGN
  wire::Info info{};                          ///< of the side that moved; empty for a move of the opening
  std::optional<Microseconds> ready_after{};  ///< time from isready to readyok before the search
  std::optional<Microseconds> left{};         ///< on the clock, after the move
  Microseconds time{0};
  Microseconds late{0};  ///< beyond the time limit, within the margin
  bool book = false;     ///< part of the opening
  bool operator==(const MoveRecord&) const = default;
};

/// How a game ended. Sides: 0 is the one that moves first in the game (not: in the opening), 1 the other.
struct Ending {
  Termination termination{};
  std::optional<int> winner{};  ///< side; none for a draw
  std::string detail{};         ///< may be empty
  std::string line{};           ///< the engine's line that caused a failure
  std::string position{};       ///< final, in the referee's form
  std::string fen{};            ///< of the position, if the game has FENs
  // For failures only, to reproduce them with any engine:
  std::vector<std::string> asked{};   ///< the lines sent to the engine
  std::vector<std::string> errors{};  ///< the last lines of its standard error
  bool operator==(const Ending&) const = default;
};

struct GameRecord {
  std::size_t index = 0;               ///< in the schedule, from 0; 2k and 2k+1 are a pair
  std::array<std::size_t, 2> sides{};  ///< which engine played side 0 and side 1
  std::size_t opening = 0;             ///< its number in the file, from 0
  std::string start;                   ///< in the referee's form
  std::string start_fen;               ///< FEN or PDN FEN; empty if the game has none
  int to_move = 0;                     ///< the side to move there
  board::GameInfo::Notation notation;  ///< for games files
  std::vector<MoveRecord> moves;
  Ending ending;
  std::array<PvFaults, 2> pv_faults{};       ///< by side
  std::array<std::string, 2> pv_examples{};  ///< the first fault of each side, for people; empty if there is none
  std::int64_t began = 0;                    ///< seconds since 1970

  /// Half points of side 0: 2, 1, 0.
  [[nodiscard]] int half_points() const { return !ending.winner ? 1 : *ending.winner == 0 ? 2 : 0; }
  /// `1-0` if the side won.
  [[nodiscard]] std::string_view result_for(int side) const {
    return !ending.winner ? "1/2-1/2" : *ending.winner == side ? "1-0" : "0-1";
  }
  /// The engine that lost; for a draw, that of side 1.
  [[nodiscard]] std::size_t loser() const { return sides[ending.winner == 1 ? 0 : 1]; }
  bool operator==(const GameRecord&) const = default;
};

}  // namespace crownd::match
