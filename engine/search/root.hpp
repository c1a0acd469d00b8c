#pragma once

#include "core/rules.hpp"
#include "search/alpha_beta.hpp"
#include "search/control.hpp"
#include "search/tuning.hpp"
#include "search/worker.hpp"

namespace crownd::search {

/// A root move and its result in this iteration.
template <Rules R>
struct RootMove {
  using Move = typename R::Move;

  std::vector<Move> pv;                 ///< begins with the move itself
  Score score = -Score::infinity();     ///< unchanged if no better than an earlier move
  Score previous = -Score::infinity();  ///< of the iteration before
  int depth = 0;                        ///< of the iteration that gave the score
  int seldepth = 0;
  bool reducible = false;  ///< a quiet move that gives no check: late move reductions may touch it

  [[nodiscard]] std::uint32_t id() const { return R::move_id(pv.front()); }
};

/// Observes the root moves of an iteration. This one does nothing.
template <Rules R>
class RootWatcher {
 public:
  virtual ~RootWatcher() = default;

  /// A pass over all moves begins, perhaps again with a wider window.
  virtual void on_window() {}
  /// The next move, with its number from 1.
  virtual void on_move(const RootMove<R>&, std::size_t /*number*/) {}
  /// The move is among the best, with an exact score.
  virtual void on_exact(const RootMove<R>&) {}
  /// A score fell outside the window, which will be widened.
  virtual void on_bound(Bound) {}
};

/// The moves of the root, best first.
template <Rules R>
class RootMoves {
 public:
  using Move = typename R::Move;

  /// The order of the first iteration is by order_hint.
  RootMoves(const typename R::Position& position, const std::vector<Move>& moves) : position_(position) {
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

  /// Orders the moves by estimated value: captures by order_hint, others by the evaluation after them. This halves the
  /// time of the first iteration if there are many lines.
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

  /// Sorts best first; equal moves keep their order.
  void sort() {
    std::stable_sort(moves_.begin(), moves_.end(), [](const auto& a, const auto& b) { return a.score > b.score; });
  }

  /// Scores of the best and the last of the wanted lines; bounds if they are outside the window.
  struct Ends {
    Score best;
    Score last;
  };

  /// Searches all moves with the window (alpha, beta) for the best `lines` of them: once that many are found, another
  /// move must be better than the last of these. Once worker.stopped is set, only the reports to the watcher are valid.
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
  /// `late`: 0 for one of the first MultiPV moves, 1 for the next move, and so on.
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
      score = -alpha_beta<R, NodeType::non_pv>(worker, next, -just_above, -alpha, depth - 1 - reduction, 1, {true});
    if (late > 0 && score > alpha && !worker.stopped)
      score = -alpha_beta<R, NodeType::non_pv>(worker, next, -just_above, -alpha, depth - 1, 1, {true});
    if (late == 0 || (score > alpha && !worker.stopped))
      score = -alpha_beta<R, NodeType::pv>(worker, next, -beta, -alpha, depth - 1, 1);
    worker.line.pop();
    return score;
  }

  /// Late moves of the root are reduced as in other nodes with an open window.
  static int root_reduction(const Worker<R>& worker, int depth, std::size_t late) {
    if (worker.full_width || depth < worker.tuning.reduce_from_depth ||
        static_cast<int>(late) < worker.tuning.reduce_from_move)
      return 0;
    const NodeState node{.depth = depth, .is_pv = true, .improving = true};
    return std::clamp(late_move_reduction(worker, node, late, 0), 0,
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

  /// Completes a line to the end of the game from the endgame tables.
  void play_to_end([[maybe_unused]] Worker<R>& worker, [[maybe_unused]] RootMove<R>& move) const {
    if constexpr (HasEndings<R>) {
      if (worker.endgame_tables.max_pieces() == 0) return;
      auto last = position_;
      for (const Move& played : move.pv) last = R::after(last, played);
      tables::append_best_play<R>(worker.endgame_tables, last, move.pv);
    }
  }

  typename R::Position position_;
  std::vector<RootMove<R>> moves_;
};

/// The aspiration window for the scores of all lines.
struct AspirationWindow {
  Score alpha = -Score::infinity();
  Score beta = Score::infinity();
  int delta = 0;  ///< half its width in centipawns

  /// Around the scores of the last iteration.
  template <Rules R>
  AspirationWindow(const RootMoves<R>& root, int depth, std::size_t lines) : delta(tuning_of<R>().aspiration_window) {
    constexpr int first_depth = 4;
    const Score best = root[0].previous, last = root[lines - 1].previous;
    if (depth >= first_depth && !last.is_decided()) alpha = Score::centipawns(last.raw() - delta);
    if (depth >= first_depth && !best.is_decided()) beta = Score::centipawns(best.raw() + delta);
  }

  /// Widens the window above or below, where a score fell outside.
  void widen(bool high, Score missed) {
    constexpr int max_delta = 600;  // centipawns
    delta *= 3;
    const bool wide = missed.is_decided() || delta > max_delta;
    if (high)
      beta = wide ? Score::infinity() : Score::centipawns(missed.raw() + delta);
    else
      alpha = wide ? -Score::infinity() : Score::centipawns(missed.raw() - delta);
  }
};

/// Finds the best `lines` of the root's moves and puts them first. Widens the window while a score falls outside. The
/// result is invalid once worker.stopped is set.
template <Rules R>
void search_lines(Worker<R>& worker, RootMoves<R>& root, int depth, std::size_t lines, RootWatcher<R>& watcher) {
  AspirationWindow window(root, depth, lines);
  while (true) {
    const auto found = root.search(worker, depth, lines, window.alpha, window.beta, watcher);
    if (worker.stopped) return;
    root.sort();
    const bool high = found.best >= window.beta;
    if (!high && found.last > window.alpha) return;
    watcher.on_bound(high ? Bound::lower : Bound::upper);
    window.widen(high, high ? found.best : found.last);
  }
}

}  // namespace crownd::search
