#pragma once

#include "core/rules.hpp"
#include "search/alpha_beta.hpp"
#include "search/worker.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace crownd::search {

/// A move of the root, and what this iteration has found out about it.
template <Rules R>
struct RootMove {
  using Move = typename R::Move;

  std::vector<Move> pv;                 ///< begins with the move itself
  Score score = -Score::infinity();     ///< stays at that for a move that was no better than one before it
  Score previous = -Score::infinity();  ///< of the iteration before
  int depth = 0;                        ///< of the iteration that gave the score
  int seldepth = 0;
  bool reducible = false;  ///< a quiet move that gives no check: late move reductions may touch it

  [[nodiscard]] std::uint32_t id() const { return R::move_id(pv.front()); }
};

/// The moves of the root, best first.
template <Rules R>
class Root {
 public:
  using Move = typename R::Move;

  /// The order of the first iteration is by order_hint.
  Root(const typename R::Position& position, const std::vector<Move>& moves) : position_(position) {
    const MoveGains<R> gains(position);
    for (const Move& move : moves) {
      auto& root_move = moves_.emplace_back();
      root_move.pv = {move};
      root_move.reducible = gains.of(move) == 0 && !gives_check<R>(position, move);
    }
    if constexpr (HasOrderHint<R>)
      std::stable_sort(moves_.begin(), moves_.end(), [&](const auto& a, const auto& b) {
        return R::order_hint(position_, a.pv.front()) > R::order_hint(position_, b.pv.front());
      });
  }

  [[nodiscard]] std::size_t size() const { return moves_.size(); }
  [[nodiscard]] const RootMove<R>& operator[](std::size_t index) const { return moves_[index]; }
  [[nodiscard]] auto begin() const { return moves_.begin(); }

  void begin_iteration() {
    for (auto& move : moves_) move.previous = move.score;
  }

  /// Best first among the moves [first, last); where equal, in the order that they had.
  void sort(std::size_t first, std::size_t last) {
    std::stable_sort(at(first), at(last), [](const auto& a, const auto& b) { return a.score > b.score; });
  }

  /// Searches the moves from `index` on with the window (alpha, beta). `on_exact` is told of each move that turned out
  /// best so far with an exact score. Worthless once worker.stopped is set, but for what on_exact was told.
  template <class OnExact>
  Score search(Worker<R>& worker, int depth, std::size_t index, Score alpha, Score beta, OnExact on_exact) {
    Score best = -Score::infinity();
    for (std::size_t i = index; i < moves_.size(); ++i) {
      auto& move = moves_[i];
      const bool first = i == index;
      const Score score = search_move(worker, move, depth, alpha, beta, i - index);
      if (worker.stopped) break;
      if (first || score > alpha) {
        keep(worker, move, score, depth);
        if (score > alpha && score < beta) on_exact(move);
      } else {
        move.score = -Score::infinity();
      }
      best = std::max(best, score);
      alpha = std::max(alpha, score);
      if (alpha >= beta) {
        for (std::size_t rest = i + 1; rest < moves_.size(); ++rest) moves_[rest].score = -Score::infinity();
        break;
      }
    }
    return best;
  }

 private:
  auto at(std::size_t index) { return moves_.begin() + static_cast<std::ptrdiff_t>(index); }

  /// Move number `late` of those that are looked at, the first with 0.
  Score search_move(Worker<R>& worker, const RootMove<R>& root_move, int depth, Score alpha, Score beta,
                    std::size_t late) {
    const Move& move = root_move.pv.front();
    const auto next = R::after(position_, move);
    worker.stack(0).move_id = root_move.id();
    worker.line.push(R::key(next), R::is_quiet(position_, move));
    const Score just_above = alpha + 1;
    const int reduction = late == 0 || !root_move.reducible ? 0 : root_reduction(worker, depth, late);
    Score score = just_above;
    if (reduction > 0)
      score = -alpha_beta<R, Window::zero>(worker, next, -just_above, -alpha, depth - 1 - reduction, 1, {true});
    if (late > 0 && score > alpha && !worker.stopped)
      score = -alpha_beta<R, Window::zero>(worker, next, -just_above, -alpha, depth - 1, 1, {true});
    if (late == 0 || (score > alpha && !worker.stopped))
      score = -alpha_beta<R, Window::open>(worker, next, -beta, -alpha, depth - 1, 1);
    worker.line.pop();
    return score;
  }

  /// Late moves of the root are reduced as in other nodes whose value is wanted.
  static int root_reduction(const Worker<R>& worker, int depth, std::size_t late) {
    if (worker.full_width || depth < worker.tuning.reduce_from_depth ||
        static_cast<int>(late) < worker.tuning.reduce_from_move)
      return 0;
    const NodeState node_state{.depth = depth, .open = true, .improving = true};
    return std::clamp(late_move_reduction(worker, node_state, late, 0), 0,
                      std::max(depth - 1 - worker.tuning.reduced_depth, 0));
  }

  void keep(Worker<R>& worker, RootMove<R>& move, Score score, int depth) {
    move.score = score;
    move.depth = depth;
    move.seldepth = worker.seldepth;
    move.pv.resize(1);
    for (const Move& reply : worker.stack(1).pv) move.pv.push_back(reply);
    if (score.is_decided()) play_to_end(worker, move);
  }

  /// A line that ends where the endgame tables knew the rest is played out.
  void play_to_end([[maybe_unused]] Worker<R>& worker, [[maybe_unused]] RootMove<R>& move) const {
    if constexpr (tables::CanHaveTables<R>) {
      if (worker.tables.pieces() == 0) return;
      auto last = position_;
      for (const Move& played : move.pv) last = R::after(last, played);
      tables::append_best_play<R>(worker.tables, last, move.pv);
    }
  }

  typename R::Position position_;
  std::vector<RootMove<R>> moves_;
};

}  // namespace crownd::search
