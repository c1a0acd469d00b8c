#include "network/network.hpp"

#include "core/bad_input.hpp"
#include "core/mix.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

using namespace crownd;
using namespace crownd::network;

namespace {

constexpr Shape shape{40, 48, 16, 3};

/// Weights of the size that training gives: some activations are clipped, most are not.
Weights random_weights() {
  Weights weights;
  weights.shape = shape;
  std::uint64_t state = 1;
  const auto fill = [&](auto& numbers, std::size_t count, int largest) {
    for (std::size_t i = 0; i < count; ++i) {
      state = mix(state);
      numbers.push_back(static_cast<typename std::decay_t<decltype(numbers)>::value_type>(
          static_cast<int>(state % static_cast<std::uint64_t>(2 * largest + 1)) - largest));
    }
  };
  fill(weights.rows, shape.rows * shape.width, 38);
  fill(weights.bias, shape.width, 25);
  fill(weights.hidden, shape.buckets * shape.hidden * 2 * shape.width, 60);
  fill(weights.hidden_bias, shape.buckets * shape.hidden, 5'000);
  fill(weights.output, shape.buckets * shape.hidden, 3'000);
  fill(weights.output_bias, shape.buckets, 500'000);
  return weights;
}

Inputs random_inputs(std::uint64_t seed) {
  Inputs inputs;
  std::uint64_t state = seed;
  for (Rows* rows : {&inputs.mover, &inputs.opponent})
    for (int i = 0; i < 12; ++i) rows->add((state = mix(state)) % shape.rows);
  inputs.bucket = mix(state) % shape.buckets;
  return inputs;
}

/// Straightforward reference implementation of the format, one number at a time.
int evaluate_plainly(const Weights& weights, const Inputs& inputs) {
  std::vector<int> views;
  for (const Rows* rows : {&inputs.mover, &inputs.opponent})
    for (std::size_t i = 0; i < shape.width; ++i) {
      int sum = weights.bias[i];
      for (const std::uint32_t row : rows->all()) sum += weights.rows[row * shape.width + i];
      views.push_back(std::clamp(sum, 0, Weights::view_unit));
    }
  std::int64_t result = weights.output_bias[inputs.bucket];
  for (std::size_t j = 0; j < shape.hidden; ++j) {
    const std::size_t neuron = inputs.bucket * shape.hidden + j;
    int sum = weights.hidden_bias[neuron];
    for (std::size_t i = 0; i < views.size(); ++i) sum += weights.hidden[neuron * views.size() + i] * views[i];
    result += std::int64_t{weights.output[neuron]} * std::clamp(sum / Weights::view_unit, 0, Weights::unit);
  }
  return static_cast<int>(result / (Weights::unit * Weights::output_unit));
}

/// The bytes of a file, aligned as a network needs them.
struct AlignedFile {
  explicit AlignedFile(const std::vector<std::uint8_t>& bytes) : size(bytes.size()), blocks(size / 64 + 1) {
    std::memcpy(blocks.data(), bytes.data(), size);
  }
  [[nodiscard]] std::span<const std::uint8_t> bytes() const { return {blocks.front().bytes, size}; }

  struct alignas(64) Block {
    std::uint8_t bytes[64];
  };
  std::size_t size;
  std::vector<Block> blocks;
};

}  // namespace

TEST_CASE("A network says the same on every instruction set, and what its form says") {
  const Weights weights = random_weights();
  const AlignedFile file(file_of(weights));
  int different = 0, last = 0;
  for (const Loops& loops : usable_loops()) {
    INFO(loops.instructions);
    const Network network(file.bytes(), shape, loops);
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
      const Inputs inputs = random_inputs(seed);
      const int value = network.evaluate(inputs);
      REQUIRE(value == evaluate_plainly(weights, inputs));
      different += value != last;
      last = value;
    }
  }
  CHECK(different > 100);
}

TEST_CASE("A network's file is refused where its shape is another, and known where it is damaged") {
  std::vector<std::uint8_t> bytes = file_of(random_weights());
  CHECK(is_undamaged(bytes));
  const AlignedFile whole(bytes);
  CHECK_NOTHROW(Network(whole.bytes(), shape));
  CHECK_THROWS_AS(Network(whole.bytes(), Shape{41, 48, 16, 3}), BadInput);
  CHECK_THROWS_AS(Network(whole.bytes().first(whole.size - 1), shape), BadInput);
  CHECK_THROWS_AS(Network(whole.bytes().first(10), shape), BadInput);
  for (const std::size_t at : {std::size_t{0}, std::size_t{13}, std::size_t{35}, std::size_t{64}, bytes.size() - 1}) {
    bytes[at] ^= 1;
    INFO("byte " << at);
    CHECK_FALSE(is_undamaged(bytes));
    bytes[at] ^= 1;
  }
  bytes.pop_back();
  CHECK_FALSE(is_undamaged(bytes));
  CHECK_FALSE(is_undamaged({}));
}

TEST_CASE("A blank network says 0 of everything") {
  const AlignedFile file(file_of(blank(shape)));
  CHECK(is_undamaged(file.bytes()));
  for (std::uint64_t seed = 0; seed < 20; ++seed)
    CHECK(Network(file.bytes(), shape).evaluate(random_inputs(seed)) == 0);
}
