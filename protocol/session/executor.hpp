#pragma once

#include "search/control.hpp"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

namespace crownd::session {

/// Where a session runs what takes long: in a thread of its own, or in the caller's.
class Executor {
 public:
  using Time = search::SteadyClock::time_point;

  Executor() = default;
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;
  virtual ~Executor() = default;

  /// Runs `work` when what it ran before has returned. False, and it does not run, if the system has no means for it.
  [[nodiscard]] virtual bool run(std::function<void()> work) = 0;
  /// Called by `work` about every millisecond.
  virtual void look() = 0;
  /// Called by `work` when it can do nothing but wait for `event`, until `end` at most. Releases `lock` meanwhile.
  virtual void wait(std::unique_lock<std::mutex>& lock, std::condition_variable& event, Time now, Time end) = 0;
};

/// One thread, started when it is first needed. It ends when it has not been needed for a while.
class OwnThread final : public Executor {
 public:
  ~OwnThread() override;

  [[nodiscard]] bool run(std::function<void()> work) override;
  void look() override {}
  void wait(std::unique_lock<std::mutex>& lock, std::condition_variable& event, Time now, Time end) override;

 private:
  void live();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::function<void()> work_;  ///< to be run next; null: nothing
  bool alive_ = false;          ///< the thread runs, or waits for work
  bool over_ = false;
  std::thread thread_;
};

/// The caller's thread: run() returns when the work is done, so that a session needs no thread.
class CallersThread final : public Executor {
 public:
  /// Called while a search runs; may pass lines and other events to the session. `may_wait`: how long it may wait for
  /// one, which is not at all as long as the search has something to do.
  using Poll = std::function<void(std::chrono::milliseconds may_wait)>;

  explicit CallersThread(Poll poll) : poll_(std::move(poll)) {}

  [[nodiscard]] bool run(std::function<void()> work) override;
  void look() override { poll_(std::chrono::milliseconds::zero()); }
  void wait(std::unique_lock<std::mutex>& lock, std::condition_variable& event, Time now, Time end) override;

 private:
  const Poll poll_;
};

}  // namespace crownd::session
