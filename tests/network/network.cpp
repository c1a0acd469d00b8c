#include "network/network.hpp"

#include "core/bad_input.hpp"
#include "core/random.hpp"
#include "support/catch.hpp"

#include <cstring>

using namespace crownd;
using namespace crownd::network;

namespace {

constexpr Shape shape{50, 128, 64, 32, 3};

template <class Number>
void fill(std::vector<Number>& numbers, int most, Random& random) {
  for (Number& number : numbers) number = static_cast<Number>(random.between(-most, most));
}

Weights random_weights() {
  Random random(5);
  Weights weights = blank(shape);
  fill(weights.rows, 40, random);
  fill(weights.bias, 64, random);
  fill(weights.first, 200, random);
  fill(weights.first_bias, 40'000, random);
  fill(weights.second, 300, random);
  fill(weights.second_bias, 40'000, random);
  fill(weights.output, 20'000, random);
  fill(weights.output_bias, 5'000'000, random);
  return weights;
}

Inputs random_inputs(std::uint64_t seed) {
  Random random(seed);
  Inputs inputs;
  for (Rows* side : {&inputs.mover, &inputs.opponent})
    for (auto left = random.below(20); left > 0; --left) side->add(random.below(shape.rows));
  inputs.bucket = random.below(shape.buckets);
  return inputs;
}

/// The definition of a network, computed number by number.
int evaluate_plainly(const Weights& weights, const Inputs& inputs) {
  constexpr int unit = Weights::unit;
  const std::size_t half = shape.width / 2;
  std::vector<int> values;
  for (const Rows* side : {&inputs.mover, &inputs.opponent}) {
    std::vector<int> sums(weights.bias.begin(), weights.bias.end());
    for (const std::uint32_t row : side->all())
      for (std::size_t i = 0; i < shape.width; ++i) sums[i] += weights.rows[row * shape.width + i];
    for (int& sum : sums) sum = std::clamp(sum, 0, Weights::view_unit);
    for (std::size_t i = 0; i < half; ++i)
      values.push_back(sums[i] * sums[half + i] / (Weights::view_unit * Weights::view_unit / unit));
  }
  const auto layer = [&](const auto& layer_weights, const auto& bias, std::size_t neurons) {
    std::vector<int> next;
    for (std::size_t j = inputs.bucket * neurons; j < (inputs.bucket + 1) * neurons; ++j) {
      int sum = bias[j];
      for (std::size_t i = 0; i < values.size(); ++i) sum += layer_weights[j * values.size() + i] * values[i];
      const int value = std::clamp(sum / unit, 0, unit);
      next.push_back(value * value / unit);
    }
    values = next;
  };
  layer(weights.first, weights.first_bias, shape.first);
  layer(weights.second, weights.second_bias, shape.second);
  std::int64_t result = weights.output_bias[inputs.bucket];
  for (std::size_t j = 0; j < shape.second; ++j)
    result += std::int64_t{weights.output[inputs.bucket * shape.second + j]} * values[j];
  return static_cast<int>(result / (unit * Weights::output_unit));
}

struct alignas(64) Block {
  std::uint8_t bytes[64];
};

/// The bytes of a file, aligned as a network needs them.
std::vector<Block> aligned(const std::vector<std::uint8_t>& bytes) {
  std::vector<Block> blocks(bytes.size() / sizeof(Block) + 1);
  std::memcpy(blocks.data(), bytes.data(), bytes.size());
  return blocks;
}

}  // namespace

TEST_CASE("A network evaluates the same on every instruction set, and as defined") {
  const Weights weights = random_weights();
  const auto bytes = file_of(weights);
  const auto blocks = aligned(bytes);
  for (const Kernels& loops : usable_kernels()) {
    INFO(loops.instructions);
    const Network network({blocks.front().bytes, bytes.size()}, shape, loops);
    int different = 0, last = 0;
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
      const Inputs inputs = random_inputs(seed);
      const int value = network.evaluate(inputs);
      REQUIRE(value == evaluate_plainly(weights, inputs));
      different += value != last;
      last = value;
    }
    CHECK(different > 400);
  }
}

TEST_CASE("A network's file is read as written, rejected in another shape, and checked for damage") {
  const Weights weights = random_weights();
  auto bytes = file_of(weights);
  CHECK(weights_of(bytes) == weights);
  const auto blocks = aligned(bytes);
  const std::span<const std::uint8_t> whole(blocks.front().bytes, bytes.size());
  CHECK_NOTHROW(Network(whole, shape));
  CHECK_THROWS_AS(Network(whole, Shape{51, 128, 64, 32, 3}), BadInput);
  CHECK_THROWS_AS(Network(whole, Shape{50, 128, 48, 32, 3}), BadInput);
  CHECK_THROWS_AS(Network(whole.first(whole.size() - 1), shape), BadInput);
  for (const std::size_t at : {std::size_t{0}, std::size_t{13}, std::size_t{35}, std::size_t{64}, bytes.size() - 1}) {
    bytes[at] ^= 1;
    INFO("byte " << at);
    CHECK_THROWS_AS(weights_of(bytes), BadInput);
    bytes[at] ^= 1;
  }
  bytes.pop_back();
  CHECK_THROWS_AS(weights_of(bytes), BadInput);
  CHECK_THROWS_AS(weights_of({}), BadInput);
}

TEST_CASE("a file of weights returns what was written") {
  for (const std::size_t count : {0U, 1U, 4U, 1001U}) {
    std::vector<std::int16_t> weights;
    for (std::size_t i = 0; i < count; ++i) weights.push_back(static_cast<std::int16_t>(37 * i - 1000));
    const auto file = linear_file(weights);
    const auto read = linear_weights(file, count);
    CHECK(std::vector<std::int16_t>(read.begin(), read.end()) == weights);
    CHECK_THROWS_AS(linear_weights(file, count + 1), BadInput);
  }
}

TEST_CASE("truncated and changed files of weights are detected") {
  const std::vector<std::int16_t> weights{1, -2, 3, -4, 5};
  const auto whole = linear_file(weights);
  const auto is_damaged = [&](const std::vector<std::uint8_t>& file) {
    try {
      return linear_file(linear_weights(file, weights.size())) != file;
    } catch (const BadInput&) {
      return true;
    }
  };
  CHECK_FALSE(is_damaged(whole));
  for (std::size_t at = 0; at < whole.size(); ++at) {
    auto changed = whole;
    changed[at] ^= 0x10;
    CHECK(is_damaged(changed));
    CHECK(is_damaged(std::vector(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(at))));
  }
  CHECK_THROWS_AS(linear_weights({whole.data(), whole.size() - 8}, weights.size()), BadInput);
}
