#include "session/command_queue.hpp"

#include <algorithm>
#include <utility>

namespace crownd::session {

/// An unbounded search sends a keep-alive `info` line after this time without output.
constexpr std::chrono::seconds max_silence{1};

/// Memory of a queued command besides its text.
constexpr std::size_t bytes_per_command = 256;

CommandQueue::State CommandQueue::state() const {
  if (phase_ == Phase::nothing) return State::idle;
  return is_unbounded() ? State::unbounded : State::bounded;
}

bool CommandQueue::is_unbounded() const {
  if (!is_searching() || current_->command.policy != Policy::unbounded_search || signals_.stop) return false;
  return !(signals_.ponderhit && current_->command.on_ponderhit >= OnPonderhit::bounds);
}

bool CommandQueue::is_running_short() const {
  switch (phase_) {
    case Phase::nothing:
    case Phase::searching: return false;
    case Phase::preparing: return is_unbounded();
    case Phase::short_command:
    case Phase::handling_deferred:
    case Phase::answering: break;
  }
  return true;
}

CommandQueue::Decision CommandQueue::arrive(QueuedCommand& queued, Time now) {
  if (ended()) return Decision::session_over;
  const auto policy = queued.command.policy;
  if (policy == Policy::stop) signal({.stop = true});
  if (policy == Policy::ponderhit) signal({.ponderhit = true});
  if (policy == Policy::quit) quit();
  if (policy <= Policy::immediate) return Decision::run;
  if (policy == Policy::after_short) return is_running_short() ? Decision::retry : Decision::run;
  if (phase_ == Phase::nothing) {
    if (!queued.command.is_long()) return Decision::run;
    make_current(std::move(queued), now);
    return Decision::start;
  }
  if (!is_searching()) return Decision::retry;
  if (is_unbounded() && phase_ == Phase::searching) return policy == Policy::read_only ? Decision::run : Decision::busy;
  return enqueue(queued);
}

CommandQueue::Decision CommandQueue::enqueue(QueuedCommand& queued) {
  const auto bytes = queued.bytes + bytes_per_command;
  if (!waiting_.empty() && waiting_bytes_ + bytes > limits_.max_queued_bytes) return Decision::full;
  waiting_bytes_ += bytes;
  if (queued.command.is_long()) ++waiting_searches_;
  waiting_.push_back({std::move(queued), {}});
  return Decision::queued;
}

CommandQueue::Waiting CommandQueue::dequeue() {
  auto first = std::move(waiting_.front());
  waiting_.pop_front();
  waiting_bytes_ -= first.queued.bytes + bytes_per_command;
  if (first.queued.command.is_long()) --waiting_searches_;
  return first;
}

void CommandQueue::make_current(QueuedCommand queued, Time now) {
  phase_ = queued.command.is_long() ? Phase::preparing : Phase::short_command;
  current_ = std::move(queued);
  clock_start_ = now;
  signals_ = {};
  timed_out_ = false;
  stopped_by_quit_ = false;
}

QueuedCommand CommandQueue::abandon() {
  phase_ = Phase::nothing;
  return *std::exchange(current_, std::nullopt);
}

void CommandQueue::signal(Signals signals) {
  // While commands wait the signal cannot be assigned: a `go` may yet be refused, as busy or for its searchmoves.
  const bool in_order = !waiting_.empty() && (waiting_searches_ > 0 || is_unbounded());
  if (in_order) {
    waiting_.back().signals.stop |= signals.stop;
    waiting_.back().signals.ponderhit |= signals.ponderhit;
  } else if (is_searching()) {
    signal_current(signals);
  }
}

void CommandQueue::signal_current(Signals signals) {
  signals_.ponderhit |= signals.ponderhit;
  signals_.stop |= signals.stop || (signals.ponderhit && current_->command.on_ponderhit == OnPonderhit::stops);
}

void CommandQueue::end_of_input() {
  input_ended_ = true;
  if (is_unbounded() && phase_ == Phase::searching) signal_current({.stop = true});  // before that see take_deferred
}

void CommandQueue::stop_after_quit() {
  if (!is_searching() || signals_.stop) return;
  if (is_unbounded() && phase_ != Phase::searching) return;  // see take_deferred
  stopped_by_quit_ = !is_unbounded();
  signal_current({.stop = true});
}

void CommandQueue::end_now() {
  closed_ = true;
  waiting_.clear();
  waiting_bytes_ = 0;
  waiting_searches_ = 0;
  if (is_searching()) signal_current({.stop = true});
}

QueuedCommand* CommandQueue::last() {
  if (!waiting_.empty()) return &waiting_.back().queued;
  return current_ ? &*current_ : nullptr;
}

bool CommandQueue::has_room() const {
  return waiting_.empty() || waiting_bytes_ + limits_.max_line_bytes + bytes_per_command <= limits_.max_queued_bytes;
}

std::optional<CommandQueue::Deferred> CommandQueue::take_deferred() {
  if (!waiting_.empty() && is_unbounded()) {
    auto [queued, signals] = dequeue();
    signal_current(signals);
    const bool refused = queued.command.policy != Policy::read_only;
    return Deferred{std::move(queued), refused};
  }
  for (auto one = waiting_.begin(); one != waiting_.end() && !one->queued.command.is_long(); ++one)
    signal_current(std::exchange(one->signals, {}));
  if (input_ended_ && is_unbounded()) signal_current({.stop = true});
  phase_ = Phase::searching;
  if (quit_) stop_after_quit();
  return std::nullopt;
}

CommandQueue::Time CommandQueue::deadline() const {
  return limits_.max_movetime.count() > 0 ? clock_start_ + limits_.max_movetime : Time::max();
}

bool CommandQueue::check_time(Time now) {
  if (!signals_.stop && now >= deadline()) {
    timed_out_ = true;
    signal_current({.stop = true});
  }
  if (!is_unbounded() || now < last_line_ + max_silence) return false;
  last_line_ = now;
  return true;
}

CommandQueue::Time CommandQueue::next_check() const {
  const auto end = signals_.stop ? Time::max() : deadline();
  return is_unbounded() ? std::min(end, last_line_ + max_silence) : end;
}

bool CommandQueue::next(Time now) {
  current_.reset();
  if (waiting_.empty()) {
    phase_ = Phase::nothing;
    return false;
  }
  auto [queued, signals] = dequeue();
  make_current(std::move(queued), now);
  if (current_->command.is_long()) signal_current(signals);
  if (quit_) stop_after_quit();
  return true;
}

bool CommandQueue::take_session_end() {
  closed_ = closed_ || ((input_ended_ || quit_) && phase_ == Phase::nothing);
  return closed_ && phase_ == Phase::nothing && !std::exchange(end_taken_, true);
}

}  // namespace crownd::session
