#pragma once

#include "core/rules.hpp"
#include "search/abilities.hpp"
#include "search/control.hpp"

#include <cstdint>

namespace crownd::search {

/// Counts the lines of `depth` plies, depth >= 1. Stops early, with a count that means nothing, once control.stopped().
template <Rules R>
class Perft {
 public:
  explicit Perft(Control& control) : control_(control) {}

  std::uint64_t count(const typename R::Position& position, int depth) {
    if (depth == 1) return count_leaves(position);
    if (depth >= poll_from_depth && poll()) return 0;
    std::uint64_t total = 0;
    for (const auto& move : legal_moves<R>(position)) total += count(R::after(position, move), depth - 1);
    return total;
  }

 private:
  // At this depth a subtree takes well under a millisecond on small boards; on the largest, each node is slow.
  static constexpr int poll_from_depth = R::max_moves > 1000 ? 2 : 3;

  static std::uint64_t count_leaves(const typename R::Position& position) {
    if constexpr (HasQuickCount<R>)
      return R::count_moves(position);
    else
      return legal_moves<R>(position).size();
  }

  bool poll() {
    if (++polls_ % polls_a_turn == 0 && control_.take_turn) control_.take_turn();
    return control_.stopped();
  }
  static constexpr unsigned polls_a_turn = 64;

  Control& control_;
  unsigned polls_ = 0;
};

}  // namespace crownd::search
