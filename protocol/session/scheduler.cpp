#include "session/scheduler.hpp"

#include <algorithm>
#include <condition_variable>
#include <tuple>

namespace crownd::session {

using search::SteadyClock;

/// A search wakes this long before its answer is due, to choose a move.
constexpr std::chrono::milliseconds due_margin{1};

/// The state of one search thread; guarded by the mutex, or used by that thread while it does not wait.
class SearchScheduler::ThreadSlot final : public Slot {
 public:
  ThreadSlot(SearchScheduler& scheduler, const search::Control& its_control)
      : control(its_control), scheduler_(scheduler) {}
  ~ThreadSlot() override { scheduler_.release(*this); }

  void wait() override {
    if (control.stopped()) return;
    if (!holds_slot || (scheduler_.waiting_.load(std::memory_order_relaxed) > 0 &&
                        scheduler_.now() - quantum_began >= scheduler_.quantum_))
      scheduler_.wait_for_slot(*this);
  }

  [[nodiscard]] bool has_due() const { return control.due() != SteadyClock::time_point::max(); }
  /// When it continues without a slot; time_point::max() for never.
  [[nodiscard]] SteadyClock::time_point waits_until() const {
    return has_due() ? std::min(control.due() - due_margin, control.deadline) : control.deadline;
  }
  /// Whether it continues without a slot: to stop, to answer, or to start its clock after a ponderhit.
  [[nodiscard]] bool must_continue(SteadyClock::time_point now) const {
    return control.stopped() || now >= waits_until() || (pondered && !control.pondering());
  }

  const search::Control& control;
  std::condition_variable changed;
  SteadyClock::time_point quantum_began;
  std::uint64_t arrival = 0;  ///< the smaller, the longer it has waited
  bool holds_slot = false;
  bool pondered = false;  ///< whether it was pondering when it began to wait

 private:
  SearchScheduler& scheduler_;
};

SearchScheduler::SearchScheduler(int slots, std::chrono::milliseconds quantum, int max_searches, search::Now now)
    : slots_(std::max(slots, 1)),
      quantum_(quantum),
      max_searches_(max_searches),
      now_(std::move(now)),
      free_slots_(slots_) {}

void SearchScheduler::set_limits(int slots, int max_searches) {
  max_searches_ = max_searches;
  const std::lock_guard lock(mutex_);
  const int wanted = std::max(slots, 1);
  free_slots_ += wanted - slots_.exchange(wanted);
  assign_slots();
}

bool SearchScheduler::admit_search() {
  if (++under_way_ <= max_searches_) return true;
  end_search();
  return false;
}

std::unique_ptr<SearchScheduler::Slot> SearchScheduler::enter(const search::Control& control) {
  return std::make_unique<ThreadSlot>(*this, control);
}

void SearchScheduler::wake() {
  const std::lock_guard lock(mutex_);
  const auto time = now();
  for (auto* thread : queue_) {
    if (thread->must_continue(time)) thread->changed.notify_one();
  }
}

void SearchScheduler::release(ThreadSlot& thread) {
  const std::lock_guard lock(mutex_);
  if (!thread.holds_slot) return;
  free_slot(thread);
  assign_slots();
}

void SearchScheduler::wait_for_slot(ThreadSlot& thread) {
  std::unique_lock lock(mutex_);
  if (thread.holds_slot) free_slot(thread);  // its quantum is over; it may be chosen again
  thread.arrival = ++arrivals_;
  thread.pondered = thread.control.pondering();
  queue_.push_back(&thread);
  assign_slots();
  waiting_.store(queue_.size(), std::memory_order_relaxed);  // a search that got a slot at once does not count
  while (!thread.holds_slot && !thread.must_continue(now())) {
    if (thread.waits_until() != SteadyClock::time_point::max()) {
      thread.changed.wait_until(lock, thread.waits_until());
    } else {
      thread.changed.wait(lock);
    }
  }
  if (!thread.holds_slot) leave_queue(thread);
}

void SearchScheduler::assign_slots() {
  while (free_slots_ > 0 && !queue_.empty()) {
    ThreadSlot& next = choose_next();
    leave_queue(next);
    --free_slots_;
    next.holds_slot = true;
    next.quantum_began = now();
    next.changed.notify_one();
  }
}

SearchScheduler::ThreadSlot& SearchScheduler::choose_next() {
  const auto first_without =
      std::partition(queue_.begin(), queue_.end(), [](const ThreadSlot* w) { return w->has_due(); });
  const bool one_has_due = first_without != queue_.begin();
  const bool one_has_none = first_without != queue_.end();
  chose_due_ = one_has_due && (!one_has_none || !chose_due_);
  const auto before = [](const ThreadSlot* a, const ThreadSlot* b) {
    return std::tuple(a->control.due(), a->arrival) < std::tuple(b->control.due(), b->arrival);
  };
  return chose_due_ ? **std::min_element(queue_.begin(), first_without, before)
                    : **std::min_element(first_without, queue_.end(), before);
}

void SearchScheduler::leave_queue(ThreadSlot& thread) {
  queue_.erase(std::find(queue_.begin(), queue_.end(), &thread));
  waiting_.store(queue_.size(), std::memory_order_relaxed);
}

void SearchScheduler::free_slot(ThreadSlot& thread) {
  thread.holds_slot = false;
  ++free_slots_;
}

}  // namespace crownd::session
