#pragma once

#include "core/rules.hpp"
#include "search/control.hpp"
#include "search/turns.hpp"

#include <cstdint>

namespace crownd::search {

/// Counts the lines of `depth` plies, depth >= 1. Stops early, with a count that means nothing, once control.stopped().
/// `turns`: null for a search that shares its core with no others.
template <Rules R>
class Perft {
 public:
  explicit Perft(Control& control, Turns* turns = nullptr) : control_(control), look_(turns, control) {}

  std::uint64_t count(const typename R::Position& position, int depth) {
    if (depth == 1) {
      const auto leaves = count_leaves(position);
      counted_ += leaves;
      return leaves;
    }
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
    if (++polls_ % polls_a_look == 0) look_(counted_);
    return control_.stopped();
  }
  static constexpr unsigned polls_a_look = 64;

  const Control& control_;
  const Look look_;
  std::uint64_t counted_ = 0;
  unsigned polls_ = 0;
};

}  // namespace crownd::search
