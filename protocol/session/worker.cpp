#include "session/worker.hpp"

#include <exception>
#include <utility>

namespace crownd::session {

/// A thread ends after this idle time, since idle clients should cost little memory.
constexpr std::chrono::seconds max_idle{2};

WorkerThread::~WorkerThread() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
    changed_.notify_all();
  }
  if (thread_.joinable()) thread_.join();
}

bool WorkerThread::run(Work work) {
  {
    const std::lock_guard lock(mutex_);
    work_ = std::move(work);
    changed_.notify_all();
    if (std::exchange(running_, true)) return true;
  }
  if (thread_.joinable()) thread_.join();  // it has ended
  try {
    thread_ = std::thread([this] { loop(); });
    return true;
  } catch (const std::exception&) {
    running_ = false;
    work_ = nullptr;
    return false;
  }
}

void WorkerThread::loop() {
  std::unique_lock lock(mutex_);
  while (work_) {
    const auto work = std::exchange(work_, nullptr);
    lock.unlock();
    work();
    lock.lock();
    changed_.wait_for(lock, max_idle, [this] { return work_ || over_; });
  }
  running_ = false;
}

void WorkerThread::wait(std::unique_lock<std::mutex>& lock, std::condition_variable& event, Time /*now*/, Time end) {
  if (end == Time::max()) {
    event.wait(lock);
  } else {
    event.wait_until(lock, end);
  }
}

}  // namespace crownd::session
