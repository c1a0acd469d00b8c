#include "games/reduced_chess/patterns.hpp"

#include "games/reduced_chess/rules.hpp"
#include "support/catch.hpp"

#include <cstddef>
#include <map>
#include <set>
#include <string>

namespace {

using namespace crownd;
using namespace crownd::reduced_chess;

/// How often each pattern is there, the side to move's less the other's.
template <std::size_t Words = 11>
std::map<std::size_t, int> patterns(const std::string& text) {
  const auto p = reduced_chess::Rules<Words>::parse_position(text);
  std::map<std::size_t, int> counts;
  each_pattern(p, Overview{army_of(p, p.side), army_of(p, opponent(p.side)), survey(p)},
               [&](std::size_t number, int sign) {
                 REQUIRE(number < pattern_count);
                 counts[number] += sign;
               });
  return counts;
}

TEST_CASE("Pairs of distances have numbers without gaps, in any order", "[reduced-chess]") {
  std::set<std::size_t> numbers;
  for (std::size_t a = 0; a <= farthest; ++a)
    for (std::size_t b = 0; b <= farthest; ++b) {
      CHECK(number_of_pair(a, b) == number_of_pair(b, a));
      numbers.insert(number_of_pair(a, b));
    }
  CHECK(numbers.size() == offsets);
  CHECK(*numbers.rbegin() == offsets - 1);
}

TEST_CASE("A pattern describes a piece's place from both kings, wherever on the board that is", "[reduced-chess]") {
  const auto rook = first_pattern::rook_and_enemy, bishop = first_pattern::bishop_and_own;
  CHECK(patterns("8 Kd4,Rb2 Ke8 w").at(rook + number_of_pair(3, 6)) == 1);
  CHECK(patterns("20 Kk10,Rh5 Kk11 b").at(rook + number_of_pair(3, 6)) == -1);
  CHECK(patterns("8 Kd4,Bd5 Ke8 w").at(bishop + number_of_pair(0, 1)) == 1);
  CHECK(patterns("8 Kd4,Bd5 Ke8,Be7 w").at(bishop + number_of_pair(0, 1)) == 0);
  // From `farthest` on all distances are the same.
  CHECK(patterns("26 Ka1,Rz26 Ka3 w").at(rook + number_of_pair(7, 7)) == 1);
}

TEST_CASE("A king is described by its distance from the edges up to the middle", "[reduced-chess]") {
  const auto king = first_pattern::king;
  CHECK(patterns("8 Ka1,Rc3 Kd5 w").at(king + number_of_pair(0, 0)) == 1);
  CHECK(patterns("8 Ka1,Rc3 Kd5 w").at(king + number_of_pair(3, 3)) == -1);
  CHECK(patterns("8 Kh3,Rc3 Kh8 w").at(king + number_of_pair(0, 2)) == 1);
  CHECK(patterns("26 Km13,Rc3 Ka1 w").at(king + number_of_pair(4, 4)) == 1);
}

TEST_CASE("Attacks on the king of the side to move are distinguished from those on the other", "[reduced-chess]") {
  // The rook sees a7 and b7; the king in the corner can step to b8 alone.
  const auto threatened = patterns("8 Kh1,Rh7 Ka8 b");
  const auto number = danger_number({.flights = 1}, {.ring_hits = 2, .rook_checks = 1});
  CHECK(threatened.at(first_pattern::danger_to_mover + number) == 1);
  CHECK(patterns("8 Kh1,Rh7 Ka8 w").at(first_pattern::danger_to_other + number) == -1);
  CHECK(danger_number({.flights = 8}, {}) == danger_number({.flights = most_flights}, {}));
  CHECK(danger_number({.flights = 8}, {.ring_hits = 30}) == dangers - 1);
}

TEST_CASE("Boards of all widths have the same patterns", "[reduced-chess]") {
  for (const std::string text : {"8 Ke1,Ra1,Rh1,Bc1,Bf1 Ke8,Ra8,Bc8 w", "5 Kc5,Ra2,Ra5,Ba1,Be2 Kb3,Rb4,Rd3,Re4 w"}) {
    INFO(text);
    CHECK(patterns<1>(text) == patterns<11>(text));
    CHECK(patterns<2>(text) == patterns<4>(text));
    CHECK(patterns<2>(text) == patterns<11>(text));
  }
}

}  // namespace
