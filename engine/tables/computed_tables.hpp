#pragma once

#include "tables/value.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

namespace crownd::tables {

/// Endgame tables in memory, computed at the first probe and shared by all searches. Tables are freed after some
/// minutes without use, or when another one needs the memory. Thread-safe. With Threads::own two threads make them,
/// one of them only small tables, which never wait for large ones; requests with a waiting caller come first. The
/// threads start with the object, so a request never fails for lack of a thread.
class ComputedTables {
 public:
  using Clock = std::chrono::steady_clock;
  using Values = std::vector<Value>;

  /// The name of a game, a string literal, and the code of a table.
  using Key = std::pair<std::string_view, std::uint64_t>;

  /// How to compute a table. `make` returns nothing once `stop` is true; it may throw.
  struct Task {
    std::uint64_t bytes;
    std::function<Values(int threads, const std::atomic<bool>& stop)> make;

    /// One thread needs less than about a second.
    [[nodiscard]] bool is_small() const { return bytes <= small_bytes; }
    static constexpr std::uint64_t small_bytes = 6'000'000;
  };

  /// Own threads make the tables, or the caller of request(), which makes only small ones.
  enum class Threads : std::uint8_t { own, callers };

  explicit ComputedTables(MemoryQuota memory, Threads threads = Threads::own);
  ~ComputedTables();

  /// Null if the table does not exist.
  [[nodiscard]] std::shared_ptr<const Values> find(const Key& key);
  /// Requests a missing table. A request without memory for it is dropped, and may be repeated.
  void request(const Key& key, Task task);
  /// Whether it is requested but not computed yet; then waits a moment.
  [[nodiscard]] bool is_pending(const Key& key);
  /// Changes with each new table.
  [[nodiscard]] std::uint64_t changes() const { return changes_.load(std::memory_order_acquire); }

  /// Drops unused tables last used before that time.
  void drop_unused_since(Clock::time_point time);
  /// The memory that all tables take.
  [[nodiscard]] std::size_t bytes();

 private:
  struct Made {
    std::shared_ptr<const Values> values;
    Clock::time_point last_use;
  };
  struct Request {
    Key key;
    Task task;
    Clock::time_point last_wait{};  ///< by is_pending
    bool is_begun = false;
  };
  using Requests = std::list<Request>;

  /// The loop of the thread that makes small tables, or large ones.
  void work(bool makes_small);
  /// The next request of that size, or the end of the list.
  [[nodiscard]] Requests::iterator next_request(bool small);
  /// Computes a table if there is memory for it. Without the mutex.
  void compute(const Request& request);
  /// Reserves the memory; if there is not enough, frees unused tables, the least recently used first.
  [[nodiscard]] bool take_memory(std::size_t bytes);
  [[nodiscard]] Values make(const Task& task) const;

  const MemoryQuota memory_;
  std::mutex making_;  ///< held by a caller who makes a table; before mutex_
  std::mutex mutex_;
  std::condition_variable wake_;  ///< wakes the maker threads
  std::condition_variable done_;  ///< a request has been completed
  std::map<Key, Made> made_;
  Requests requests_;
  std::atomic<std::uint64_t> changes_{0};
  std::atomic<bool> stop_{false};
  std::thread small_maker_;
  std::thread large_maker_;
};

}  // namespace crownd::tables
