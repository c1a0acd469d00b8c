#pragma once

#include "core/rules.hpp"
#include "search/worker.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace crownd::search {

/// The moves that led to a position, as far as they are in the searched line: 0 where there was none.
struct Earlier {
  std::uint32_t reply_to = 0;   ///< the opponent's last move
  std::uint32_t follow_up = 0;  ///< the own move before it
};

template <Rules R>
[[nodiscard]] Earlier earlier_moves(Worker<R>& worker, int ply) {
  return {ply >= 1 ? worker.frame(ply - 1).move_id : 0, ply >= 2 ? worker.frame(ply - 2).move_id : 0};
}

/// What the histories say about a quiet move.
[[nodiscard]] inline std::int32_t history_of(const Memory& memory, Side mover, const Earlier& earlier,
                                             std::uint32_t id) {
  return memory.quiet_moves.of(mover, id) + memory.replies.of(earlier.reply_to, id) +
         memory.follow_ups.of(earlier.follow_up, id);
}

/// What a move promises, in centipawns: above 0 good captures, 0 quiet moves, below 0 losing captures.
template <Rules R>
[[nodiscard]] int promise([[maybe_unused]] const typename R::Position& position,
                          [[maybe_unused]] const typename R::Move& move) {
  if constexpr (HasOrderHint<R>) return R::order_hint(position, move);
  return 0;
}

/// Puts the moves of a frame in the order in which they are worth trying: the table's move, winning captures, killers,
/// then by history, losing captures last. Sorts as it goes: most nodes need only the first few.
template <Rules R>
class MoveOrder {
 public:
  using Move = typename R::Move;

  MoveOrder(const Memory& memory, Frame<R>& frame, const typename R::Position& position, const Earlier& earlier,
            std::uint32_t table_move)
      : frame_(frame) {
    const Side mover = R::side_to_move(position);
    for (std::size_t i = 0; i < frame.moves.size(); ++i) {
      const Move& move = frame.moves[i];
      const std::uint32_t id = R::move_id(move);
      const int hint = promise<R>(position, move);
      auto& value = frame.order[i];
      if (id == table_move && table_move != 0)
        value = table_value;
      else if (hint != 0)
        value = (hint > 0 ? capture_value : losing_capture_value) + hint;
      else if (id == frame.killers[0])
        value = killer_value + 1;
      else if (id == frame.killers[1])
        value = killer_value;
      else
        value = history_of(memory, mover, earlier, id);
    }
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

  /// Of the picked move i: history speaks of it, so it is neither the table's move nor a good capture nor a killer.
  [[nodiscard]] bool is_ordinary(std::size_t i) const { return frame_.order[i] < killer_value; }
  [[nodiscard]] bool is_losing_capture(std::size_t i) const { return frame_.order[i] < losing_capture_value / 2; }
  /// Of an ordinary move; a losing capture has none.
  [[nodiscard]] std::int32_t history(std::size_t i) const { return is_losing_capture(i) ? 0 : frame_.order[i]; }
  /// Of a losing capture: what it loses, in centipawns.
  [[nodiscard]] int loss(std::size_t i) const { return losing_capture_value - frame_.order[i]; }

 private:
  static constexpr std::int32_t table_value = 1 << 28;
  static constexpr std::int32_t capture_value = 1 << 24;
  static constexpr std::int32_t killer_value = 1 << 20;
  static constexpr std::int32_t losing_capture_value = -(1 << 20);

  Frame<R>& frame_;
};

/// The move picked as number `index` refuted the line. If it is quiet, it becomes a killer, and the histories learn
/// about it and about the quiet moves that were tried in vain before it.
template <Rules R>
void remember_cutoff(Memory& memory, Frame<R>& frame, const typename R::Position& position, const Earlier& earlier,
                     std::size_t index, int depth) {
  if (promise<R>(position, frame.moves[index]) != 0) return;

  constexpr int largest_bonus = 1600;
  const int bonus = std::min(depth * depth * 16 + 32 * depth, largest_bonus);
  const Side mover = R::side_to_move(position);
  const auto learn = [&](std::uint32_t id, int news) {
    memory.quiet_moves.learn(mover, id, news);
    memory.replies.learn(earlier.reply_to, id, news);
    memory.follow_ups.learn(earlier.follow_up, id, news);
  };
  const std::uint32_t id = R::move_id(frame.moves[index]);
  if (frame.killers[0] != id) frame.killers = {id, frame.killers[0]};
  learn(id, bonus);
  for (std::size_t i = 0; i < index; ++i)
    if (promise<R>(position, frame.moves[i]) == 0) learn(R::move_id(frame.moves[i]), -bonus);
}

}  // namespace crownd::search
