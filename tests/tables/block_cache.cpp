#include "tables/table_file.hpp"

#include "support/catch.hpp"
#include "tables/table_bytes.hpp"

using namespace crownd::tables;
using namespace crownd::testing;

namespace {

constexpr std::size_t block_size = 1000;

BlockCache::Block block_of(std::uint64_t number) {
  return BlockCache::Block(block_size, static_cast<std::uint8_t>(number));
}

/// Looks up a block, and inserts it if it is not there.
bool use(BlockCache& cache, std::uint64_t number) {
  if (cache.find({1, number}, 0)) return true;
  cache.put({1, number}, block_of(number));
  return false;
}

}  // namespace

TEST_CASE("only stored blocks are found") {
  BlockCache cache(1'000'000, any_table_memory());
  CHECK_FALSE(cache.find({1, 2}, 0));
  cache.put({1, 2}, block_of(77));
  CHECK(cache.find({1, 2}, 999) == 77);
  CHECK_FALSE(cache.find({1, 2}, 1000));
  CHECK_FALSE(cache.find({2, 2}, 0));
  CHECK_FALSE(cache.find({1, 3}, 0));
  CHECK(cache.new_table() != cache.new_table());
}

TEST_CASE("a cache stays within its limit and keeps the used blocks") {
  constexpr std::size_t limit = 400'000;
  Budget counted{10 * limit};
  {
    BlockCache cache(limit, counted.memory());
    for (std::uint64_t number = 0; number < 5'000; ++number) {
      use(cache, number);
      CHECK(use(cache, number));
      use(cache, 0);
      CHECK(cache.bytes() <= limit);
    }
    CHECK(cache.find({1, 0}, 0));
    CHECK_FALSE(cache.find({1, 1}, 0));
    CHECK(cache.bytes() > limit / 2);
    CHECK(counted.free == 10 * limit - cache.bytes());
    cache.clear();
    CHECK(cache.bytes() == 0);
    CHECK(counted.free == 10 * limit);
    use(cache, 3);
  }
  CHECK(counted.free == 10 * limit);
}

TEST_CASE("with less memory than its limit the cache is smaller; with none it is empty") {
  Budget counted{20'000};
  BlockCache cache(1'000'000, counted.memory());
  for (std::uint64_t number = 0; number < 500; ++number) use(cache, number);
  CHECK(cache.bytes() <= 20'000);
  CHECK(cache.bytes() > 0);
  BlockCache none(1'000'000, {[](std::size_t) { return false; }, [](std::size_t) {}});
  CHECK_FALSE(use(none, 1));
  CHECK_FALSE(use(none, 1));
  BlockCache too_small(100, any_table_memory());
  CHECK_FALSE(use(too_small, 1));
  CHECK_FALSE(use(too_small, 1));
}

TEST_CASE("many threads that share a small cache find their own blocks") {
  BlockCache cache(200'000, any_table_memory());
  std::atomic<int> wrong{0};
  {
    std::vector<std::jthread> threads;
    for (unsigned thread = 0; thread < 8; ++thread)
      threads.emplace_back([&, thread] {
        for (std::uint64_t i = 0; i < 20'000; ++i) {
          const std::uint64_t number = (i * 7 + thread) % 400;
          const auto found = cache.find({1, number}, i % block_size);
          if (found && *found != static_cast<std::uint8_t>(number)) ++wrong;
          if (!found) cache.put({1, number}, block_of(number));
        }
      });
  }
  CHECK(wrong == 0);
}
