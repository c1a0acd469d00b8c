#include "session/runner.hpp"

#include <algorithm>
#include <memory>
#include <system_error>
#include <utility>

namespace crownd::session {

namespace {

using search::SteadyClock;

/// An unbounded search that has sent nothing for so long sends an `info` line as a sign of life.
constexpr std::chrono::seconds longest_silence{1};

/// What a waiting command takes besides its text, about.
constexpr std::size_t task_bytes = 256;

SteadyClock::time_point latest_end(SteadyClock::time_point since, std::chrono::milliseconds longest) {
  return longest.count() > 0 ? since + longest : SteadyClock::time_point::max();
}

}  // namespace

bool Runner::Task::held_back() const {
  if (!thinks() || command->manner != Manner::unbounded || signals.stop) return false;
  return !signals.ponderhit || command->at_ponderhit == Ponderhit::nothing;
}

Runner::Runner(SearchTurns& turns, Host host, const SessionLimits& limits)
    : turns_(turns), host_(std::move(host)), limits_(limits) {}

Runner::~Runner() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  end_now();
  if (thread_.joinable()) thread_.join();
}

Runner::Verdict Runner::submit(Command& command, std::size_t line_bytes, SteadyClock::time_point arrived) {
  const auto manner = command.manner;
  const std::size_t bytes = line_bytes + command.further_bytes + task_bytes;
  {
    std::unique_lock lock(mutex_);
    wait_until_idle_or_thinking(lock);
    if (closing_) return Verdict::taken;
    if (working_) {
      if (current_.held_back() && has_begun()) return manner == Manner::reading ? Verdict::now : Verdict::busy;
      if (!waiting_.empty() && waiting_bytes_ + bytes > limits_.max_queued_bytes) return Verdict::full;
      wait_in_line({std::move(command), bytes, arrived, turns_.now()});
      return Verdict::taken;
    }
    if (manner < Manner::thinking) return Verdict::now;
    if (!turns_.admit()) return Verdict::crowded;
    current_ = {std::move(command), bytes, arrived, turns_.now()};
    working_ = true;
  }
  if (thread_.joinable()) thread_.join();  // the thread has already finished its work
  try {
    thread_ = std::thread([this] { run(); });
  } catch (const std::system_error&) {
    const std::lock_guard lock(mutex_);
    working_ = false;
    turns_.dismiss();
    command = *std::move(current_.command);
    return Verdict::no_thread;
  }
  return Verdict::taken;
}

void Runner::wait_for_short_commands() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock,
                [&] { return !working_ || closing_ || (current_.thinks() && (!current_.held_back() || has_begun())); });
}

void Runner::wait_until_idle_or_thinking(std::unique_lock<std::mutex>& lock) {
  changed_.wait(lock, [&] { return !working_ || current_.thinks() || closing_; });
}

void Runner::run() {
  do host_.carry_out(*current_.command, current_.arrived);
  while (take_up_next());
}

bool Runner::take_up_next() {
  std::unique_lock lock(mutex_);
  if (waiting_.empty()) {
    working_ = false;
    turns_.dismiss();
    changed_.notify_all();
    if (input_ended_ || closing_) end_if_idle(lock);
    return false;
  }
  current_ = leave_line();
  current_.since = turns_.now();
  changed_.notify_all();
  return true;
}

void Runner::wait_in_line(Task task) {
  waiting_bytes_ += task.bytes;
  if (task.thinks()) ++waiting_searches_;
  waiting_.push_back(std::move(task));
}

Runner::Task Runner::leave_line() {
  Task task = std::move(waiting_.front());
  waiting_.pop_front();
  waiting_bytes_ -= task.bytes;
  if (task.thinks()) --waiting_searches_;
  return task;
}

/// Handles what arrived after the current search before it was certain to be one, in order: signals up to the next long
/// command belong to it, and commands are answered as if they had arrived during it, as long as it is unbounded.
void Runner::catch_up(std::unique_lock<std::mutex>& lock) {
  catching_up_ = true;
  give_to_current(current_.signals);
  while (!waiting_.empty() && current_.held_back()) {
    const Task task = leave_line();
    lock.unlock();
    if (task.command->manner == Manner::reading) {
      host_.carry_out(*task.command, task.arrived);
    } else {
      host_.refuse(*task.command);
    }
    lock.lock();
    give_to_current(task.signals);
  }
  for (auto task = waiting_.begin(); task != waiting_.end() && !task->thinks(); ++task)
    give_to_current(std::exchange(task->signals, {}));
  if (input_ended_ && current_.held_back()) give_to_current({.stop = true});
  catching_up_ = false;
  changed_.notify_all();
}

