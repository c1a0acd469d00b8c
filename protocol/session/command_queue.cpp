#include "session/command_queue.hpp"

#include <algorithm>
#include <utility>

namespace crownd::session {

namespace {

/// An unbounded search that has sent nothing for so long sends an `info` line as a sign of life.
constexpr std::chrono::seconds longest_silence{1};

/// What a command takes in the queue besides its text.
constexpr std::size_t overhead = 256;

}  // namespace

CommandQueue::State CommandQueue::state() const {
  if (phase_ == Phase::nothing) return State::idle;
  return held_back() ? State::unbounded : State::bounded;
}

bool CommandQueue::held_back() const {
  if (!thinks() || current_->command.manner != Manner::unbounded || signals_.stop) return false;
  return !(signals_.ponderhit && current_->command.at_ponderhit >= Ponderhit::bounds);
}

bool CommandQueue::delays_ready() const {
  switch (phase_) {
    case Phase::nothing:
    case Phase::searching: return false;
    case Phase::preparing: return held_back();
    case Phase::short_command:
    case Phase::catching_up:
    case Phase::answering: break;
  }
  return true;
}

CommandQueue::Verdict CommandQueue::arrive(Order& order, Time now) {
  if (closing()) return Verdict::over;
  const auto manner = order.command.manner;
  if (manner == Manner::stop) signal({.stop = true});
  if (manner == Manner::ponderhit) signal({.ponderhit = true});
  if (manner == Manner::quit) quit();
  if (manner <= Manner::at_once) return Verdict::run;
  if (manner == Manner::in_passing) return delays_ready() ? Verdict::later : Verdict::run;
  if (phase_ == Phase::nothing) {
    if (!order.command.is_long()) return Verdict::run;
    take_up(std::move(order), now);
    return Verdict::start;
  }
  if (!thinks()) return Verdict::later;
  if (held_back() && phase_ == Phase::searching) return manner == Manner::reading ? Verdict::run : Verdict::busy;
  return wait_in_line(order);
}

CommandQueue::Verdict CommandQueue::wait_in_line(Order& order) {
  const auto bytes = order.bytes + overhead;
  if (!waiting_.empty() && waiting_bytes_ + bytes > limits_.max_queued_bytes) return Verdict::full;
  waiting_bytes_ += bytes;
  if (order.command.is_long()) ++waiting_searches_;
  waiting_.push_back({std::move(order), {}});
  return Verdict::queued;
}

CommandQueue::Waiting CommandQueue::leave_line() {
  auto first = std::move(waiting_.front());
  waiting_.pop_front();
  waiting_bytes_ -= first.order.bytes + overhead;
  if (first.order.command.is_long()) --waiting_searches_;
  return first;
}

void CommandQueue::take_up(Order order, Time now) {
  phase_ = order.command.is_long() ? Phase::preparing : Phase::short_command;
  current_ = std::move(order);
  since_ = now;
  signals_ = {};
  cut_short_ = false;
  stopped_by_quit_ = false;
}

Order CommandQueue::abandon() {
  phase_ = Phase::nothing;
  return *std::exchange(current_, std::nullopt);
}

void CommandQueue::signal(Signals signals) {
  // While commands wait the signal cannot be assigned: a `go` may yet be refused, as busy or for its searchmoves.
  const bool in_order = !waiting_.empty() && (waiting_searches_ > 0 || held_back());
  if (in_order) {
    waiting_.back().signals.stop |= signals.stop;
    waiting_.back().signals.ponderhit |= signals.ponderhit;
  } else if (thinks()) {
    give_to_current(signals);
  }
}

void CommandQueue::give_to_current(Signals signals) {
  signals_.ponderhit |= signals.ponderhit;
  signals_.stop |= signals.stop || (signals.ponderhit && current_->command.at_ponderhit == Ponderhit::ends);
}

void CommandQueue::end_of_input() {
  input_ended_ = true;
  if (held_back() && phase_ == Phase::searching) give_to_current({.stop = true});  // before that see catch_up
}

void CommandQueue::quit() {
  quit_ = true;
  stop_for_quit();
}

void CommandQueue::stop_for_quit() {
  if (!thinks() || signals_.stop) return;
  if (held_back() && phase_ != Phase::searching) return;  // see catch_up
  stopped_by_quit_ = !held_back();
  give_to_current({.stop = true});
}

void CommandQueue::end_now() {
  closing_ = true;
  waiting_.clear();
  waiting_bytes_ = 0;
  waiting_searches_ = 0;
  if (thinks()) give_to_current({.stop = true});
}

Order* CommandQueue::last() {
  if (!waiting_.empty()) return &waiting_.back().order;
  return current_ ? &*current_ : nullptr;
}

bool CommandQueue::has_room() const {
  return waiting_.empty() || waiting_bytes_ + limits_.max_line_bytes + overhead <= limits_.max_queued_bytes;
}

void CommandQueue::begin(Time now) {
  phase_ = Phase::catching_up;
  spoke_ = now;
}

std::optional<CommandQueue::Belated> CommandQueue::catch_up() {
  if (!waiting_.empty() && held_back()) {
    auto [order, signals] = leave_line();
    give_to_current(signals);
    const bool refused = order.command.manner != Manner::reading;
    return Belated{std::move(order), refused};
  }
  for (auto one = waiting_.begin(); one != waiting_.end() && !one->order.command.is_long(); ++one)
    give_to_current(std::exchange(one->signals, {}));
  if (input_ended_ && held_back()) give_to_current({.stop = true});
  phase_ = Phase::searching;
  if (quit_) stop_for_quit();
  return std::nullopt;
}

CommandQueue::Time CommandQueue::latest() const {
  return limits_.max_movetime.count() > 0 ? since_ + limits_.max_movetime : Time::max();
}

bool CommandQueue::tick(Time now) {
  if (!signals_.stop && now >= latest()) {
    cut_short_ = true;
    give_to_current({.stop = true});
  }
  if (!held_back() || now < spoke_ + longest_silence) return false;
  spoke_ = now;
  return true;
}

CommandQueue::Time CommandQueue::next_tick() const {
  const auto end = signals_.stop ? Time::max() : latest();
  return held_back() ? std::min(end, spoke_ + longest_silence) : end;
}

void CommandQueue::finish() { phase_ = Phase::answering; }

bool CommandQueue::next(Time now) {
  current_.reset();
  if (waiting_.empty()) {
    phase_ = Phase::nothing;
    return false;
  }
  auto [order, signals] = leave_line();
  take_up(std::move(order), now);
  if (current_->command.is_long()) give_to_current(signals);
  if (quit_) stop_for_quit();
  return true;
}

bool CommandQueue::take_end() {
  closing_ = closing_ || ((input_ended_ || quit_) && phase_ == Phase::nothing);
  return closing_ && phase_ == Phase::nothing && !std::exchange(over_, true);
}

}  // namespace crownd::session
