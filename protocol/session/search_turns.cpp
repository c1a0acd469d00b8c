#include "session/search_turns.hpp"

#include <algorithm>
#include <condition_variable>
#include <tuple>
#include <utility>

namespace crownd::session {

using search::SteadyClock;

namespace {

/// A search is scheduled this long before its answer is due: time to wake up and to choose a move.
constexpr std::chrono::milliseconds due_margin{1};

}  // namespace

/// The state of one search; guarded by the mutex, or used by the search's own thread while it does not wait.
class SearchTurns::Waiter final : public Place {
 public:
  Waiter(SearchTurns& turns, const search::Control& its_control) : control(its_control), turns_(turns) {}
  Waiter(const Waiter&) = delete;
  Waiter& operator=(const Waiter&) = delete;
  ~Waiter() override { turns_.release(*this); }

  void take() override {
    if (control.stopped()) return;
    if (!holds_slot) {
      turns_.acquire(*this);
    } else if (turns_.waiting_.load(std::memory_order_relaxed) > 0 && turns_.now() - quantum_began >= turns_.quantum_) {
      turns_.pass_on(*this);
    }
  }

  [[nodiscard]] bool has_due() const { return control.due() != SteadyClock::time_point::max(); }
  /// When it continues without a slot; time_point::max() for never.
  [[nodiscard]] SteadyClock::time_point waits_until() const {
    return has_due() ? std::min(control.due() - due_margin, control.latest) : control.latest;
  }
  /// Whether it continues without a slot: to end, to answer, or to set its clock after a ponderhit.
  [[nodiscard]] bool must_go_on(SteadyClock::time_point now) const {
    return control.stopped() || now >= waits_until() || (pondered && !control.pondering());
  }

  const search::Control& control;
  std::condition_variable changed;
  SteadyClock::time_point quantum_began;
  std::uint64_t arrival = 0;  ///< the smaller, the longer it has waited
  bool holds_slot = false;
  bool pondered = false;  ///< whether it was pondering when it began to wait

 private:
  SearchTurns& turns_;
};

SearchTurns::SearchTurns(int slots, std::chrono::milliseconds quantum, int most, search::Now now)
    : slots_(std::max(slots, 1)), quantum_(quantum), most_(most), now_(std::move(now)), free_slots_(slots_) {}

void SearchTurns::set_limits(int slots, int most) {
  most_ = most;
  const std::lock_guard lock(mutex_);
  const int wanted = std::max(slots, 1);
  free_slots_ += wanted - slots_.exchange(wanted);
  serve_line();
}

bool SearchTurns::admit() {
  if (++under_way_ <= most_) return true;
  dismiss();
  return false;
}

std::unique_ptr<SearchTurns::Place> SearchTurns::enter(const search::Control& control) {
  return std::make_unique<Waiter>(*this, control);
}

int SearchTurns::running() const {
  const std::lock_guard lock(mutex_);
  return slots_ - free_slots_;
}

void SearchTurns::wake() {
  const std::lock_guard lock(mutex_);
  const auto time = now();
  for (auto* waiter : line_) {
    if (waiter->must_go_on(time)) waiter->changed.notify_one();
  }
}

void SearchTurns::acquire(Waiter& waiter) {
  std::unique_lock lock(mutex_);
  wait_in_line(lock, waiter);
}

/// The quantum is used up and others wait. The search with the earliest deadline may well be next again.
void SearchTurns::pass_on(Waiter& waiter) {
  std::unique_lock lock(mutex_);
  give_back_slot(waiter);
  wait_in_line(lock, waiter);
}

void SearchTurns::release(Waiter& waiter) {
  const std::lock_guard lock(mutex_);
  if (!waiter.holds_slot) return;
  give_back_slot(waiter);
  serve_line();
}

void SearchTurns::wait_in_line(std::unique_lock<std::mutex>& lock, Waiter& waiter) {
  waiter.arrival = ++arrivals_;
  waiter.pondered = waiter.control.pondering();
  line_.push_back(&waiter);
  serve_line();
  waiting_.store(line_.size(), std::memory_order_relaxed);  // who is served at once has not waited
  while (!waiter.holds_slot && !waiter.must_go_on(now())) {
    if (waiter.waits_until() != SteadyClock::time_point::max()) {
      waiter.changed.wait_until(lock, waiter.waits_until());
    } else {
      waiter.changed.wait(lock);
    }
  }
  if (!waiter.holds_slot) leave_line(waiter);
}

void SearchTurns::serve_line() {
  while (free_slots_ > 0 && !line_.empty()) {
    Waiter& next = next_in_line();
    leave_line(next);
    --free_slots_;
    next.holds_slot = true;
    next.quantum_began = now();
    next.changed.notify_one();
  }
}

SearchTurns::Waiter& SearchTurns::next_in_line() {
  const auto first_without = std::partition(line_.begin(), line_.end(), [](const Waiter* w) { return w->has_due(); });
  const bool one_has_due = first_without != line_.begin();
  const bool one_has_none = first_without != line_.end();
  served_due_ = one_has_due && (!one_has_none || !served_due_);
  const auto before = [](const Waiter* a, const Waiter* b) {
    return std::tuple(a->control.due(), a->arrival) < std::tuple(b->control.due(), b->arrival);
  };
  return served_due_ ? **std::min_element(line_.begin(), first_without, before)
                     : **std::min_element(first_without, line_.end(), before);
}

void SearchTurns::leave_line(Waiter& waiter) {
  line_.erase(std::find(line_.begin(), line_.end(), &waiter));
  waiting_.store(line_.size(), std::memory_order_relaxed);
}

void SearchTurns::give_back_slot(Waiter& waiter) {
  waiter.holds_slot = false;
  ++free_slots_;
}

}  // namespace crownd::session
