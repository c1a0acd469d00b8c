#pragma once

#include "core/rules.hpp"
#include "search/abilities.hpp"

#include <algorithm>
#include <type_traits>

namespace crownd::search {

/// What the moves of a position gain at once, in centipawns: above 0 for winning captures, below 0 for losing ones, 0
/// for quiet moves. A game without order_hint can still list its noisy moves: these are never reduced or pruned as late
/// moves.
template <Rules R>
class MoveGains {
 public:
  using Position = typename R::Position;
  using Move = typename R::Move;

  /// Keeps a reference to the position.
  explicit MoveGains(const Position& position) : position_(position) {
    if constexpr (lists_noisy_moves) R::noisy_moves(position, noisy_);
  }

  [[nodiscard]] int of([[maybe_unused]] const Move& move) const {
    if constexpr (HasOrderHint<R>) return R::order_hint(position_, move);
    if constexpr (lists_noisy_moves) {
      constexpr int at_least_something = 1;
      return std::find(noisy_.begin(), noisy_.end(), move) == noisy_.end() ? 0 : at_least_something;
    }
    return 0;
  }

 private:
  static constexpr bool lists_noisy_moves = HasNoisyMoves<R> && !HasOrderHint<R>;
  struct None {};

  const Position& position_;
  [[no_unique_address]] std::conditional_t<lists_noisy_moves, MovesOf<R>, None> noisy_;
};

}  // namespace crownd::search
