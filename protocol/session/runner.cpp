#include "session/runner.hpp"

#include <system_error>
#include <utility>
#include <variant>

namespace crownd::session {

bool Runner::Task::held_back() const {
  if (manner != Manner::unbounded || stop || answered) return false;
  const auto* const go = std::get_if<wire::Go>(&command);
  const bool ends_after_ponderhit = go != nullptr && go->ponder && !go->infinite && go->limited();
  return !(ponderhit && ends_after_ponderhit);
}

Runner::Runner(SearchTurns& turns, Host host, std::size_t max_waiting_bytes, std::size_t longest_line)
    : turns_(turns), host_(std::move(host)), max_waiting_bytes_(max_waiting_bytes), longest_line_(longest_line) {}

Runner::~Runner() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  end_now();
  if (thread_.joinable()) thread_.join();
}

Runner::Verdict Runner::submit(wire::Command command, std::size_t line_bytes) {
  const auto manner = manner_of(command);
  Task task{std::move(command), manner, line_bytes + sizeof(Task), search::SteadyClock::now()};
  {
    std::unique_lock lock(mutex_);
    settle(lock);
    if (closing_) return Verdict::taken;
    if (working_) {
      if (current_.held_back() && !draining_) return manner == Manner::reading ? Verdict::now : Verdict::busy;
      if (!waiting_.empty() && waiting_bytes_ + task.bytes > max_waiting_bytes_) return Verdict::full;
      waiting_bytes_ += task.bytes;
      waiting_.push_back(std::move(task));
      return Verdict::taken;
    }
    if (!task.thinks()) return Verdict::now;
    current_ = std::move(task);
    working_ = true;
  }
  if (thread_.joinable()) thread_.join();  // has given the turn back already
  try {
    thread_ = std::thread([this] { run(); });
  } catch (const std::system_error&) {
    const std::lock_guard lock(mutex_);
    working_ = false;
    return Verdict::no_thread;
  }
  return Verdict::taken;
}

void Runner::settle() {
  std::unique_lock lock(mutex_);
  settle(lock);
}

void Runner::settle(std::unique_lock<std::mutex>& lock) {
  changed_.wait(lock, [&] { return !working_ || current_.thinks() || closing_; });
}

void Runner::run() {
  do host_.carry_out(current_.command);
  while (take_up_next());
}

bool Runner::take_up_next() {
  std::unique_lock lock(mutex_);
  if (waiting_.empty()) {
    working_ = false;
    changed_.notify_all();
    if (input_ended_ || closing_) end_if_idle(lock);
    return false;
  }
  current_ = std::move(waiting_.front());
  waiting_.pop_front();
  waiting_bytes_ -= current_.bytes;
  current_.since = search::SteadyClock::now();
  if (current_.manner == Manner::unbounded) {
    if (input_ended_) current_.stop = true;
    if (current_.held_back()) answer_what_waits(lock);
  }
  changed_.notify_all();
  return true;
}

/// What waits behind an unbounded search is answered as if it had come during the search.
void Runner::answer_what_waits(std::unique_lock<std::mutex>& lock) {
  draining_ = true;
  while (!waiting_.empty() && current_.held_back()) {
    const Task task = std::move(waiting_.front());
    waiting_.pop_front();
    waiting_bytes_ -= task.bytes;
    lock.unlock();
    (task.manner == Manner::reading ? host_.carry_out : host_.refuse)(task.command);
    lock.lock();
  }
  draining_ = false;
}

Runner::Task* Runner::signalled() {
  if (!working_) return nullptr;
  if (current_.thinks()) return &current_;
  for (auto& task : waiting_)
    if (task.thinks()) return &task;
  return nullptr;
}

void Runner::stop() {
  {
    const std::lock_guard lock(mutex_);
    Task* const task = signalled();
    if (task == nullptr) return;
    task->stop = true;
    if (task == &current_) stop_current();
  }
  turns_.wake();
}

void Runner::ponderhit() {
  {
    const std::lock_guard lock(mutex_);
    Task* const task = signalled();
    if (task == nullptr) return;
    task->ponderhit = true;
    if (task == &current_ && control_ != nullptr) control_->ponderhit();
    changed_.notify_all();
  }
  turns_.wake();
}

void Runner::stop_current() {
  current_.stop = true;
  if (control_ != nullptr) control_->stop();
  changed_.notify_all();
}

void Runner::end_of_input() {
  {
    std::unique_lock lock(mutex_);
    input_ended_ = true;
    if (!working_) return end_if_idle(lock);
    if (!current_.held_back()) return;
    stop_current();
  }
  turns_.wake();
}

void Runner::end_now() {
  {
    std::unique_lock lock(mutex_);
    closing_ = true;
    waiting_.clear();
    waiting_bytes_ = 0;
    changed_.notify_all();
    if (!working_) return end_if_idle(lock);
    stop_current();
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
  const auto cost = longest_line_ + sizeof(Task);
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return waiting_.empty() || closing_ || waiting_bytes_ + cost <= max_waiting_bytes_; });
}

Runner::Search::Search(Runner& runner, bool pondering)
    : runner_(runner), control_(pondering, runner.current_.since), place_(runner.turns_, control_) {
  control_.take_turn = [this] { place_.take(); };
  const std::lock_guard lock(runner_.mutex_);
  runner_.control_ = &control_;
  if (runner_.current_.stop) control_.stop();
  if (runner_.current_.ponderhit) control_.ponderhit();
}

Runner::Search::~Search() {
  const std::lock_guard lock(runner_.mutex_);
  runner_.control_ = nullptr;
  runner_.current_.answered = true;
}

void Runner::Search::finish() {
  place_.give_up();
  std::unique_lock lock(runner_.mutex_);
  runner_.changed_.wait(lock, [&] { return !runner_.current_.held_back(); });
}

}  // namespace crownd::session
