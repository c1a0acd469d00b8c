#include "training/network_fit.hpp"
#include "training/data_folder.hpp"

#include "core/bad_input.hpp"
#include "core/random.hpp"
#include "network/network.hpp"
#include "support/catch.hpp"
#include "training/fit.hpp"

#include <cmath>
#include <cstring>

using namespace crownd;
using namespace crownd::training;

namespace {

constexpr std::size_t squares = 16;

/// Rows are pairs of squares, factors the squares.
NetworkFitSettings settings() {
  NetworkFitSettings settings;
  settings.shape = {squares * squares, 128, 32, 32, 2};
  settings.factor_count = squares;
  settings.factors = [](std::size_t row, std::vector<std::uint32_t>& list) {
    list.push_back(static_cast<std::uint32_t>(row / squares));
    list.push_back(static_cast<std::uint32_t>(row % squares));
  };
  settings.rate = 0.01;
  settings.epsilon_of_rows = 1e-5;
  settings.batch = 256;
  settings.epochs = 6;
  return settings;
}

/// A sample that a linear evaluation cannot represent: two pieces have a value only together.
NetworkSample sample(std::size_t i) {
  Random random(i);
  NetworkSample sample;
  double centipawns = sample.handcrafted = random.between(-30, 30);
  sample.inputs.bucket = random.below(2);
  for (auto* side : {&sample.inputs.mover, &sample.inputs.opponent}) {
    const std::size_t a = random.below(squares), b = random.below(squares);
    side->add(a * squares + b);
    const double worth = (a < 8) == (b < 8) ? 60 : -60;
    centipawns += side == &sample.inputs.mover ? worth : -worth;
  }
  sample.target = static_cast<float>(expectation(centipawns, settings().scale));
  return sample;
}

constexpr std::size_t learned = 20'000, tested = 2'000;
NetworkSample held_out(std::size_t i) { return sample(learned + i); }

}  // namespace

TEST_CASE("A network learns the value of a pair of pieces, and rounding keeps it") {
  NetworkFit fit(settings());
  const double before = fit.loss(tested, held_out);
  for (int epoch = 0; epoch < settings().epochs; ++epoch) fit.epoch(learned, sample);
  double least = 0;  // the entropy of the targets, a lower bound for any evaluation
  for (std::size_t i = 0; i < tested; ++i) {
    const auto p = static_cast<double>(held_out(i).target);
    least -= (p * std::log(p) + (1 - p) * std::log(1 - p)) / static_cast<double>(tested);
  }
  const double after = fit.loss(tested, held_out);
  CHECK(after - least < (before - least) / 20);

  const auto bytes = network::file_of(fit.quantised());
  struct alignas(64) Block {
    std::uint8_t bytes[64];
  };
  std::vector<Block> blocks(bytes.size() / sizeof(Block));
  std::memcpy(blocks.data(), bytes.data(), bytes.size());
  const network::Network network({blocks.front().bytes, bytes.size()}, settings().shape);
  double error = 0;
  for (std::size_t i = 0; i < tested; ++i) {
    const NetworkSample one = held_out(i);
    const double expected = expectation(network.evaluate(one.inputs) + one.handcrafted, settings().scale);
    error += std::abs(expected - static_cast<double>(one.target)) / static_cast<double>(tested);
  }
  CHECK(error < 0.03);
}

TEST_CASE("An interrupted fit of a network resumes to the same weights, from its own state only") {
  const auto path = std::filesystem::temp_directory_path() / "crownd-network-fit-test";
  NetworkFit whole(settings());
  whole.epoch(500, sample);
  save_checkpoint(path, "a fit", whole.state());
  whole.epoch(500, sample);

  NetworkFit other(settings());
  CHECK_FALSE(load_checkpoint(path, "another fit", other.state()));
  CHECK(other.epochs() == 0);
  REQUIRE(load_checkpoint(path, "a fit", other.state()));
  CHECK(other.epochs() == 1);
  other.epoch(500, sample);
  CHECK(other.quantised() == whole.quantised());
  std::filesystem::remove(path);
}

TEST_CASE("Threads share the work of a network's fit, and find the same up to rounding") {
  NetworkFitSettings two = settings();
  two.threads = 2;
  NetworkFit alone(settings()), shared(two);
  alone.epoch(5'000, sample);
  shared.epoch(5'000, sample);
  CHECK(std::abs(alone.loss(tested, held_out) - shared.loss(tested, held_out)) < 0.002);
}

TEST_CASE("A fit of a network can start from another network's weights, and from nothing else") {
  NetworkFit first(settings());
  for (int epoch = 0; epoch < 3; ++epoch) first.epoch(5'000, sample);
  NetworkFitSettings onward = settings();
  onward.start = network::weights_of(network::file_of(first.quantised()));
  const NetworkFit second(onward);
  CHECK(second.quantised() == first.quantised());
  CHECK(std::abs(second.loss(tested, held_out) - first.loss(tested, held_out)) < 0.005);

  onward.shape.buckets = 1;
  CHECK_THROWS_AS(NetworkFit(onward), std::invalid_argument);
  auto damaged = network::file_of(first.quantised());
  damaged.back() ^= 1;
  CHECK_THROWS_AS(network::weights_of(damaged), BadInput);
}
