#include "games/draughts_family/evaluation.hpp"
#include "core/random.hpp"
#include "core/rules.hpp"
#include "games/english/rules.hpp"
#include "games/reduced_chess/rules.hpp"
#include "games/spanish/rules.hpp"
#include "games/towers/rules.hpp"
#include "network/network.hpp"
#include "support/catch.hpp"
#include "tables/small_tables.hpp"

#include <type_traits>

using namespace crownd::draughts_family;
using namespace crownd;

namespace {

/// Kings, rooks and bishops anywhere on a board of 8x8, or often 10x10 if it fits.
template <Rules R>
[[nodiscard]] reduced_chess::Diagram random_diagram(Random& random) {
  const int size = R::max_size >= 10 && random.percent(50) ? 10 : 8;
  reduced_chess::Diagram diagram(size, random.percent(50) ? Side::first : Side::second);
  for (const Side side : {Side::first, Side::second}) {
    const int count = random.between(2, 7);
    for (int i = 0; i <= count; ++i) {
      const char kind = i == 0 ? 'K' : random.percent(50) ? 'R' : 'B';
      reduced_chess::Place place;
      do place = {random.between(0, size - 1), random.between(0, size - 1)};
      while (diagram.at(place) != reduced_chess::Diagram::nothing);
      diagram.put(place, reduced_chess::letter_of(kind, side));
    }
  }
  return diagram;
}

/// A position of an unfinished game: after up to ten random plies from the start or, in a quarter of draughts games and
/// all of reduced chess, from pieces anywhere on the board.
template <Rules R>
[[nodiscard]] typename R::Position random_start(Random& random) {
  while (true) {
    std::optional<typename R::Position> position = R::start();
    if constexpr (HasMoverView<R>) {
      static const auto anywhere = testing::random_positions<R>(6, 300);
      if (random.percent(25)) position = anywhere[static_cast<std::size_t>(random.below(anywhere.size()))];
    } else {
      position = R::parse_position(reduced_chess::format_list(random_diagram<R>(random)));
      if (R::in_check(*position) || R::in_check(R::null_move(*position))) continue;
    }
    for (int plies = random.between(0, 10); position && plies > 0; --plies) {
      const auto moves = legal_moves<R>(*position);
      if (moves.empty())
        position.reset();
      else
        position = R::after(*position, moves[static_cast<std::size_t>(random.below(moves.size()))]);
    }
    if (position && !R::result(*position).over()) return *position;
  }
}

Bits random_bits(Random& random) { return static_cast<Bits>(random.next()); }

/// Calls visit(position) for the positions of random games of at most `plies`; some begin with an ending.
template <Rules R, class Visit>
void for_random_positions(int games, int plies, Visit visit) {
  Random random(11);
  for (int game = 0; game < games; ++game) {
    auto position = random_start<R>(random);
    for (int ply = 0; ply < plies && !R::result(position).over(); ++ply) {
      visit(position);
      const auto moves = legal_moves<R>(position);
      position = R::after(position, moves[static_cast<std::size_t>(random.below(moves.size()))]);
    }
  }
}

/// The board turned by half a circle, with the sides exchanged.
[[nodiscard]] draughts_family::Position turned_position(const draughts_family::Position& position) {
  const auto half_circle = [](Bits set) {
    Bits result = 0;
    for (; set != 0; set &= set - 1) result |= bit(square_at(7 - row_of(lowest(set)), 7 - column_of(lowest(set))));
    return result;
  };
  draughts_family::Position result;
  result.pieces = {half_circle(position.pieces[1]), half_circle(position.pieces[0])};
  result.kings = half_circle(position.kings);
  result.to_move = opponent(position.to_move);
  return result;
}

}  // namespace

TEMPLATE_TEST_CASE("An evaluation is the same for both sides, and never decided", "", english::Rules, spanish::Rules,
                   towers::Rules) {
  using R = TestType;
  for (const int pieces : {2, 3, 6, 10, 16, 24})
    for (const auto& position : testing::random_positions<R>(pieces, 400)) {
      INFO(R::format_position(position));
      REQUIRE_FALSE(R::evaluate(position).is_decided());
      REQUIRE(R::evaluate(typename R::Position(turned_position(position))) == R::evaluate(position));
    }
}

TEST_CASE("Extracting bits gives the same with and without the instruction") {
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

TEST_CASE("Turning the board twice changes nothing") {
  Random random(5);
  const MoverView view{random_bits(random), random_bits(random), random_bits(random), random_bits(random)};
  CHECK(other_view(view).own_men == turned(view.enemy_men));
  CHECK(other_view(other_view(view)) == view);
}

TEMPLATE_TEST_CASE("Each term of an evaluation is used somewhere", "", english::Rules, spanish::Rules, towers::Rules) {
  std::set<std::string> names, speaking;
  for_random_positions<TestType>(300, 100, [&](const auto& position) {
    for (const auto& [name, part] : TestType::evaluation_terms(position)) {
      names.insert(name);
      if (part != 0) speaking.insert(name);
    }
  });
  // Spanish learns how to drive kings, too, and in the others no ending counts as drawn.
  names.erase(std::is_same_v<TestType, spanish::Rules> ? "driving" : "drawn ending");
  CHECK(speaking == names);
}

TEMPLATE_TEST_CASE("The embedded network is undamaged and part of the evaluation", "", english::Rules, spanish::Rules,
                   towers::Rules, reduced_chess::Rules<1>, reduced_chess::Rules<2>) {
  using R = TestType;
  REQUIRE_NOTHROW(network::weights_of(R::network_file()));
  const network::Network network(R::network_file(), R::network_shape);

  int asked = 0, not_asked = 0;
  std::set<int> values;
  for_random_positions<R>(200, 60, [&](const auto& position) {
    const auto inputs = R::network_inputs(position);
    const int said = inputs ? network.evaluate(*inputs) : 0;
    INFO(R::format_position(position));
    if (inputs || HasFeatures<R>) REQUIRE(R::evaluate(position).raw() == said + R::handcrafted(position));
    ++(inputs ? asked : not_asked);
    if (!inputs) return;
    REQUIRE(inputs->bucket < R::network_shape.buckets);
    for (const auto* rows : {&inputs->mover, &inputs->opponent})
      for (const std::uint32_t row : rows->all()) REQUIRE(row < R::network_shape.rows);
    values.insert(said);
  });
  CHECK(asked > 1000);
  CHECK((!HasFeatures<R> || not_asked > 100));
  CHECK(values.size() > 20);
}
