#include "training/factors.hpp"

#include "games/english/rules.hpp"
#include "games/spanish/rules.hpp"
#include "games/towers/rules.hpp"
#include "support/catch.hpp"

using namespace crownd;

TEMPLATE_TEST_CASE("A row's factors are below their count, and some rows have none", "", english::Rules, spanish::Rules,
                   towers::Rules, reduced_chess::AnyBoard) {
  const auto factors = training::factors_of<TestType>();
  std::size_t without = 0;
  for (std::size_t row = 0; row < TestType::network_shape.rows; ++row) {
    std::vector<std::uint32_t> list;
    factors.add(row, list);
    without += list.empty();
    for (const std::uint32_t factor : list) REQUIRE(factor < factors.count);
  }
  CHECK(without > 0);
  CHECK(without < TestType::network_shape.rows / 2);
}
