#pragma once

#include "tables/memory.hpp"
#include "tables/value.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace crownd::tables {

/// Endgame tables in memory, computed when they are first probed and shared by all searches; a table that
/// was not used for long, or whose memory another one needs, is freed. Thread-safe. Unless the caller makes them, two
/// threads do, one of them the small tables only, so that these never wait for large ones. Of the orders, those that
/// someone waits for are carried out first. The threads start with the library, so that an order never fails because no
/// thread can be created.
class Library {
 public:
  using Clock = std::chrono::steady_clock;
  using Values = std::vector<Value>;

  /// A game's name, which must live as long as the program, and the code of a table of it.
  using Key = std::pair<std::string_view, std::uint64_t>;

  /// How to compute a table. `make` returns nothing once `stop` is true; it may throw.
  struct Recipe {
    std::uint64_t bytes;
    std::function<Values(int threads, const std::atomic<bool>& stop)> make;

    /// Takes one thread less than about a second.
    [[nodiscard]] bool is_small() const { return bytes <= small_bytes; }
    static constexpr std::uint64_t small_bytes = 6'000'000;
  };

  /// Who makes what is ordered: threads of the library's own; or whoever orders, at once, and then small tables only.
  enum class Maker : std::uint8_t { thread, caller };

  explicit Library(Memory memory, Maker maker = Maker::thread);
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;
  ~Library();

  /// The table, or null where it is not there.
  [[nodiscard]] std::shared_ptr<const Values> find(const Key& key);
  /// Orders a table that is not there. If there is no memory for it, the order is dropped, and the table may be ordered
  /// again.
  void order(const Key& key, Recipe recipe);
  /// Whether it is ordered but not computed yet; if so, waits a moment before it returns.
  [[nodiscard]] bool is_awaited(const Key& key);
  /// Changes whenever a table has been added.
  [[nodiscard]] std::uint64_t changes() const { return changes_.load(std::memory_order_acquire); }

  /// Drops tables that were last used before that time and are not in use.
  void drop_unused_since(Clock::time_point time);
  /// The memory that all tables take.
  [[nodiscard]] std::size_t bytes();

 private:
  struct Made {
    std::shared_ptr<const Values> values;
    Clock::time_point last_use;
  };
  struct Order {
    Key key;
    Recipe recipe;
    Clock::time_point last_wait{};  ///< by is_awaited
    bool is_begun = false;
  };
  using Orders = std::list<Order>;

  /// Of the maker thread for small tables, or of that for large ones.
  void work(bool makes_small);
  /// The next order of that size, or the end of the list.
  [[nodiscard]] Orders::iterator next_order(bool small);
  /// Computes a table if there is memory for it. Without the mutex.
  void carry_out(const Order& order);
  /// Reserves the memory; frees tables that are not in use, the least recently used first, where it does not suffice.
  [[nodiscard]] bool take_memory(std::size_t bytes);
  [[nodiscard]] Values make(const Recipe& recipe) const;

  const Memory memory_;
  std::mutex making_;  ///< held by a caller who makes a table; before mutex_
  std::mutex mutex_;
  std::condition_variable wake_;  ///< wakes the maker threads
  std::condition_variable done_;  ///< an order has been completed
  std::map<Key, Made> made_;
  Orders orders_;
  std::atomic<std::uint64_t> changes_{0};
  std::atomic<bool> stop_{false};
  std::thread small_maker_;
  std::thread large_maker_;
};

}  // namespace crownd::tables
