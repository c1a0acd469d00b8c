#pragma once

#include "core/rules.hpp"
#include "search/worker.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace crownd::search {

/// Puts the moves of a frame in the order in which they are worth trying: the table's move, winning captures, killers,
/// then by history, losing captures last. Sorts as it goes: most nodes need only the first few.
template <Rules R>
class MoveOrder {
 public:
  using Move = typename R::Move;

  MoveOrder(const Worker<R>& worker, Frame<R>& frame, const typename R::Position& position, std::uint32_t table_move)
      : frame_(frame) {
    for (std::size_t i = 0; i < frame.moves.size(); ++i)
      frame.order[i] = value(worker, frame, position, frame.moves[i], table_move);
  }

  /// The i-th best move; to be asked for with i = 0, 1, 2, …
  const Move& pick(std::size_t i) {
    auto& moves = frame_.moves;
    std::size_t best = i;
    for (std::size_t j = i + 1; j < moves.size(); ++j)
      if (frame_.order[j] > frame_.order[best]) best = j;
    std::swap(moves[i], moves[best]);
    std::swap(frame_.order[i], frame_.order[best]);
    return moves[i];
  }

  /// Whether the picked move i is one that history speaks of: no winning capture, not the table's move.
  [[nodiscard]] bool is_ordinary(std::size_t i) const { return frame_.order[i] < killer_value; }

 private:
  static constexpr std::int32_t table_value = 1 << 28;
  static constexpr std::int32_t capture_value = 1 << 24;
  static constexpr std::int32_t killer_value = 1 << 20;
  static constexpr std::int32_t losing_capture_value = -(1 << 20);

  static std::int32_t value(const Worker<R>& worker, const Frame<R>& frame, const typename R::Position& position,
                            const Move& move, std::uint32_t table_move) {
    const std::uint32_t id = R::move_id(move);
    if (id == table_move && table_move != 0) return table_value;
    if constexpr (HasOrderHint<R>) {
      const int hint = R::order_hint(position, move);
      if (hint > 0) return capture_value + hint;
      if (hint < 0) return losing_capture_value + hint;
    }
    if (id == frame.killers[0]) return killer_value + 1;
    if (id == frame.killers[1]) return killer_value;
    return worker.history.of(R::side_to_move(position), id);
  }

  Frame<R>& frame_;
};

}  // namespace crownd::search
