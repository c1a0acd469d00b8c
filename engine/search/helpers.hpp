#pragma once

#include "core/rules.hpp"
#include "core/types.hpp"
#include "search/control.hpp"
#include "search/memory.hpp"
#include "search/root.hpp"
#include "search/worker.hpp"

#include <exception>
#include <thread>

namespace crownd::search {

/// The result that most threads agree with: each adds its depth, weighted by its score above the worst, to the votes
/// for its move. A win comes first, the shortest of all; a loss comes last. As in Stockfish since 2017 ("best thread").
/// `leader`: the result of the first thread, which others replace only if they are better.
template <Rules R>
[[nodiscard]] const RootMove<R>& elected(const RootMove<R>& leader, const std::vector<const RootMove<R>*>& others) {
  constexpr int least_weight = 14;  // centipawns
  Score worst = leader.score;
  for (const auto* result : others) worst = std::min(worst, result->score);
  const auto weight = [&](const RootMove<R>& result) {
    return std::int64_t{result.score.raw() - worst.raw() + least_weight} * result.depth;
  };
  const auto votes = [&](const RootMove<R>& candidate) {
    std::int64_t sum = leader.id() == candidate.id() ? weight(leader) : 0;
    for (const auto* result : others)
      if (result->id() == candidate.id()) sum += weight(*result);
    return sum;
  };
  const RootMove<R>* best = &leader;
  for (const auto* result : others) {
    const bool decided = result->score.is_decided() || best->score.is_decided();
    if (decided ? result->score > best->score : votes(*result) > votes(*best)) best = result;
  }
  return *best;
}

/// Helper threads, as in Lazy SMP (Chess Programming Wiki): each deepens on its own and shares results through the
/// transposition table.
template <Rules R>
class Helpers {
 public:
  ~Helpers() { stop(); }

  /// Starts `count` threads with the settings of `leader`, or as many as the system has. `root` and `leader` must
  /// outlive them.
  void start(const RootPosition<R>& root, const Worker<R>& leader, std::size_t multipv, int count) {
    scheduler_ = root.scheduler;
    control_.parent = &leader.control;
    try {
      helpers_.reserve(static_cast<std::size_t>(count));
      for (int i = 0; i < count; ++i) {
        auto helper = std::make_unique<Helper>(root, leader, control_);
        helper->thread = std::thread([&helper = *helper, &root, multipv, first_depth = 1 + (i + 1) % 2] {
          deepen(helper, root, multipv, first_depth);
        });
        helpers_.push_back(std::move(helper));
      }
    } catch (const std::exception&) {
      // No more threads or memory: search with those that have started.
    }
  }

  /// Waits until the threads have ended.
  void stop() {
    if (helpers_.empty() || !helpers_.front()->thread.joinable()) return;
    control_.stop();
    if (scheduler_ != nullptr) scheduler_->wake();
    for (auto& helper : helpers_) helper->thread.join();
  }

  /// The best moves of the threads, after `stop`.
  [[nodiscard]] std::vector<const RootMove<R>*> results() const {
    std::vector<const RootMove<R>*> found;
    for (const auto& helper : helpers_)
      if (helper->best) found.push_back(&*helper->best);
    return found;
  }

  /// The sum of a counter of all threads, as last published.
  [[nodiscard]] std::uint64_t sum_of(std::atomic<std::uint64_t> Worker<R>::*counter) const {
    std::uint64_t sum = 0;
    for (const auto& helper : helpers_) sum += (helper->worker.*counter).load(std::memory_order_relaxed);
    return sum;
  }

 private:
  struct Helper {
    Helper(const RootPosition<R>& root, const Worker<R>& leader, Control& control)
        : worker(leader.tt, histories, root.game, no_limit, control, root.scheduler) {
      worker.node_limit = leader.node_limit;
      worker.endgame_tables = leader.endgame_tables;
      worker.full_width = leader.full_width;
      worker.fifty_move_rule = leader.fifty_move_rule;
    }

    const TimeBudget no_limit{Limits{}, Side::first, milliseconds(0)};
    Histories histories;
    Worker<R> worker;
    std::optional<RootMove<R>> best;  ///< of the last whole iteration
    std::thread thread;
  };

  static void deepen(Helper& helper, const RootPosition<R>& root, std::size_t multipv, int first_depth) {
    Worker<R>& worker = helper.worker;
    RootMoves<R> moves(root.position, root.moves);
    if (multipv > 1) moves.order_by_evaluation();
    RootWatcher<R> no_reports;
    worker.poll();
    for (int depth = first_depth; depth <= max_depth && !worker.stopped; ++depth) {
      worker.root_depth = depth;
      moves.begin_iteration();
      search_lines<R>(worker, moves, depth, multipv, no_reports);
      if (!worker.stopped) helper.best = moves[0];
    }
    worker.publish();
  }

  Scheduler* scheduler_ = nullptr;
  Control control_;
  std::vector<std::unique_ptr<Helper>> helpers_;
};

}  // namespace crownd::search
