#pragma once

#include "core/score.hpp"

namespace crownd::book {

/// What a position is worth for the side to move.
struct Value {
  Score score;
  int depth = 0;   ///< plies
  int wins = 0;    ///< per mille
  int losses = 0;  ///< per mille; the rest are draws

  friend bool operator==(const Value&, const Value&) = default;
};

/// The value of a move for the side that makes it, from that of the position that it leads to.
[[nodiscard]] constexpr Value led_back(const Value& after) {
  return {-after.score.one_ply_later(), after.depth + 1, after.losses, after.wins};
}

/// The value of a position for its side to move, from that of a move that leads to it: the inverse of led_back.
[[nodiscard]] constexpr Value led_forward(const Value& before) {
  const auto score = -before.score;
  return {score.is_win()    ? score + 1
          : score.is_loss() ? score - 1
                            : score,
          before.depth - 1, before.losses, before.wins};
}

}  // namespace crownd::book
