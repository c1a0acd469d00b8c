#include "session/executor.hpp"

#include <exception>

namespace crownd::session {

namespace {

/// A thread that has not been needed for so long ends: idle clients should cost little memory.
constexpr std::chrono::seconds longest_idle{2};

}  // namespace

OwnThread::~OwnThread() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
    changed_.notify_all();
  }
  if (thread_.joinable()) thread_.join();
}

bool OwnThread::run(std::function<void()> work) {
  {
    const std::lock_guard lock(mutex_);
    work_ = std::move(work);
    changed_.notify_all();
    if (std::exchange(alive_, true)) return true;
  }
  if (thread_.joinable()) thread_.join();  // it has ended
  try {
    thread_ = std::thread([this] { live(); });
    return true;
  } catch (const std::exception&) {
    alive_ = false;
    work_ = nullptr;
    return false;
  }
}

void OwnThread::live() {
  std::unique_lock lock(mutex_);
  while (work_) {
    const auto work = std::exchange(work_, nullptr);
    lock.unlock();
    work();
    lock.lock();
    changed_.wait_for(lock, longest_idle, [this] { return work_ || over_; });
  }
  alive_ = false;
}

void OwnThread::wait(std::unique_lock<std::mutex>& lock, std::condition_variable& event, Time /*now*/, Time end) {
  if (end == Time::max()) return event.wait(lock);
  event.wait_until(lock, end);
}

bool CallersThread::run(std::function<void()> work) {
  work();
  return true;
}

void CallersThread::wait(std::unique_lock<std::mutex>& lock, std::condition_variable& /*event*/, Time now, Time end) {
  lock.unlock();
  poll_(std::chrono::ceil<std::chrono::milliseconds>(end - now));
  lock.lock();
}

}  // namespace crownd::session
