#include "training/descent.hpp"

#include "support/catch.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

using namespace crownd::training;

TEST_CASE("the first step of Adam goes against the gradient by the learning rate, whatever its size") {
  Parameters parameters({1.0F, 1.0F, 1.0F, 1.0F});
  std::vector<float> gradient{5.0F, -0.01F, 0.0F};
  AdamStep(0.25, 1).update(parameters, 1, gradient, 1e-8F, 1.2F);
  CHECK(parameters.value[0] == 1.0F);
  CHECK(std::abs(parameters.value[1] - 0.75F) < 1e-4F);
  CHECK(parameters.value[2] == 1.2F);  // not beyond the largest
  CHECK(parameters.value[3] == 1.0F);
  CHECK(gradient == std::vector<float>(3));
}

TEST_CASE("a pool of workers does each round of work once on every worker") {
  constexpr int rounds = 1000;
  for (const std::size_t threads : {1U, 2U, 5U}) {
    WorkerPool pool(threads);
    std::vector<int> done(threads);
    for (int round = 0; round < rounds; ++round) {
      pool.run([&](std::size_t worker) { ++done[worker]; });
      REQUIRE(std::all_of(done.begin(), done.end(), [&](int count) { return count == round + 1; }));
    }
    CHECK(pool.size() == threads);
  }
}

TEST_CASE("shuffling keeps every number, and depends on the seed alone") {
  const auto order = shuffled(1000, 1);
  CHECK(order == shuffled(1000, 1));
  CHECK(order != shuffled(1000, 2));
  auto sorted = order;
  std::sort(sorted.begin(), sorted.end());
  for (std::size_t i = 0; i < sorted.size(); ++i) CHECK(sorted[i] == i);
}
