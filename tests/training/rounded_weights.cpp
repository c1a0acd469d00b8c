#include "training/rounded_weights.hpp"

#include "support/catch.hpp"

#include <vector>

using namespace crownd::training;

TEST_CASE("Weights are rounded to the nearest and kept within 16 bits") {
  const std::vector<float> men{1.0F, -0.126F, 1000.0F, -1000.0F};
  CHECK(rounded(men, 4) == std::vector<std::int16_t>{400, -50, INT16_MAX, INT16_MIN});
}

TEST_CASE("Whole weights in men are rounded to themselves") {
  const std::vector<std::int16_t> whole{400, -50, 3, INT16_MIN};
  CHECK(rounded(in_men(whole, 4), 4) == whole);
}
