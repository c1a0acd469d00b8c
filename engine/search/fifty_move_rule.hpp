#pragma once

#include "core/mix.hpp"
#include "core/score.hpp"

#include <cstdint>

namespace crownd::search {

/// The fifty-move rule for any number of plies: the game is drawn after that many reversible plies, in chess 100.
/// `reversible_plies` is always the number of such plies that lead to a position.
class FiftyMoveRule {
 public:
  FiftyMoveRule() = default;
  /// 0: no such rule.
  explicit FiftyMoveRule(int plies) : plies_(plies) {}

  /// Whether the game is drawn, unless it has ended otherwise.
  [[nodiscard]] bool holds(int reversible_plies) const { return plies_ > 0 && reversible_plies >= plies_; }
  /// Whether a score that was found without the rule is right all the same: a draw, or an end that comes in time.
  [[nodiscard]] bool agrees(Score score, int reversible_plies) const {
    return plies_ == 0 || !score.is_decided() || reversible_plies + score.plies_to_end() <= plies_;
  }
  /// Whether what was found out about the position behind fewer reversible plies may be wrong now.
  [[nodiscard]] bool is_near(int reversible_plies) const { return plies_ > 0 && reversible_plies + near > plies_; }
  /// The key for scores of the position in the transposition table: another one behind many reversible plies.
  [[nodiscard]] std::uint64_t table_key(std::uint64_t key, int reversible_plies) const {
    return plies_ == 0 || reversible_plies < 2 * step ? key
                                                      : key ^ mix(static_cast<std::uint64_t>(reversible_plies / step));
  }

 private:
  static constexpr int near = 10;
  static constexpr int step = 8;

  int plies_ = 0;
};

}  // namespace crownd::search
