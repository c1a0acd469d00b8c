#pragma once

#include "core/rules.hpp"

namespace crownd::search {

/// Numbers of the search that a game may choose for itself, as `static constexpr search::Tuning tuning`.
struct Tuning {
  /// Late move reductions: the first move that may be reduced, and how fast reductions grow with depth and move number:
  /// log(depth) * log(move number) / divisor plies.
  int reduce_from_move = 3;
  double reduction_divisor = 2.2;
  /// Reverse futility: at low depth a position this many centipawns a ply above beta is taken as good enough. 0: never.
  int reverse_futility_margin = 0;
  int reverse_futility_depth = 6;
  /// Aspiration window around the last iteration's score, centipawns.
  int aspiration_window = 20;
  /// Plies that quiescence follows checks, where the game has check.
  int check_plies_in_quiescence = 2;
};

template <Rules R>
[[nodiscard]] constexpr Tuning tuning_of() {
  if constexpr (requires { R::tuning; })
    return R::tuning;
  else
    return {};
}

}  // namespace crownd::search
