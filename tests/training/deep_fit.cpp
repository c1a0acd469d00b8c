#include "training/deep_fit.hpp"

#include "core/bad_input.hpp"
#include "core/random.hpp"
#include "network/deep.hpp"
#include "support/catch.hpp"
#include "training/fit.hpp"

#include <cmath>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <vector>

using namespace crownd;
using namespace crownd::training;

namespace {

constexpr std::size_t deep_squares = 16;

/// Rows are pairs of squares, factors the squares.
DeepFitSettings deep_settings() {
  DeepFitSettings settings;
  settings.shape = {deep_squares * deep_squares, 128, 32, 32, 2};
  settings.factor_count = deep_squares;
  settings.factors = [](std::size_t row, std::vector<std::uint32_t>& list) {
    list.push_back(static_cast<std::uint32_t>(row / deep_squares));
    list.push_back(static_cast<std::uint32_t>(row % deep_squares));
  };
  settings.rate = 0.01;
  settings.epsilon_of_rows = 1e-5;
  settings.batch = 256;
  settings.epochs = 6;
  return settings;
}

/// What a linear evaluation cannot represent: two pieces have a value only together.
NetworkSample deep_sample(std::size_t i) {
  Random random(i);
  NetworkSample sample;
  double centipawns = sample.unlearned = random.between(-30, 30);
  sample.inputs.bucket = random.below(2);
  for (auto* side : {&sample.inputs.mover, &sample.inputs.opponent}) {
    const std::size_t a = random.below(deep_squares), b = random.below(deep_squares);
    side->add(a * deep_squares + b);
    const double worth = (a < 8) == (b < 8) ? 60 : -60;
    centipawns += side == &sample.inputs.mover ? worth : -worth;
  }
  sample.target = static_cast<float>(expectation(centipawns, deep_settings().scale));
  return sample;
}

constexpr std::size_t deep_learned = 20'000, deep_tested = 2'000;
NetworkSample deep_held_out(std::size_t i) { return deep_sample(deep_learned + i); }

}  // namespace

TEST_CASE("A deep network learns what two pieces are worth together, and whole numbers keep it") {
  DeepFit fit(deep_settings());
  const double before = fit.loss(deep_tested, deep_held_out);
  for (int epoch = 0; epoch < deep_settings().epochs; ++epoch) fit.epoch(deep_learned, deep_sample);
  double least = 0;  // the entropy of the targets, a lower bound for any evaluation
  for (std::size_t i = 0; i < deep_tested; ++i) {
    const auto p = static_cast<double>(deep_held_out(i).target);
    least -= (p * std::log(p) + (1 - p) * std::log(1 - p)) / static_cast<double>(deep_tested);
  }
  const double after = fit.loss(deep_tested, deep_held_out);
  CHECK(after - least < (before - least) / 20);

  const auto bytes = network::file_of(fit.quantised());
  struct alignas(64) Block {
    std::uint8_t bytes[64];
  };
  std::vector<Block> blocks(bytes.size() / sizeof(Block));
  std::memcpy(blocks.data(), bytes.data(), bytes.size());
  const network::DeepNetwork network({blocks.front().bytes, bytes.size()}, deep_settings().shape);
  double error = 0;
  for (std::size_t i = 0; i < deep_tested; ++i) {
    const NetworkSample one = deep_held_out(i);
    const double expected = expectation(network.evaluate(one.inputs) + one.unlearned, deep_settings().scale);
    error += std::abs(expected - static_cast<double>(one.target)) / static_cast<double>(deep_tested);
  }
  CHECK(error < 0.03);
}

TEST_CASE("A deep network's fit that was interrupted goes on to the same weights, and knows its own state") {
  const auto path = std::filesystem::temp_directory_path() / "crownd-deep-fit-test";
  DeepFit whole(deep_settings());
  whole.epoch(500, deep_sample);
  whole.save(path, "a fit");
  whole.epoch(500, deep_sample);

  DeepFit other(deep_settings());
  CHECK_FALSE(other.load(path, "another fit"));
  CHECK(other.epochs() == 0);
  REQUIRE(other.load(path, "a fit"));
  CHECK(other.epochs() == 1);
  other.epoch(500, deep_sample);
  CHECK(other.quantised() == whole.quantised());
  std::filesystem::remove(path);
}

TEST_CASE("Threads share the work of a deep network's fit, and find the same up to rounding") {
  DeepFitSettings two = deep_settings();
  two.threads = 2;
  DeepFit alone(deep_settings()), shared(two);
  alone.epoch(5'000, deep_sample);
  shared.epoch(5'000, deep_sample);
  CHECK(std::abs(alone.loss(deep_tested, deep_held_out) - shared.loss(deep_tested, deep_held_out)) < 0.002);
}

TEST_CASE("A deep network's fit goes on from what another has learned, and from nothing else") {
  DeepFit first(deep_settings());
  for (int epoch = 0; epoch < 3; ++epoch) first.epoch(5'000, deep_sample);
  DeepFitSettings onward = deep_settings();
  onward.start = network::deep_weights_of(network::file_of(first.quantised()));
  const DeepFit second(onward);
  CHECK(second.quantised() == first.quantised());
  CHECK(std::abs(second.loss(deep_tested, deep_held_out) - first.loss(deep_tested, deep_held_out)) < 0.005);

  onward.shape.buckets = 1;
  CHECK_THROWS_AS(DeepFit(onward), std::invalid_argument);
  auto damaged = network::file_of(first.quantised());
  damaged.back() ^= 1;
  CHECK_THROWS_AS(network::deep_weights_of(damaged), BadInput);
}
