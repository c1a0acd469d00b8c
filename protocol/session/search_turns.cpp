#include "session/search_turns.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <tuple>
#include <utility>
#include <vector>

namespace crownd::session {

using search::SteadyClock;

namespace {

/// A search is scheduled this long before its answer is due: time to wake up and to choose a move.
constexpr std::chrono::milliseconds due_margin{1};

}  // namespace

/// The state of one search; guarded by the mutex of Shared, or used by the search's own thread while it does not wait.
struct SearchTurns::Waiter {
  Waiter(const search::Control& its_control, SteadyClock::time_point its_latest)
      : control(its_control), latest(its_latest) {}

  [[nodiscard]] bool has_due() const { return control.due() != SteadyClock::time_point::max(); }
  /// When it continues without a slot; time_point::max() for never.
  [[nodiscard]] SteadyClock::time_point waits_until() const {
    return has_due() ? std::min(control.due() - due_margin, latest) : latest;
  }
  /// Whether it continues without a slot: to end, to answer, or to set its clock after a ponderhit.
  [[nodiscard]] bool must_go_on(SteadyClock::time_point now) const {
    return control.stopped() || now >= waits_until() || (pondered && !control.pondering());
  }

  const search::Control& control;
  const SteadyClock::time_point latest;
  std::condition_variable changed;
  SteadyClock::time_point quantum_began;
  std::uint64_t arrival = 0;  ///< the smaller, the longer it has waited
  bool holds_slot = false;
  bool pondered = false;  ///< whether it was pondering when it began to wait
};

struct SearchTurns::Shared {
  Shared(int its_slots, std::chrono::milliseconds its_quantum, int its_most, search::Now its_now)
      : slots(std::max(its_slots, 1)),
        quantum(its_quantum),
        most(its_most),
        now(std::move(its_now)),
        free_slots(slots) {}

  void acquire(Waiter& waiter) {
    std::unique_lock lock(mutex);
    wait_in_line(lock, waiter);
  }

  /// The quantum is used up and others wait. The search with the earliest deadline may well be next again.
  void pass_on(Waiter& waiter) {
    std::unique_lock lock(mutex);
    give_back_slot(waiter);
    wait_in_line(lock, waiter);
  }

  void release(Waiter& waiter) {
    const std::lock_guard lock(mutex);
    if (!waiter.holds_slot) return;
    give_back_slot(waiter);
    serve_line();
  }

  void wake() {
    const std::lock_guard lock(mutex);
    const auto time = now();
    for (auto* waiter : line) {
      if (waiter->must_go_on(time)) waiter->changed.notify_one();
    }
  }

  [[nodiscard]] int running() {
    const std::lock_guard lock(mutex);
    return slots - free_slots;
  }

  void set_slots(int wanted) {
    const std::lock_guard lock(mutex);
    const int now_wanted = std::max(wanted, 1);
    free_slots += now_wanted - slots.exchange(now_wanted);
    serve_line();
  }

  std::atomic<int> slots;
  const std::chrono::milliseconds quantum;
  std::atomic<int> most;
  const search::Now now;
  std::atomic<int> under_way{0};
  std::atomic<std::size_t> waiting{0};  ///< length of the queue, to be read without the mutex

 private:
  void wait_in_line(std::unique_lock<std::mutex>& lock, Waiter& waiter) {
    waiter.arrival = ++arrivals;
    waiter.pondered = waiter.control.pondering();
    line.push_back(&waiter);
    serve_line();
    waiting.store(line.size(), std::memory_order_relaxed);  // who is served at once has not waited
    while (!waiter.holds_slot && !waiter.must_go_on(now())) {
      if (waiter.waits_until() != SteadyClock::time_point::max()) {
        waiter.changed.wait_until(lock, waiter.waits_until());
      } else {
        waiter.changed.wait(lock);
      }
    }
    if (!waiter.holds_slot) leave_line(waiter);
  }

  void serve_line() {
    while (free_slots > 0 && !line.empty()) {
      Waiter& next = next_in_line();
      leave_line(next);
      --free_slots;
      next.holds_slot = true;
      next.quantum_began = now();
      next.changed.notify_one();
    }
  }

  Waiter& next_in_line() {
    const auto first_without = std::partition(line.begin(), line.end(), [](const Waiter* w) { return w->has_due(); });
    const bool one_has_due = first_without != line.begin();
    const bool one_has_none = first_without != line.end();
    served_due = one_has_due && (!one_has_none || !served_due);
    const auto before = [](const Waiter* a, const Waiter* b) {
      return std::tuple(a->control.due(), a->arrival) < std::tuple(b->control.due(), b->arrival);
    };
    return served_due ? **std::min_element(line.begin(), first_without, before)
                      : **std::min_element(first_without, line.end(), before);
  }

  void leave_line(Waiter& waiter) {
    line.erase(std::find(line.begin(), line.end(), &waiter));
    waiting.store(line.size(), std::memory_order_relaxed);
  }

  void give_back_slot(Waiter& waiter) {
    waiter.holds_slot = false;
    ++free_slots;
  }

  std::mutex mutex;
  std::vector<Waiter*> line;
  std::uint64_t arrivals = 0;
  int free_slots;           ///< negative if the slots were reduced below those in use
  bool served_due = false;  ///< which of the two kinds was served last
};

SearchTurns::SearchTurns(int slots, std::chrono::milliseconds quantum, int most, search::Now now)
    : shared_(std::make_unique<Shared>(slots, quantum, most, std::move(now))) {}

SearchTurns::~SearchTurns() = default;

void SearchTurns::set_limits(int slots, int most) {
  shared_->most = most;
  shared_->set_slots(slots);
}

bool SearchTurns::admit() {
  if (++shared_->under_way <= shared_->most) return true;
  dismiss();
  return false;
}

void SearchTurns::dismiss() { --shared_->under_way; }

int SearchTurns::most() const { return shared_->most; }

int SearchTurns::slots() const { return shared_->slots; }

int SearchTurns::under_way() const { return shared_->under_way; }

int SearchTurns::running() const { return shared_->running(); }

std::size_t SearchTurns::waiting() const { return shared_->waiting; }

SteadyClock::time_point SearchTurns::now() const { return shared_->now(); }

void SearchTurns::wake() { shared_->wake(); }

SearchTurns::Place::Place(SearchTurns& turns, const search::Control& control, SteadyClock::time_point latest)
    : shared_(*turns.shared_), waiter_(std::make_unique<Waiter>(control, latest)) {}

SearchTurns::Place::~Place() { give_up(); }

void SearchTurns::Place::give_up() { shared_.release(*waiter_); }

void SearchTurns::Place::take() {
  if (waiter_->control.stopped()) return;
  if (!waiter_->holds_slot) {
    shared_.acquire(*waiter_);
  } else if (shared_.waiting.load(std::memory_order_relaxed) > 0 &&
             shared_.now() - waiter_->quantum_began >= shared_.quantum) {
    shared_.pass_on(*waiter_);
  }
}

}  // namespace crownd::session
