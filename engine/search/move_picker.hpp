#pragma once

#include "core/rules.hpp"
#include "search/worker.hpp"

#include <type_traits>

namespace crownd::search {

/// The gain of moves in centipawns: positive for winning captures, negative for losing ones, 0 for quiet moves. Without
/// order_hint all noisy moves gain 1, which exempts them from late move reductions and pruning.
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
    if constexpr (lists_noisy_moves) return std::find(noisy_.begin(), noisy_.end(), move) != noisy_.end() ? 1 : 0;
    return 0;
  }

 private:
  static constexpr bool lists_noisy_moves = HasNoisyMoves<R> && !HasOrderHint<R>;
  struct None {};

  const Position& position_;
  [[no_unique_address]] std::conditional_t<lists_noisy_moves, MovesOf<R>, None> noisy_;
};

/// The ids of the last two moves of the searched line; 0 if there was none.
struct PreviousMoves {
  std::uint32_t opponents = 0;  ///< the opponent's last move
  std::uint32_t follow_up = 0;  ///< the own move before it
};

[[nodiscard]] inline std::int32_t history_of(const Histories& histories, Side mover, const PreviousMoves& previous,
                                             std::uint32_t id) {
  return histories.butterfly.of(mover, id) + histories.countermoves.of(previous.opponents, id) +
         histories.follow_ups.of(previous.follow_up, id);
}

/// Picks the moves of a node best first: hash move, winning captures, killers, quiet moves by history, losing captures.
/// Sorts incrementally, since most nodes need only the first few.
template <Rules R>
class MovePicker {
 public:
  using Move = typename R::Move;

  MovePicker(const Histories& histories, StackEntry<R>& ss, const typename R::Position& position,
             const PreviousMoves& previous, std::uint32_t hash_move)
      : ss_(ss) {
    const Side mover = R::side_to_move(position);
    const MoveGains<R> gains(position);
    for (std::size_t i = 0; i < ss.moves.size(); ++i) {
      const Move& move = ss.moves[i];
      const std::uint32_t id = R::move_id(move);
      const int gain = gains.of(move);
      auto& value = ss.scores[i];
      if (id == hash_move && hash_move != 0)
        value = hash_move_score;
      else if (gain != 0)
        value = (gain > 0 ? capture_score : losing_capture_score) + gain;
      else if (id == ss.killers[0])
        value = killer_score + 1;
      else if (id == ss.killers[1])
        value = killer_score;
      else
        value = history_of(histories, mover, previous, id);
    }
  }

  /// The i-th best move; call it with i = 0, 1, 2, …
  const Move& pick(std::size_t i) {
    auto& moves = ss_.moves;
    std::size_t best = i;
    for (std::size_t j = i + 1; j < moves.size(); ++j)
      if (ss_.scores[j] > ss_.scores[best]) best = j;
    std::swap(moves[i], moves[best]);
    std::swap(ss_.scores[i], ss_.scores[best]);
    return moves[i];
  }

  /// Whether late move reductions and pruning may touch the picked move i: a quiet move ordered by history, or a losing
  /// capture.
  [[nodiscard]] bool is_late(std::size_t i) const { return ss_.scores[i] < killer_score; }
  [[nodiscard]] bool is_losing_capture(std::size_t i) const { return ss_.scores[i] < losing_capture_score / 2; }
  /// The history score of a late move; 0 for a losing capture.
  [[nodiscard]] std::int32_t history(std::size_t i) const { return is_losing_capture(i) ? 0 : ss_.scores[i]; }
  /// The loss of a losing capture, in centipawns.
  [[nodiscard]] int loss(std::size_t i) const { return losing_capture_score - ss_.scores[i]; }

 private:
  static constexpr std::int32_t hash_move_score = 1 << 28;
  static constexpr std::int32_t capture_score = 1 << 24;
  static constexpr std::int32_t killer_score = 1 << 20;
  static constexpr std::int32_t losing_capture_score = -(1 << 20);

  StackEntry<R>& ss_;
};

/// The move picked as number `index` caused a cutoff. If it is quiet, it becomes a killer and gets a history bonus, and
/// the quiet moves tried before it get a malus.
template <Rules R>
void update_histories(Histories& histories, StackEntry<R>& ss, const typename R::Position& position,
                      const PreviousMoves& previous, std::size_t index, int depth) {
  const MoveGains<R> gains(position);
  if (gains.of(ss.moves[index]) != 0) return;

  constexpr int max_bonus = 1600;
  const int bonus = std::min(depth * depth * 16 + 32 * depth, max_bonus);
  const Side mover = R::side_to_move(position);
  const auto update = [&](std::uint32_t id, int amount) {
    histories.butterfly.update(mover, id, amount);
    histories.countermoves.update(previous.opponents, id, amount);
    histories.follow_ups.update(previous.follow_up, id, amount);
  };
  const std::uint32_t id = R::move_id(ss.moves[index]);
  if (ss.killers[0] != id) ss.killers = {id, ss.killers[0]};
  update(id, bonus);
  for (std::size_t i = 0; i < index; ++i)
    if (gains.of(ss.moves[i]) == 0) update(R::move_id(ss.moves[i]), -bonus);
}

}  // namespace crownd::search
