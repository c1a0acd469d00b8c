#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace crownd::match {

/// Why a game ended: by the rules, for a reason that the referee names; or by adjudication; or by a
/// failure of an engine.
class Verdict {
 public:
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
    no_start,  ///< the engine could not be started, or was not ready in time; no game was played, so it never counts
  };

  Verdict() = default;
  Verdict(Kind kind) : kind_(kind) {}  // NOLINT: implicit on purpose
  /// By the rules, for the referee's reason, such as `no-moves`.
  [[nodiscard]] static Verdict of_rules(std::string reason) {
    Verdict verdict;
    verdict.reason_ = std::move(reason);
    return verdict;
  }

  friend auto operator<=>(const Verdict&, const Verdict&) = default;

  [[nodiscard]] Kind kind() const { return kind_; }
  /// For a verdict by the rules; else empty.
  [[nodiscard]] const std::string& reason() const { return reason_; }

 private:
  Kind kind_ = by_the_rules;
  std::string reason_;
};

/// Its word in the output: `time-loss`, or the reason of the rules.
[[nodiscard]] std::string word(const Verdict& verdict);
/// The inverse of word: a word that is none of the runner's own is a reason of the rules.
[[nodiscard]] Verdict read_verdict(std::string_view text);
/// The value of the tag Termination of PGN that comes nearest.
[[nodiscard]] std::string_view pgn_termination(const Verdict& verdict);
/// Whether an engine failed.
[[nodiscard]] inline bool is_failure(const Verdict& verdict) { return verdict.kind() >= Verdict::time_loss; }
/// Whether the engine ended or hung during the game.
[[nodiscard]] inline bool is_crash(const Verdict& verdict) {
  return verdict.kind() == Verdict::disconnect || verdict.kind() == Verdict::stall;
}

}  // namespace crownd::match