void Runner::signal(Signals signals) {
  {
    const std::lock_guard lock(mutex_);
    // While commands wait the signal cannot be assigned: a `go` may yet be refused, as busy or for its searchmoves.
    const bool in_order = !waiting_.empty() && (waiting_searches_ > 0 || current_.held_back());
    if (in_order) {
      waiting_.back().signals.stop |= signals.stop;
      waiting_.back().signals.ponderhit |= signals.ponderhit;
    } else if (working_ && current_.thinks()) {
      give_to_current(signals);
    }
  }
  turns_.wake();
}

void Runner::give_to_current(Signals signals) {
  current_.signals.ponderhit |= signals.ponderhit;
  // A ponder search without limits would never end after a ponderhit.
  current_.signals.stop |= signals.stop || (signals.ponderhit && current_.command->at_ponderhit == Ponderhit::ends);
  if (control_ != nullptr && signals.ponderhit) control_->ponderhit();
  if (control_ != nullptr && current_.signals.stop) control_->stop();
  changed_.notify_all();
}

void Runner::end_of_input() {
  {
    std::unique_lock lock(mutex_);
    input_ended_ = true;
    if (!working_) return end_if_idle(lock);
    if (!current_.held_back() || !has_begun()) return;  // else see catch_up
    give_to_current({.stop = true});
  }
  turns_.wake();
}

void Runner::end_now() {
  {
    std::unique_lock lock(mutex_);
    closing_ = true;
    waiting_.clear();
    waiting_bytes_ = 0;
    waiting_searches_ = 0;
    changed_.notify_all();
    if (!working_) return end_if_idle(lock);
    give_to_current({.stop = true});
  }
  turns_.wake();
}

void Runner::end_if_idle(std::unique_lock<std::mutex>& lock) {
  closing_ = true;
  if (std::exchange(over_, true)) return;
  lock.unlock();
  host_.over();
}

bool Runner::ended() const {
  const std::lock_guard lock(mutex_);
  return closing_;
}

bool Runner::busy() const {
  const std::lock_guard lock(mutex_);
  return working_;
}

void Runner::wait_for_room() {
  const auto cost = limits_.max_line_bytes + task_bytes;
  std::unique_lock lock(mutex_);
  changed_.wait(lock,
                [&] { return waiting_.empty() || closing_ || waiting_bytes_ + cost <= limits_.max_queued_bytes; });
}

Runner::Search::Search(Runner& runner, bool pondering, SayAlive say_alive)
    : runner_(runner),
      say_alive_(std::move(say_alive)),
      told_at_(runner.turns_.now()),
      latest_(latest_end(runner.current_.since, runner.limits_.max_movetime)),
      control_(pondering, runner.current_.since, [&turns = runner.turns_] { return turns.now(); }),
      place_(runner.turns_, control_, latest_) {
  control_.take_turn = [this] { take_turn(); };
  const bool speaks = say_alive_ && runner.current_.command->manner == Manner::unbounded;
  control_.on_progress = [this, speaks](std::uint64_t nodes) {
    nodes_ = nodes;
    if (speaks && silent() && held_back()) break_silence();
  };
  control_.most_helpers = runner.turns_.slots() - 1;
  control_.helper_turns = [this](const search::Control& helpers) -> std::function<void()> {
    return [place = std::make_shared<SearchTurns::Place>(runner_.turns_, helpers)] { place->take(); };
  };
  control_.wake_helpers = [this] { runner_.turns_.wake(); };
  std::unique_lock lock(runner_.mutex_);
  runner_.control_ = &control_;
  runner_.catch_up(lock);
}

Runner::Search::~Search() {
  const std::lock_guard lock(runner_.mutex_);
  runner_.control_ = nullptr;
  runner_.current_.answered = true;
}

void Runner::Search::take_turn() {
  place_.take();
  if (runner_.turns_.now() < latest_) return;
  const std::lock_guard lock(runner_.mutex_);
  cut_short_if_due();
}

void Runner::Search::cut_short_if_due() {
  if (runner_.turns_.now() < latest_ || runner_.current_.signals.stop) return;
  cut_short_ = true;
  runner_.give_to_current({.stop = true});
}

void Runner::Search::told(std::uint64_t nodes) {
  nodes_ = nodes;
  told_at_ = runner_.turns_.now();
}

bool Runner::Search::silent() const { return runner_.turns_.now() >= told_at_ + longest_silence; }

bool Runner::Search::held_back() const {
  const std::lock_guard lock(runner_.mutex_);
  return runner_.current_.held_back();
}

void Runner::Search::break_silence() {
  told(nodes_);
  if (say_alive_) say_alive_(nodes_, std::chrono::duration_cast<std::chrono::milliseconds>(control_.elapsed()));
}

void Runner::Search::finish() {
  place_.give_up();
  std::unique_lock lock(runner_.mutex_);
  while (runner_.current_.held_back()) {
    if (silent()) {
      lock.unlock();
      break_silence();
      lock.lock();
      continue;
    }
    runner_.changed_.wait_until(lock, std::min(latest_, told_at_ + longest_silence));
    cut_short_if_due();
  }
}

}  // namespace crownd::session
