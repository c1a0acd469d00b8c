#pragma once

#include "core/mix.hpp"
#include "core/score.hpp"

#include <cstdint>

namespace crownd::search {

/// The rule, where there is one, that a game is drawn after so many plies without a capture or a man's move; in chess
/// the fifty-move rule, with 100. `quiet` is always the number of such plies that lead to a position.
class QuietDraw {
 public:
  QuietDraw() = default;
  /// 0: no such rule.
  explicit QuietDraw(int plies) : plies_(plies) {}

  /// Whether the game is drawn, unless it has ended otherwise.
  [[nodiscard]] bool holds(int quiet) const { return plies_ > 0 && quiet >= plies_; }
  /// Whether a score that knows nothing of the rule is right all the same: a draw, or an end that comes in time.
  [[nodiscard]] bool agrees(Score score, int quiet) const {
    return plies_ == 0 || !score.is_decided() || quiet + score.plies_to_end() <= plies_;
  }
  /// Whether what was found out about the position behind fewer quiet plies may be wrong now.
  [[nodiscard]] bool is_near(int quiet) const { return plies_ > 0 && quiet + near > plies_; }
  /// The key under which scores of the position are remembered: not the same behind many quiet plies as behind few.
  [[nodiscard]] std::uint64_t table_key(std::uint64_t key, int quiet) const {
    return plies_ == 0 || quiet < 2 * step ? key : key ^ mix(static_cast<std::uint64_t>(quiet / step));
  }

 private:
  static constexpr int near = 10;
  static constexpr int step = 8;

  int plies_ = 0;
};

}  // namespace crownd::search
