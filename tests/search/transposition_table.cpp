#include "search/transposition_table.hpp"

#include "core/random.hpp"
#include "support/catch.hpp"

namespace crownd::search {
namespace {

TEST_CASE("a key chooses the same cluster by products of 64 and of 128 bits") {
  for (std::uint64_t i = 0; i < 10'000; ++i) {
    const std::uint64_t key = i == 0 ? UINT64_MAX : mix(i);
    const auto clusters =
        i < 100 ? static_cast<std::uint32_t>(UINT32_MAX - i) : static_cast<std::uint32_t>(mix(~i) >> i % 31);
    REQUIRE(upper_half_of_short(key, clusters) == upper_half(key, clusters));
  }
  CHECK(upper_half(UINT64_MAX, 1'000) == 999);
  CHECK(upper_half(std::uint64_t{1} << 63, std::uint64_t{1} << 40) == std::uint64_t{1} << 39);
}

TEST_CASE("an entry is found under its key only") {
  TranspositionTable table;
  table.store(mix(1), 77, Score::win_in(9), 12, Bound::lower);
  const auto hit = table.probe(mix(1));
  REQUIRE(hit);
  CHECK(hit->move_id == 77);
  CHECK(hit->score == Score::win_in(9));
  CHECK(hit->depth == 12);
  CHECK(hit->bound == Bound::lower);
  CHECK_FALSE(table.probe(mix(2)));
}

TEST_CASE("a result without a best move keeps the known move") {
  TranspositionTable table;
  table.store(mix(1), 77, Score::draw(), 3, Bound::lower);
  table.store(mix(1), 0, Score::draw(), 5, Bound::upper);
  CHECK(table.probe(mix(1))->move_id == 77);
}

TEST_CASE("a full table prefers deep results of this search to shallow or old ones") {
  TranspositionTable table;
  constexpr std::uint64_t many = 200'000;
  for (std::uint64_t i = 0; i < 100; ++i) table.store(mix(i), 1, Score::draw(), 40, Bound::exact);
  for (std::uint64_t i = 1000; i < many; ++i) table.store(mix(i), 1, Score::draw(), 1, Bound::exact);
  int kept = 0;
  for (std::uint64_t i = 0; i < 100; ++i) kept += table.probe(mix(i)).has_value() ? 1 : 0;
  CHECK(kept > 90);
  CHECK(table.hashfull() > 900);
  for (int i = 0; i < 12; ++i) table.next_generation();
  CHECK(table.hashfull() == 0);
  for (std::uint64_t i = many; i < 2 * many; ++i) table.store(mix(i), 1, Score::draw(), 1, Bound::exact);
  kept = 0;
  for (std::uint64_t i = 0; i < 100; ++i) kept += table.probe(mix(i)).has_value() ? 1 : 0;
  CHECK(kept < 10);
}

TEST_CASE("clearing removes all entries and keeps the size") {
  const std::size_t bytes = GENERATE(std::size_t{1} << 20, std::size_t{256} << 20);
  TranspositionTable table(bytes);
  CHECK(table.bytes() == bytes);
  table.store(mix(1), 77, Score::draw(), 3, Bound::exact);
  table.clear();
  CHECK_FALSE(table.probe(mix(1)));
  CHECK(table.bytes() == bytes);
}

}  // namespace
}  // namespace crownd::search
