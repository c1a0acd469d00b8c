#pragma once

#include "search/control.hpp"

#include <condition_variable>
#include <mutex>
#include <thread>

namespace crownd::session {

/// Runs the long commands of a session, in a thread of its own or in the caller's.
class Worker {
 public:
  using Time = search::SteadyClock::time_point;

  virtual ~Worker() = default;

  using Work = std::function<void()>;

  /// Runs `work` after earlier work. False, and it does not run, if the system has no thread left.
  [[nodiscard]] virtual bool run(Work work) = 0;
  /// Called by `work` about every millisecond.
  virtual void poll() = 0;
  /// Called by `work` to wait for `event`, until `end` at most. Releases `lock` meanwhile.
  virtual void wait(std::unique_lock<std::mutex>& lock, std::condition_variable& event, Time now, Time end) = 0;
};

/// One thread, started when it is first needed. It ends after some idle time.
class WorkerThread final : public Worker {
 public:
  ~WorkerThread() override;

  [[nodiscard]] bool run(Work work) override;
  void poll() override {}
  void wait(std::unique_lock<std::mutex>& lock, std::condition_variable& event, Time now, Time end) override;

 private:
  void loop();

  std::mutex mutex_;
  std::condition_variable changed_;
  Work work_;             ///< next; null: none
  bool running_ = false;  ///< the thread has not ended
  bool over_ = false;
  std::thread thread_;
};

/// The caller's thread: run() returns when the work is done.
class CallersThread final : public Worker {
 public:
  /// Called while a search runs; may pass lines and other events to the session, and wait for one for `may_wait`.
  using Poll = std::function<void(std::chrono::milliseconds may_wait)>;

  explicit CallersThread(Poll poll) : poll_(std::move(poll)) {}

  [[nodiscard]] bool run(Work work) override {
    work();
    return true;
  }
  void poll() override { poll_(std::chrono::milliseconds::zero()); }
  void wait(std::unique_lock<std::mutex>& lock, std::condition_variable& /*event*/, Time now, Time end) override {
    lock.unlock();
    poll_(std::chrono::ceil<std::chrono::milliseconds>(end - now));
    lock.lock();
  }

 private:
  const Poll poll_;
};

}  // namespace crownd::session
