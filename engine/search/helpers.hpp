#pragma once

#include "core/rules.hpp"
#include "search/aspiration.hpp"
#include "search/control.hpp"
#include "search/histories.hpp"
#include "search/question.hpp"
#include "search/root.hpp"
#include "search/worker.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

namespace crownd::search {

/// The further threads of a search, in the manner of Lazy SMP (Chess Programming Wiki, "Lazy SMP"): each deepens on its
/// own, and what it finds reaches the others through the transposition table alone. Their answers are not asked for.
template <Rules R>
class Helpers {
 public:
  Helpers() = default;
  Helpers(const Helpers&) = delete;
  Helpers& operator=(const Helpers&) = delete;
  ~Helpers() { stop(); }

  /// Starts `count` threads that search as `leader` does; fewer, if the system has no more. `question` and `leader`
  /// must outlive them.
  void start(const Question<R>& question, const Worker<R>& leader, std::size_t multipv, int count) {
    turns_ = question.turns;
    control_.above = &leader.control;
    try {
      helpers_.reserve(static_cast<std::size_t>(count));
      for (int i = 0; i < count; ++i) {
        auto helper = std::make_unique<Helper>(question, leader, control_);
        helper->thread = std::thread([&helper = *helper, &question, multipv, first_depth = 1 + (i + 1) % 2] {
          deepen(helper.worker, question, multipv, first_depth);
        });
        helpers_.push_back(std::move(helper));
      }
    } catch (const std::system_error&) {
      return;
    } catch (const std::bad_alloc&) {
      return;
    }
  }

  /// Waits until the threads have ended.
  void stop() {
    if (helpers_.empty() || !helpers_.front()->thread.joinable()) return;
    control_.stop();
    if (turns_ != nullptr) turns_->wake();
    for (auto& helper : helpers_) helper->thread.join();
  }

  /// In all threads, as far as they have published it.
  [[nodiscard]] std::uint64_t nodes() const {
    std::uint64_t sum = 0;
    for (const auto& helper : helpers_) sum += helper->worker.published_nodes.load(std::memory_order_relaxed);
    return sum;
  }
  [[nodiscard]] std::uint64_t table_hits() const {
    std::uint64_t sum = 0;
    for (const auto& helper : helpers_) sum += helper->worker.published_table_hits.load(std::memory_order_relaxed);
    return sum;
  }

 private:
  struct Helper {
    Helper(const Question<R>& question, const Worker<R>& leader, Control& control)
        : worker(leader.table, histories, question.game, no_limit, control, question.turns) {
      worker.node_limit = leader.node_limit;
      worker.tables = leader.tables;
      worker.full_width = leader.full_width;
      worker.fifty_move_rule = leader.fifty_move_rule;
    }

    const TimeBudget no_limit{Limits{}, Side::first, milliseconds(0)};
    Histories histories;
    Worker<R> worker;
    std::thread thread;
  };

  static void deepen(Worker<R>& worker, const Question<R>& question, std::size_t multipv, int first_depth) {
    Root<R> root(question.position, question.moves);
    if (multipv > 1) root.order_by_evaluation();
    RootWatcher<R> nobody;
    worker.poll();
    for (int depth = first_depth; depth <= max_depth && !worker.stopped; ++depth) {
      worker.root_depth = depth;
      root.begin_iteration();
      AspirationWindow window(root, depth, multipv);
      search_lines<R>(worker, root, depth, multipv, window, nobody);
    }
    worker.publish();
  }

  Turns* turns_ = nullptr;
  Control control_;
  std::vector<std::unique_ptr<Helper>> helpers_;
};

}  // namespace crownd::search
