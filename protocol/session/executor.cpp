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

bool OwnThread::run(Work work) {
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
    while (!work()) {
    }
    lock.lock();
    changed_.wait_for(lock, longest_idle, [this] { return work_ || over_; });
  }
  alive_ = false;
}

bool OwnThread::wait(std::unique_lock<std::mutex>& lock, std::condition_variable& event, Time /*now*/, Time end) {
  if (end == Time::max()) {
    event.wait(lock);
  } else {
    event.wait_until(lock, end);
  }
  return true;
}

bool CallersThread::run(Work work) {
  while (!work()) {
  }
  return true;
}

bool CallersThread::wait(std::unique_lock<std::mutex>& lock, std::condition_variable& /*event*/, Time now, Time end) {
  lock.unlock();
  poll_(std::chrono::ceil<std::chrono::milliseconds>(end - now));
  lock.lock();
  return true;
}

bool Slices::run(Work work) {
  work_ = std::move(work);
  go_on();
  return true;
}

bool Slices::wait(std::unique_lock<std::mutex>& /*lock*/, std::condition_variable& /*event*/, Time /*now*/, Time end) {
  due_ = end;
  return false;
}

void Slices::go_on() {
  if (!work_) return;
  due_ = now_();
  end_ = due_ + slice_;
  if (!work_()) return;
  work_ = nullptr;
  due_ = Time::max();
}

}  // namespace crownd::session
