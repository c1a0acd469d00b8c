#pragma once

#include "tables/memory.hpp"
#include "tables/value.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace crownd::tables {

/// Endgame tables in memory, made when they are first asked for and shared by all who ask; dropped when nobody has
/// asked for long. Thread-safe. One thread makes them, one after the other; it is there from the beginning, so that an
/// order never fails for want of a thread.
class Library {
 public:
  using Clock = std::chrono::steady_clock;
  using Values = std::vector<Value>;

  /// A game's name, which must live as long as the program, and the code of a table of it.
  using Key = std::pair<std::string_view, std::uint64_t>;

  /// How a table is made. `make` gives nothing once `stop` is true; it may throw.
  struct Recipe {
    std::size_t bytes;
    std::function<Values(int threads, const std::atomic<bool>& stop)> make;

    /// Made in less than about a second by one thread.
    [[nodiscard]] bool is_small() const { return bytes <= small_bytes; }
    static constexpr std::size_t small_bytes = 6'000'000;
  };

  explicit Library(Memory memory);
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;
  ~Library();

  /// The table, or null where it is not there.
  [[nodiscard]] std::shared_ptr<const Values> find(const Key& key);
  /// Asks for a table that is not there. Where there is no memory for it nothing comes of that, and it may be asked for
  /// again.
  void order(const Key& key, Recipe recipe);
  /// Whether it has been ordered and is not there yet; if so, returns only a moment later.
  [[nodiscard]] bool is_awaited(const Key& key);
  /// Another number whenever a table has come.
  [[nodiscard]] std::uint64_t changes() const { return changes_.load(std::memory_order_acquire); }

  /// Drops what was asked for last before that time and is not in use.
  void drop_unused_since(Clock::time_point time);
  /// What all tables take.
  [[nodiscard]] std::size_t bytes();

 private:
  struct Made {
    std::shared_ptr<const Values> values;
    Clock::time_point last_use;
  };
  struct Order {
    Key key;
    Recipe recipe;
  };

  void work();
  [[nodiscard]] Values make(const Recipe& recipe) const;

  const Memory memory_;
  std::mutex mutex_;
  std::condition_variable wake_;  ///< the maker
  std::condition_variable done_;  ///< an order is carried out
  std::map<Key, Made> made_;
  std::deque<Order> orders_;  ///< the first is being made
  std::atomic<std::uint64_t> changes_{0};
  std::atomic<bool> stop_{false};
  std::thread maker_;
};

}  // namespace crownd::tables
