#include "session/hash_budget.hpp"

#include "support/catch.hpp"

#include <cstddef>

using crownd::session::HashBudget;

namespace {

constexpr std::size_t mib = std::size_t{1} << 20;

}  // namespace

TEST_CASE("the budget gives what is asked for while it lasts, then halves, then nothing") {
  HashBudget budget(100 * mib);
  CHECK(budget.reserve(64 * mib) == 64 * mib);
  CHECK(budget.reserve(64 * mib) == 32 * mib);
  CHECK(budget.reserve(64 * mib) == 4 * mib);
  CHECK(budget.reserve(64 * mib) == 0);
  CHECK(budget.reserve(1) == 0);
}

TEST_CASE("what is given back can be had again") {
  HashBudget budget(16 * mib);
  CHECK(budget.reserve(16 * mib) == 16 * mib);
  budget.release(16 * mib);
  CHECK(budget.reserve(16 * mib) == 16 * mib);
}

TEST_CASE("who takes all or nothing gets no part") {
  HashBudget budget(16 * mib);
  CHECK_FALSE(budget.take(17 * mib));
  CHECK(budget.take(12 * mib));
  CHECK_FALSE(budget.take(5 * mib));
  budget.release(12 * mib);
  CHECK(budget.take(16 * mib));
}

TEST_CASE("games take what they need, and beyond a sixteenth of the budget tables get less") {
  HashBudget budget(16 * mib);
  budget.resize_game(0, mib);
  CHECK(budget.reserve(16 * mib) == 16 * mib);
  budget.release(16 * mib);
  budget.resize_game(mib, 2 * mib);
  CHECK(budget.taken_by_games() == 2 * mib);
  CHECK_FALSE(budget.take(16 * mib));
  CHECK(budget.take(15 * mib));
  budget.resize_game(0, 100 * mib);
  CHECK(budget.reserve(mib) == 0);
  budget.resize_game(102 * mib, 0);
  CHECK(budget.reserve(mib) == mib);
}

TEST_CASE("a small table is given whole or not at all") {
  HashBudget budget(mib);
  CHECK(budget.reserve(mib - 10) == mib - 10);
  CHECK(budget.reserve(20) == 0);
  CHECK(budget.reserve(10) == 10);
}
