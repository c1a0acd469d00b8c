#include "tables/library.hpp"

#include "support/catch.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <future>
#include <memory>
#include <stdexcept>
#include <thread>

using namespace crownd::tables;

namespace {

constexpr Library::Key key{"a game", 7};

/// Memory with counted allocations.
struct Budget {
  std::atomic<std::size_t> free{1'000};

  Memory memory() {
    return {[this](std::size_t bytes) {
              if (bytes > free) return false;
              free -= bytes;
              return true;
            },
            [this](std::size_t bytes) { free += bytes; }};
  }
};

Library::Recipe table_of(std::size_t bytes) {
  return {bytes, [bytes](int, const std::atomic<bool>&) { return Library::Values(bytes, value_of_plies(3)); }};
}

std::shared_ptr<const Library::Values> get(Library& library, const Library::Key& wanted) {
  while (library.is_awaited(wanted)) continue;
  return library.find(wanted);
}

}  // namespace

TEST_CASE("a table is made once it is ordered, and is the same for all who ask") {
  Budget budget;
  Library library(budget.memory());
  CHECK(library.find(key) == nullptr);
  CHECK_FALSE(library.is_awaited(key));
  const auto before = library.changes();
  library.order(key, table_of(10));
  const auto values = get(library, key);
  REQUIRE(values != nullptr);
  CHECK(*values == Library::Values(10, value_of_plies(3)));
  CHECK(library.find(key) == values);
  CHECK(library.changes() != before);
  CHECK(library.bytes() == 10);
  CHECK(budget.free == 990);
  library.order(key, table_of(20));
  CHECK(get(library, key) == values);
  CHECK(library.find({"another game", 7}) == nullptr);
}

TEST_CASE("a table for which there is no memory does not come, and may be asked for again") {
  Budget budget;
  Library library(budget.memory());
  library.order(key, table_of(1'001));
  CHECK(get(library, key) == nullptr);
  CHECK(budget.free == 1'000);
  budget.free = 2'000;
  library.order(key, table_of(1'001));
  CHECK(get(library, key) != nullptr);
}

TEST_CASE("a table that cannot be made takes no memory and ends nothing") {
  Budget budget;
  Library library(budget.memory());
  library.order(key, {10, [](int, const std::atomic<bool>&) -> Library::Values { throw std::length_error("long"); }});
  library.order({"a game", 8}, table_of(10));
  CHECK(get(library, {"a game", 8}) != nullptr);
  CHECK(get(library, key) == nullptr);
  CHECK(budget.free == 990);
}

TEST_CASE("a table is dropped that nobody uses and nobody has asked for since") {
  Budget budget;
  Library library(budget.memory());
  library.order(key, table_of(10));
  auto values = get(library, key);
  const auto later = Library::Clock::now() + std::chrono::minutes(1);
  library.drop_unused_since(later);
  CHECK(library.find(key) == values);  // in use
  values.reset();
  library.drop_unused_since(Library::Clock::now() - std::chrono::minutes(1));
  CHECK(library.find(key) != nullptr);  // used since
  library.drop_unused_since(later);
  CHECK(library.find(key) == nullptr);
  CHECK(budget.free == 1'000);
}

TEST_CASE("a library ends while a table is being made, and gives all memory back") {
  Budget budget;
  {
    Library library(budget.memory());
    library.order({"a game", 1}, table_of(10));
    REQUIRE(get(library, {"a game", 1}) != nullptr);
    std::promise<void> begun;
    library.order(key, {10, [&](int, const std::atomic<bool>& stop) {
                          begun.set_value();
                          while (!stop) std::this_thread::yield();
                          return Library::Values{};
                        }});
    begun.get_future().wait();
    CHECK(library.find(key) == nullptr);
    CHECK(library.is_awaited(key));
  }
  CHECK(budget.free == 1'000);
}

TEST_CASE("a small table does not wait for large ones, and an awaited one goes first") {
  Budget budget;
  budget.free = 10 * Library::Recipe::small_bytes;
  std::promise<void> begun;
  std::promise<void> may_end;
  std::atomic<int> made{0};
  std::atomic<int> turn_of_abandoned{0};
  std::atomic<int> turn_of_awaited{0};
  Library library(budget.memory());
  const auto large = [&](std::atomic<int>* turn) {
    return Library::Recipe{Library::Recipe::small_bytes + 1, [&, turn](int, const std::atomic<bool>&) {
                             if (turn == nullptr) {
                               begun.set_value();
                               may_end.get_future().wait();
                             } else {
                               *turn = ++made;
                             }
                             return Library::Values(Library::Recipe::small_bytes + 1, value_of_plies(3));
                           }};
  };
  library.order({"a game", 1}, large(nullptr));
  begun.get_future().wait();
  library.order({"a game", 2}, large(&turn_of_abandoned));
  library.order({"a game", 3}, large(&turn_of_awaited));
  library.order(key, table_of(10));
  CHECK(get(library, key) != nullptr);
  CHECK(made == 0);
  CHECK(library.is_awaited({"a game", 3}));
  may_end.set_value();
  CHECK(get(library, {"a game", 3}) != nullptr);
  CHECK(get(library, {"a game", 2}) != nullptr);
  CHECK(turn_of_awaited == 1);
  CHECK(turn_of_abandoned == 2);
}

TEST_CASE("tables that are not in use make room, the least recently used first") {
  Budget budget;
  Library library(budget.memory());
  const Library::Key used{"a game", 1}, older{"a game", 2}, newer{"a game", 3};
  library.order(used, table_of(300));
  const auto held = get(library, used);
  library.order(older, table_of(300));
  REQUIRE(get(library, older) != nullptr);
  library.order(newer, table_of(300));
  REQUIRE(get(library, newer) != nullptr);
  library.order(key, table_of(400));
  CHECK(get(library, key) != nullptr);
  CHECK(library.find(used) == held);
  CHECK(library.find(older) == nullptr);
  CHECK(library.find(newer) != nullptr);
  library.order(older, table_of(900));
  CHECK(get(library, older) == nullptr);
  CHECK(library.find(used) == held);
}

TEST_CASE("without a thread, small tables are made at once, and large ones not at all") {
  Budget budget;
  Library library(budget.memory(), Library::Maker::caller);
  const auto before = library.changes();
  library.order(key, table_of(10));
  REQUIRE(library.find(key));
  CHECK_FALSE(library.is_awaited(key));
  CHECK(library.changes() != before);
  const Library::Key other{"a game", 8};
  library.order(other, table_of(Library::Recipe::small_bytes + 1));
  CHECK_FALSE(library.find(other));
  CHECK_FALSE(library.is_awaited(other));
}

TEST_CASE("of two callers who order the same table, one makes it") {
  Budget budget;
  Library library(budget.memory(), Library::Maker::caller);
  std::promise<void> begun;
  std::promise<void> may_end;
  std::atomic<int> made{0};
  const Library::Recipe recipe{10, [&](int, const std::atomic<bool>&) {
                                 if (made++ == 0) {
                                   begun.set_value();
                                   may_end.get_future().wait();
                                 }
                                 return Library::Values(10, value_of_plies(3));
                               }};
  auto first = std::async(std::launch::async, [&] { library.order(key, recipe); });
  begun.get_future().wait();
  auto second = std::async(std::launch::async, [&] { library.order(key, recipe); });
  second.wait_for(std::chrono::milliseconds(50));
  may_end.set_value();
  first.get();
  second.get();
  CHECK(made == 1);
  CHECK(budget.free == 990);
}
