#include "games/capture_texts.hpp"

#include "games/spanish/naive.hpp"
#include "games/spanish/positions.hpp"

using namespace spanish_test;

namespace {

/// Checks the texts of so many positions that are rich in captures: a few kings among many enemies.
capture_texts::Counts check_texts(int positions, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  capture_texts::Counts counts;
  for (int checked = 0; checked < positions;) {
    const Position position = random_placement(random, {3, 12, 80, 50});
    const std::string text = Spanish::format_position(position);
    std::vector<capture_texts::Capture> captures;
    for (const auto& [move, routes] : spanish_naive::Board(text).moves())
      if (!std::get<2>(move).empty()) captures.push_back(routes);
    if (!capture_texts::has_routes(captures, 4)) continue;
    capture_texts::check(
        text, captures,
        [&](const std::string& move) { return Spanish::format_move(position, Spanish::read_move(position, move)); },
        counts);
    ++checked;
  }
  return counts;
}

}  // namespace

TEST_CASE("spanish: no text of a capture is played as another, nor before it is finished") {
  const auto counts = check_texts(2'000, 11);
  CHECK(counts.spelled > 5'000);
  CHECK(counts.shortened > 5'000);
  CHECK(counts.ambiguous > 250);
  CHECK(counts.both_begun_and_short > 100);
  CHECK(counts.unfinished > 5'000);
}

// By hand, in minutes: test_spanish "[.thorough]"
TEST_CASE("spanish: no text of a capture is played as another in a hundred thousand positions", "[.thorough]") {
  CHECK(check_texts(100'000, 1'000).both_begun_and_short > 5'000);
}
