#include "core/random.hpp"
#include "games/draughts_family/extract.hpp"
#include "games/draughts_family/judge.hpp"
#include "games/draughts_family/patterns.hpp"
#include "games/english/rules.hpp"
#include "games/spanish/rules.hpp"
#include "games/towers/rules.hpp"
#include "support/catch.hpp"
#include "training/openings.hpp"

#include <cstddef>
#include <set>
#include <string>
#include <type_traits>
#include <vector>

using namespace crownd;
using namespace crownd::draughts_family;

namespace {

Bits random_bits(Random& random) { return static_cast<Bits>(random.next()); }

/// Calls visit(position) for the positions of random games, some of which begin with an ending.
template <Rules R, class Visit>
void for_random_positions(int games, Visit visit) {
  Random random(11);
  for (int game = 0; game < games; ++game) {
    auto position = training::draw_opening<R>(random);
    for (int ply = 0; ply < 100 && !R::result(position).over(); ++ply) {
      visit(position);
      const auto moves = legal_moves<R>(position);
      position = R::after(position, moves[static_cast<std::size_t>(random.below(moves.size()))]);
    }
  }
}

}  // namespace

TEST_CASE("Extracting bits without the instruction gives what the instruction gives") {
  CHECK(portable_extract(0b10110, 0b11010) == 0b101);
  Random random(3);
  for (int i = 0; i < 10'000; ++i) {
    const Bits set = random_bits(random), mask = random_bits(random) & random_bits(random);
    REQUIRE(extract(set, mask) == portable_extract(set, mask));
  }
}

TEST_CASE("Every pattern of a region has its own number, and the numbers have no gaps") {
  const Bits region = block(1, 2, 1, 2);
  std::set<std::size_t> numbers;
  for (Bits own = region;; own = (own - 1) & region) {
    for (Bits enemy = region & ~own;; enemy = (enemy - 1) & region & ~own) {
      numbers.insert(pattern_in(region, own, enemy));
      if (enemy == 0) break;
    }
    if (own == 0) break;
  }
  CHECK(pattern_count(region) == 81);
  CHECK(numbers.size() == pattern_count(region));
  CHECK(*numbers.rbegin() == pattern_count(region) - 1);
  CHECK(pattern_in(region, 0, 0) == 0);
  CHECK(pattern_in(region, ~region, 0) == 0);
}

TEST_CASE("The numbers of all patterns at once are those of each region by itself") {
  Random random(7);
  for (int i = 0; i < 10'000; ++i) {
    const Bits own = random_bits(random) & random_bits(random), enemy = random_bits(random) & ~own;
    const auto sums = small_regions.sums(own, enemy);
    std::vector<std::size_t> numbers;
    small_regions.each_pattern(own, enemy, [&](std::size_t number) { numbers.push_back(number); });
    REQUIRE(numbers.size() == small_regions.regions.size());
    for (std::size_t region = 0; region < numbers.size(); ++region) {
      INFO("region " << region << ", own " << own << ", enemy " << enemy);
      std::size_t number = 0, worth = 1;
      for (Bits left = small_regions.regions[region]; left != 0; left &= left - 1, worth *= 3) {
        const Bits square = left & (0 - left);
        if ((own & square) != 0) number += worth;
        if ((enemy & square) != 0) number += 2 * worth;
      }
      REQUIRE(pattern_in(small_regions.regions[region], own, enemy) == number);
      REQUIRE(sums[region] == number);
      REQUIRE(numbers[region] == small_regions.first[region] + number);
    }
  }
}

TEST_CASE("Seen twice from the other side a board is as before") {
  Random random(5);
  const MoverView view{random_bits(random), random_bits(random), random_bits(random), random_bits(random)};
  CHECK(other_view(view).own_men == turned(view.enemy_men));
  CHECK(other_view(other_view(view)) == view);
}

TEMPLATE_TEST_CASE("The terms of an evaluation add up to it, and each says something somewhere", "", english::Rules,
                   spanish::Rules, towers::Rules) {
  std::set<std::string> names, speaking;
  for_random_positions<TestType>(300, [&](const auto& position) {
    INFO(TestType::format_position(position));
    int sum = 0;
    for (const auto& [name, part] : TestType::evaluation_terms(position)) {
      sum += part;
      names.insert(name);
      if (part != 0) speaking.insert(name);
    }
    REQUIRE(TestType::evaluate(position).raw() == sum);
  });
  // Spanish learns how to drive kings, too, and in the others no ending counts as drawn.
  names.erase(std::is_same_v<TestType, spanish::Rules> ? "driving" : "drawn ending");
  CHECK(speaking == names);
}
