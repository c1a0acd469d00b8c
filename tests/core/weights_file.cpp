#include "core/weights_file.hpp"

#include "core/bad_input.hpp"
#include "support/catch.hpp"

#include <vector>

using crownd::BadInput;
using crownd::WeightsFile;

TEST_CASE("a file of weights gives back what it was made of") {
  for (const std::size_t count : {0U, 1U, 4U, 1001U}) {
    std::vector<std::int16_t> weights;
    for (std::size_t i = 0; i < count; ++i) weights.push_back(static_cast<std::int16_t>(37 * i - 1000));
    const auto file = WeightsFile::of(weights);
    CHECK(WeightsFile::is_undamaged(file));
    const auto read = WeightsFile(file, count).weights();
    CHECK(std::vector<std::int16_t>(read.begin(), read.end()) == weights);
    CHECK_THROWS_AS(WeightsFile(file, count + 1), BadInput);
  }
}

TEST_CASE("a file of weights that is cut off or changed is known to be damaged") {
  const std::vector<std::int16_t> weights{1, -2, 3, -4, 5};
  const auto whole = WeightsFile::of(weights);
  for (std::size_t at = 0; at < whole.size(); ++at) {
    auto changed = whole;
    changed[at] ^= 0x10;
    CHECK_FALSE(WeightsFile::is_undamaged(changed));
    CHECK_FALSE(WeightsFile::is_undamaged({whole.data(), at}));
  }
  CHECK_THROWS_AS(WeightsFile({whole.data(), whole.size() - 8}, weights.size()), BadInput);
}
