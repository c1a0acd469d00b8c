#pragma once

#include "core/rules.hpp"
#include "search/abilities.hpp"
#include "search/alpha_beta.hpp"
#include "search/bound.hpp"
#include "search/worker.hpp"
#include "tables/abilities.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
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

/// Receives what an iteration finds out about the root's moves. This one ignores it.
template <Rules R>
class RootWatcher {
 public:
  RootWatcher() = default;
  RootWatcher(const RootWatcher&) = delete;
  RootWatcher& operator=(const RootWatcher&) = delete;
  virtual ~RootWatcher() = default;

  /// All moves are searched, from the first on, perhaps once more with a wider window.
  virtual void on_window() {}
  /// This move is next, with its number from 1.
  virtual void on_move(const RootMove<R>&, std::size_t /*number*/) {}
  /// It is one of the best so far, with an exact score.
  virtual void on_exact(const RootMove<R>&) {}
  /// The window was missed, so it will be widened.
  virtual void on_bound(Bound) {}
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

  /// Orders the moves by a guess of what they are worth: captures by order_hint, others by the evaluation after them.
  /// With many lines it saves half of the first iteration, in which the last of them is the bound.
  void order_by_evaluation() {
    const MoveGains<R> gains(position_);
    const Score here = R::evaluate(position_);
    for (auto& move : moves_) {
      const auto next = R::after(position_, move.pv.front());
      const Result result = R::result(next);
      const int gain = gains.of(move.pv.front());
      move.score = result.over() ? -final_score(result, R::side_to_move(next), 1)
                   : gain != 0   ? here + gain
                                 : -R::evaluate(next);
    }
    sort();
  }

  void begin_iteration() {
    for (auto& move : moves_) move.previous = move.score;
  }

  /// Best first; where equal, in the order that they had.
  void sort() {
    std::stable_sort(moves_.begin(), moves_.end(), [](const auto& a, const auto& b) { return a.score > b.score; });
  }

  /// Scores of the best line and of the last one asked for; bounds where they are outside the window.
  struct Ends {
    Score best;
    Score last;
  };

  /// Searches all moves with the window (alpha, beta) for the best `lines` of them: once that many are found,
  /// another move must be better than the last of these. Once worker.stopped is set, only what the watcher has received
  /// is valid.
  Ends search(Worker<R>& worker, int depth, std::size_t lines, Score alpha, Score beta, RootWatcher<R>& watcher) {
    watcher.on_window();
    std::vector<Score> best;  // of the moves so far, at most `lines`
    for (std::size_t i = 0; i < moves_.size(); ++i) {
      auto& move = moves_[i];
      watcher.on_move(move, i + 1);
      const Score score = search_move(worker, move, depth, alpha, beta, i < lines ? 0 : i - lines + 1);
      if (worker.stopped) break;
      if (i < lines || score > alpha) {
        keep(worker, move, score, depth);
        if (score > alpha && score < beta) watcher.on_exact(move);
      } else {
        move.score = -Score::infinity();
      }
      best.insert(std::upper_bound(best.begin(), best.end(), score, std::greater<>()), score);
      if (best.size() > lines) best.pop_back();
      if (best.size() == lines) alpha = std::max(alpha, best.back());
      if (best.front() >= beta) {
        for (std::size_t rest = i + 1; rest < moves_.size(); ++rest) moves_[rest].score = -Score::infinity();
        break;
      }
    }
    return best.empty() ? Ends{-Score::infinity(), -Score::infinity()} : Ends{best.front(), best.back()};
  }

 private:
  /// `late`: 0 for a move that is a line in any case, else its number among the others, from 1.
  Score search_move(Worker<R>& worker, const RootMove<R>& root_move, int depth, Score alpha, Score beta,
                    std::size_t late) {
    const Move& move = root_move.pv.front();
    const auto next = R::after(position_, move);
    worker.stack(0).move_id = root_move.id();
    worker.line.push(R::key(next), R::is_reversible(position_, move));
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
    if constexpr (HasEndings<R>) {
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
