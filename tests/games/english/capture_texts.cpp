#include "games/capture_texts.hpp"

#include "games/english/naive.hpp"
#include "games/english/rules.hpp"

#include <random>

namespace {

/// A position text of a few kings of the side to move among many enemies, most of which can be jumped.
std::string random_text(std::mt19937& random) {
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random()) % n; };
  std::string text(32, '.');
  for (std::size_t place = 0; place < text.size(); ++place) {
    const auto column = place % 4 * 2 + (place / 4 % 2 == 0 ? 1 : 0);
    const bool at_edge = place < 4 || place >= 28 || column == 0 || column == 7;
    if (below(16) == 0)
      text[place] = 'B';
    else if (below(12) < (at_edge ? 1U : 6U))
      text[place] = below(2) == 0 || place >= 28 ? 'A' : 'a';
  }
  return text + ":b";
}

/// Checks the texts of so many positions that are rich in captures, always the same.
capture_texts::Counts check_english_texts(int positions) {
  using crownd::english::Rules;
  std::mt19937 random(20'261'124);
  capture_texts::Counts counts;
  for (int checked = 0; checked < positions;) {
    const std::string text = random_text(random);
    if (text.find('B') == std::string::npos) continue;
    std::vector<naive::Move> moves;
    static_cast<void>(naive::legal_moves(naive::Board(text), &moves));
    std::vector<capture_texts::Capture> captures;
    for (const auto& move : moves) captures.push_back(move.routes);
    if (!capture_texts::has_routes(captures, 3)) continue;
    const auto position = Rules::parse_position(text);
    capture_texts::check(
        text, captures,
        [&](const std::string& move) { return Rules::format_move(position, Rules::read_move(position, move)); },
        counts);
    ++checked;
  }
  return counts;
}

}  // namespace

TEST_CASE("No text of a capture is played as another, nor before it is finished") {
  const auto counts = check_english_texts(2'000);
  CHECK(counts.spelled > 5'000);
  CHECK(counts.shortened > 5'000);
  CHECK(counts.ambiguous > 500);
  CHECK(counts.both_begun_and_short > 40);
  CHECK(counts.unfinished > 5'000);
}

// By hand: test_english "[.thorough]"
TEST_CASE("No text of a capture is played as another in a hundred thousand positions", "[.thorough]") {
  CHECK(check_english_texts(100'000).both_begun_and_short > 2'000);
}
