#include "tables/computed_tables.hpp"

#include "support/catch.hpp"
#include "tables/table_bytes.hpp"

#include <future>

using namespace crownd::tables;
using crownd::testing::Budget;

namespace {

constexpr ComputedTables::Key key{"a game", 7};

ComputedTables::Task table_of(std::size_t bytes) {
  return {bytes, [bytes](int, const std::atomic<bool>&) { return ComputedTables::Values(bytes, value_of_plies(3)); }};
}

std::shared_ptr<const ComputedTables::Values> get(ComputedTables& computed_tables, const ComputedTables::Key& wanted) {
  while (computed_tables.is_pending(wanted)) continue;
  return computed_tables.find(wanted);
}

}  // namespace

TEST_CASE("an ordered table is computed once and shared") {
  Budget budget{1'000};
  ComputedTables computed_tables(budget.memory());
  CHECK(computed_tables.find(key) == nullptr);
  CHECK_FALSE(computed_tables.is_pending(key));
  const auto before = computed_tables.changes();
  computed_tables.request(key, table_of(10));
  const auto values = get(computed_tables, key);
  REQUIRE(values != nullptr);
  CHECK(*values == ComputedTables::Values(10, value_of_plies(3)));
  CHECK(computed_tables.find(key) == values);
  CHECK(computed_tables.changes() != before);
  CHECK(computed_tables.bytes() == 10);
  CHECK(budget.free == 990);
  computed_tables.request(key, table_of(20));
  CHECK(get(computed_tables, key) == values);
  CHECK(computed_tables.find({"another game", 7}) == nullptr);
}

TEST_CASE("without memory a request is dropped and may be repeated") {
  Budget budget{1'000};
  ComputedTables computed_tables(budget.memory());
  computed_tables.request(key, table_of(1'001));
  CHECK(get(computed_tables, key) == nullptr);
  CHECK(budget.free == 1'000);
  budget.free = 2'000;
  computed_tables.request(key, table_of(1'001));
  CHECK(get(computed_tables, key) != nullptr);
}

TEST_CASE("a table that cannot be computed takes no memory and ends no thread") {
  Budget budget{1'000};
  ComputedTables computed_tables(budget.memory());
  computed_tables.request(
      key, {10, [](int, const std::atomic<bool>&) -> ComputedTables::Values { throw std::length_error("long"); }});
  computed_tables.request({"a game", 8}, table_of(10));
  CHECK(get(computed_tables, {"a game", 8}) != nullptr);
  CHECK(get(computed_tables, key) == nullptr);
  CHECK(budget.free == 990);
}

TEST_CASE("unused tables are dropped after a while") {
  Budget budget{1'000};
  ComputedTables computed_tables(budget.memory());
  computed_tables.request(key, table_of(10));
  auto values = get(computed_tables, key);
  const auto later = ComputedTables::Clock::now() + std::chrono::minutes(1);
  computed_tables.drop_unused_since(later);
  CHECK(computed_tables.find(key) == values);  // in use
  values.reset();
  computed_tables.drop_unused_since(ComputedTables::Clock::now() - std::chrono::minutes(1));
  CHECK(computed_tables.find(key) != nullptr);  // used since
  computed_tables.drop_unused_since(later);
  CHECK(computed_tables.find(key) == nullptr);
  CHECK(budget.free == 1'000);
}

TEST_CASE("computed tables destroyed during a computation return all memory") {
  Budget budget{1'000};
  {
    ComputedTables computed_tables(budget.memory());
    computed_tables.request({"a game", 1}, table_of(10));
    REQUIRE(get(computed_tables, {"a game", 1}) != nullptr);
    std::promise<void> begun;
    computed_tables.request(key, {10, [&](int, const std::atomic<bool>& stop) {
                                    begun.set_value();
                                    while (!stop) std::this_thread::yield();
                                    return ComputedTables::Values{};
                                  }});
    begun.get_future().wait();
    CHECK(computed_tables.find(key) == nullptr);
    CHECK(computed_tables.is_pending(key));
  }
  CHECK(budget.free == 1'000);
}

TEST_CASE("small tables do not wait for large ones; awaited tables come first") {
  Budget budget{1'000};
  budget.free = 10 * ComputedTables::Task::small_bytes;
  std::promise<void> begun;
  std::promise<void> may_end;
  std::atomic<int> made{0};
  std::atomic<int> turn_of_abandoned{0};
  std::atomic<int> turn_of_awaited{0};
  ComputedTables computed_tables(budget.memory());
  const auto large = [&](std::atomic<int>* turn) {
    return ComputedTables::Task{ComputedTables::Task::small_bytes + 1, [&, turn](int, const std::atomic<bool>&) {
                                  if (turn == nullptr) {
                                    begun.set_value();
                                    may_end.get_future().wait();
                                  } else {
                                    *turn = ++made;
                                  }
                                  return ComputedTables::Values(ComputedTables::Task::small_bytes + 1,
                                                                value_of_plies(3));
                                }};
  };
  computed_tables.request({"a game", 1}, large(nullptr));
  begun.get_future().wait();
  computed_tables.request({"a game", 2}, large(&turn_of_abandoned));
  computed_tables.request({"a game", 3}, large(&turn_of_awaited));
  computed_tables.request(key, table_of(10));
  CHECK(get(computed_tables, key) != nullptr);
  CHECK(made == 0);
  CHECK(computed_tables.is_pending({"a game", 3}));
  may_end.set_value();
  CHECK(get(computed_tables, {"a game", 3}) != nullptr);
  CHECK(get(computed_tables, {"a game", 2}) != nullptr);
  CHECK(turn_of_awaited == 1);
  CHECK(turn_of_abandoned == 2);
}

TEST_CASE("unused tables are evicted, the least recently used first") {
  Budget budget{1'000};
  ComputedTables computed_tables(budget.memory());
  const ComputedTables::Key used{"a game", 1}, older{"a game", 2}, newer{"a game", 3};
  computed_tables.request(used, table_of(300));
  const auto held = get(computed_tables, used);
  computed_tables.request(older, table_of(300));
  REQUIRE(get(computed_tables, older) != nullptr);
  computed_tables.request(newer, table_of(300));
  REQUIRE(get(computed_tables, newer) != nullptr);
  computed_tables.request(key, table_of(400));
  CHECK(get(computed_tables, key) != nullptr);
  CHECK(computed_tables.find(used) == held);
  CHECK(computed_tables.find(older) == nullptr);
  CHECK(computed_tables.find(newer) != nullptr);
  computed_tables.request(older, table_of(900));
  CHECK(get(computed_tables, older) == nullptr);
  CHECK(computed_tables.find(used) == held);
}

TEST_CASE("without threads, small tables are computed at once and large ones never") {
  Budget budget{1'000};
  ComputedTables computed_tables(budget.memory(), ComputedTables::Threads::callers);
  const auto before = computed_tables.changes();
  computed_tables.request(key, table_of(10));
  REQUIRE(computed_tables.find(key));
  CHECK_FALSE(computed_tables.is_pending(key));
  CHECK(computed_tables.changes() != before);
  const ComputedTables::Key other{"a game", 8};
  computed_tables.request(other, table_of(ComputedTables::Task::small_bytes + 1));
  CHECK_FALSE(computed_tables.find(other));
  CHECK_FALSE(computed_tables.is_pending(other));
}

TEST_CASE("if two callers request the same table, one computes it") {
  Budget budget{1'000};
  ComputedTables computed_tables(budget.memory(), ComputedTables::Threads::callers);
  std::promise<void> begun;
  std::promise<void> may_end;
  std::atomic<int> made{0};
  const ComputedTables::Task task{10, [&](int, const std::atomic<bool>&) {
                                    if (made++ == 0) {
                                      begun.set_value();
                                      may_end.get_future().wait();
                                    }
                                    return ComputedTables::Values(10, value_of_plies(3));
                                  }};
  auto first = std::async(std::launch::async, [&] { computed_tables.request(key, task); });
  begun.get_future().wait();
  auto second = std::async(std::launch::async, [&] { computed_tables.request(key, task); });
  second.wait_for(std::chrono::milliseconds(50));
  may_end.set_value();
  first.get();
  second.get();
  CHECK(made == 1);
  CHECK(budget.free == 990);
}
