#include "games/english/rules.hpp"
#include "support/catch.hpp"
#include "training/duel.hpp"
#include "training/spsa.hpp"
#include "training/tuned.hpp"

#include <cmath>
#include <stdexcept>
#include <string>

namespace {

using namespace crownd;
using namespace crownd::training;
using search::Tuning;

TEST_CASE("a number of the search is changed by its name") {
  const Tuning before;
  CHECK(changed(before, "probcut_margin=40").probcut_margin == 40);
  CHECK(changed(before, "probcut_margin=40").probcut_depth == before.probcut_depth);
  for (const std::string wrong : {"probcut=40", "probcut_margin", "probcut_margin=", "probcut_margin=4x", "=4", ""})
    CHECK_THROWS_AS(changed(before, wrong), std::invalid_argument);
}

TEST_CASE("SPSA climbs to the top of a hill") {
  Spsa spsa({{100, 5}, {20, 2}}, 2000, 0.05, 1);
  const auto distance = [](const Spsa::Point& at) { return std::abs(at[0] - 60) / 5 + std::abs(at[1] - 30) / 2; };
  const double before = distance(spsa.point());
  while (spsa.done() < 2000)
    spsa.step([&](const auto& a, const auto& b) { return distance(a) < distance(b) ? 1.0 : -1.0; });
  CHECK(distance(spsa.point()) < before / 4);
}

TEST_CASE("a duel of equals is even, and depends on its seed alone") {
  const Tuning tuning = search::tuning_of<english::Rules>();
  for (const std::uint64_t seed : {1U, 2U, 3U}) CHECK(Duel<english::Rules>(200, seed).play_pair(tuning, tuning) == 0);
}

TEST_CASE("a duel sees that a search is crippled") {
  Tuning crippled = search::tuning_of<english::Rules>();
  crippled.late_pruning_depth = 60;
  crippled.late_pruning_base = 0;
  crippled.reduce_from_move = 1;
  crippled.reduction_base = 2000;
  Duel<english::Rules> duel(1000, 1);
  int sum = 0;
  for (int pair = 0; pair < 10; ++pair) sum += duel.play_pair(search::tuning_of<english::Rules>(), crippled);
  CHECK(sum > 0);
}

}  // namespace
