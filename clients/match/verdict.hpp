#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace crownd::match {

/// Why a game ended: by the rules, for a reason that the referee names; or what the runner decides; or a way in which
/// an engine fails.
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
    malformed_move,  ///< the answer is no move at all
    no_move,         ///< `bestmove (none)` although there are legal moves
    disconnect,      ///< the engine's process or connection ended during the game
    stall,           ///< no answer before the runner's own deadline
    no_start,  ///< the engine could not be started, or was not ready in time; no game was played, so it never counts
  };

  Verdict() = default;
  Verdict(Kind kind) : kind_(kind) {}  // NOLINT: a kind is a verdict
  /// By the rules, for the referee's reason, such as `no-moves`.
  [[nodiscard]] static Verdict of_rules(std::string reason) {
    Verdict verdict;
    verdict.reason_ = std::move(reason);
    return verdict;
  }

  friend auto operator<=>(const Verdict&, const Verdict&) = default;

  [[nodiscard]] Kind kind() const { return kind_; }
  /// Of the rules; else empty.
  [[nodiscard]] const std::string& reason() const { return reason_; }

 private:
  Kind kind_ = by_the_rules;
  std::string reason_;
};

/// The word for it, as in the output: `time-loss`, or the reason that the rules give.
[[nodiscard]] std::string word(const Verdict& verdict);
/// The other way round: a word that is none of the runner's own is a reason of the rules.
[[nodiscard]] Verdict read_verdict(std::string_view text);
/// Whether it is an engine that failed.
[[nodiscard]] inline bool is_failure(const Verdict& verdict) { return verdict.kind() >= Verdict::time_loss; }
/// Whether the engine ended or hung while it played.
[[nodiscard]] inline bool is_crash(const Verdict& verdict) {
  return verdict.kind() == Verdict::disconnect || verdict.kind() == Verdict::stall;
}

}  // namespace crownd::match
