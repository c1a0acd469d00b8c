#include "core/random.hpp"
#include "games/english/rules.hpp"
#include "games/reduced_chess/rules.hpp"
#include "games/spanish/rules.hpp"
#include "games/towers/rules.hpp"
#include "support/catch.hpp"
#include "training/openings.hpp"

#include <set>
#include <vector>

using namespace crownd;

TEMPLATE_TEST_CASE("The network that is built in is whole, and is part of the evaluation", "", english::Rules,
                   spanish::Rules, towers::Rules, reduced_chess::Rules<1>, reduced_chess::Rules<2>) {
  using R = TestType;
  REQUIRE(network::is_undamaged(R::network_file()));
  const network::Network network(R::network_file(), R::network_shape);

  Random random(17);
  int asked = 0, not_asked = 0;
  std::set<int> values;
  for (int game = 0; game < 200; ++game) {
    auto position = training::draw_opening<R>(random);
    for (int ply = 0; ply < 60 && !R::result(position).over(); ++ply) {
      const auto inputs = R::network_inputs(position);
      const int said = inputs ? network.evaluate(*inputs) : 0;
      INFO(R::format_position(position));
      if (inputs || HasFeatures<R>) REQUIRE(R::evaluate(position).raw() == said + R::unlearned(position));
      if (inputs) {
        REQUIRE(inputs->bucket < R::network_shape.buckets);
        for (const auto* rows : {&inputs->mover, &inputs->opponent})
          for (const std::uint32_t row : rows->all()) REQUIRE(row < R::network_shape.rows);
        values.insert(said);
      }
      ++(inputs ? asked : not_asked);
      const auto moves = legal_moves<R>(position);
      position = R::after(position, moves[static_cast<std::size_t>(random.below(moves.size()))]);
    }
  }
  CHECK(asked > 1000);
  CHECK((!HasFeatures<R> || not_asked > 100));
  CHECK(values.size() > 20);
}

TEMPLATE_TEST_CASE("A row's factors are below their count, and some rows have none", "", english::Rules, spanish::Rules,
                   towers::Rules, reduced_chess::AnyBoard) {
  std::size_t without = 0;
  for (std::size_t row = 0; row < TestType::network_shape.rows; ++row) {
    std::vector<std::uint32_t> factors;
    TestType::row_factors(row, factors);
    without += factors.empty();
    for (const std::uint32_t factor : factors) REQUIRE(factor < TestType::factor_count);
  }
  CHECK(without > 0);
  CHECK(without < TestType::network_shape.rows / 2);
}
