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

  /// What takes long. It returns true when it is done; false: it was left, and is to be called again.
  using Work = std::function<bool()>;

  /// Runs `work` when what it ran before is done. False, and it does not run, if the system has no means for it.
  [[nodiscard]] virtual bool run(Work work) = 0;
  /// Called by `work` about every millisecond. False: it is to be left as soon as it can.
  [[nodiscard]] virtual bool look() = 0;
  /// Called by `work` when it can do nothing but wait for `event`, until `end` at most. Releases `lock` meanwhile.
  /// False: it is to be left instead.
  [[nodiscard]] virtual bool wait(std::unique_lock<std::mutex>& lock, std::condition_variable& event, Time now,
                                  Time end) = 0;
};

/// One thread, started when it is first needed. It ends when it has not been needed for a while.
class OwnThread final : public Executor {
 public:
  ~OwnThread() override;

  [[nodiscard]] bool run(Work work) override;
  [[nodiscard]] bool look() override { return true; }
  [[nodiscard]] bool wait(std::unique_lock<std::mutex>& lock, std::condition_variable& event, Time now,
                          Time end) override;

 private:
  void live();

  std::mutex mutex_;
  std::condition_variable changed_;
  Work work_;           ///< to be run next; null: nothing
  bool alive_ = false;  ///< the thread runs, or waits for work
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

  [[nodiscard]] bool run(Work work) override;
  [[nodiscard]] bool look() override {
    poll_(std::chrono::milliseconds::zero());
    return true;
  }
  [[nodiscard]] bool wait(std::unique_lock<std::mutex>& lock, std::condition_variable& event, Time now,
                          Time end) override;

 private:
  const Poll poll_;
};

/// The caller's thread, a slice of time after the other, where nothing can be heard meanwhile: the caller has to come
/// back to go_on().
class Slices final : public Executor {
 public:
  explicit Slices(std::chrono::milliseconds slice, search::Now now = search::SteadyClock::now)
      : slice_(slice), now_(std::move(now)) {}

  [[nodiscard]] bool run(Work work) override;
  [[nodiscard]] bool look() override { return now_() < end_; }
  [[nodiscard]] bool wait(std::unique_lock<std::mutex>& lock, std::condition_variable& event, Time now,
                          Time end) override;

  /// When what was left has something to do, unless the session hears something before; time_point::max(): nothing was.
  [[nodiscard]] Time due() const { return due_; }
  /// Runs what was left for one more slice.
  void go_on();

 private:
  const std::chrono::milliseconds slice_;
  const search::Now now_;
  Work work_;   ///< that was left; null: nothing
  Time end_{};  ///< of this slice
  Time due_ = Time::max();
};

}  // namespace crownd::session
