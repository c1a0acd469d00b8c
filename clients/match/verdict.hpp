#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace crownd::match {

/// Why a game ended: first what the rules know, then what the runner decides, then every way in which an engine fails.
enum class Verdict : std::uint8_t {
  checkmate,
  no_moves,
  no_pieces,
  stalemate,
  repetition_adjudication,
  quiet_adjudication,
  score_adjudication_draw,
  score_adjudication_win,
  exact_adjudication,  ///< the referee knows the result of the position, from a table or a proof
  max_plies,
  time_loss,
  illegal_move,
  malformed_move,  ///< the answer is no move at all
  no_move,         ///< `bestmove (none)` although there are legal moves
  disconnect,      ///< the engine's process or connection ended during the game
  stall,           ///< no answer before the runner's own deadline
  no_start,  ///< the engine could not be started, or was not ready in time; no game was played, so it never counts
};

/// The word for it, as in the output: `time-loss`.
[[nodiscard]] std::string_view word(Verdict verdict);
[[nodiscard]] std::optional<Verdict> read_verdict(std::string_view text);
/// Whether it is an engine that failed.
[[nodiscard]] constexpr bool is_failure(Verdict verdict) { return verdict >= Verdict::time_loss; }
/// Whether the engine ended or hung while it played.
[[nodiscard]] constexpr bool is_crash(Verdict verdict) {
  return verdict == Verdict::disconnect || verdict == Verdict::stall;
}

}  // namespace crownd::match
