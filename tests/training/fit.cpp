#include "training/fit.hpp"

#include "core/random.hpp"
#include "support/catch.hpp"

#include <cmath>
#include <filesystem>
#include <stdexcept>
#include <vector>

using namespace crownd;
using namespace crownd::training;

namespace {

constexpr int unit = 8;
const std::vector<float> truth{1.0F, -0.5F, 0.25F, 2.0F, 0.0F};

using Dataset = std::vector<FeatureSample>;

FeatureSampleOf samples_of(const Dataset& data) {
  return [&data](std::size_t i, FeatureSample& sample) { sample = data[i]; };
}

/// Targets exactly as expected from the true weights, part of it through fixed centipawns.
Dataset data_of_truth(std::size_t size, double scale) {
  Dataset data;
  Random random(7);
  for (std::size_t i = 0; i < size; ++i) {
    std::vector<Feature> features;
    const int fixed = random.between(-50, 50);
    double centipawns = fixed;
    for (std::uint32_t number = 0; number < truth.size(); ++number) {
      if (random.percent(50)) continue;
      features.push_back({number, random.between(-unit, unit)});
      centipawns += 100.0 * static_cast<double>(truth[number]) * features.back().value / unit;
    }
    data.push_back({features, fixed, static_cast<float>(expectation(centipawns, scale))});
  }
  return data;
}

FitSettings settings_for(std::size_t feature_count) {
  FitSettings settings;
  settings.feature_count = feature_count;
  settings.feature_unit = unit;
  settings.rate = 0.05;
  settings.batch = 256;
  settings.penalty = 0;
  return settings;
}

}  // namespace

TEST_CASE("A fit recovers the weights that made its data") {
  FitSettings settings = settings_for(truth.size());
  const Dataset data = data_of_truth(20'000, settings.scale);
  Fit fit(settings);
  const double before = fit.loss(data.size(), samples_of(data));
  for (int epoch = 0; epoch < 20; ++epoch) fit.epoch(data.size(), samples_of(data));
  CHECK(fit.loss(data.size(), samples_of(data)) < before);
  for (std::size_t i = 0; i < truth.size(); ++i) {
    INFO("weight " << i << " is " << fit.weights()[i]);
    CHECK(std::abs(fit.weights()[i] - truth[i]) < 0.02F);
  }
}

TEST_CASE("Several threads find the same weights, up to the rounding of sums") {
  FitSettings settings = settings_for(truth.size());
  const Dataset data = data_of_truth(2'000, settings.scale);
  Fit alone(settings);
  alone.epoch(data.size(), samples_of(data));
  settings.threads = 3;
  Fit together(settings);
  together.epoch(data.size(), samples_of(data));
  for (std::size_t i = 0; i < truth.size(); ++i) CHECK(std::abs(alone.weights()[i] - together.weights()[i]) < 1e-3F);
}

TEST_CASE("A penalty holds back a weight that hardly any position speaks for") {
  FitSettings settings = settings_for(2);
  settings.penalty = 1e-3;
  Dataset data;
  const Feature common{0, unit}, rare{1, unit};
  for (int i = 0; i < 10'000; ++i) data.push_back({{i % 1000 == 0 ? rare : common}, 0, 0.9F});
  Fit fit(settings);
  for (int epoch = 0; epoch < 20; ++epoch) fit.epoch(data.size(), samples_of(data));
  CHECK(fit.weights()[0] > 3.0F);
  CHECK(fit.weights()[1] > 0.0F);
  CHECK(fit.weights()[1] < 1.0F);
}

TEST_CASE("A fit that goes on from weights keeps what its data does not speak of") {
  FitSettings settings = settings_for(2);
  settings.penalty = 1e-3;
  settings.start = {0.0F, -0.75F};
  const Dataset data(5'000, {{{0, unit}}, 0, static_cast<float>(expectation(50, settings.scale))});
  Fit fit(settings);
  for (int epoch = 0; epoch < 20; ++epoch) fit.epoch(data.size(), samples_of(data));
  CHECK(std::abs(fit.weights()[0] - 0.5F) < 0.1F);
  CHECK(fit.weights()[1] == -0.75F);

  settings.start.push_back(1);
  CHECK_THROWS_AS(Fit(settings), std::invalid_argument);
}

TEST_CASE("An interrupted fit goes on as if it had not been") {
  const auto path = std::filesystem::temp_directory_path() / "crownd-fit-state";
  const FitSettings settings = settings_for(truth.size());
  const Dataset data = data_of_truth(2'000, settings.scale);
  Fit whole(settings);
  for (int epoch = 0; epoch < 4; ++epoch) whole.epoch(data.size(), samples_of(data));

  Fit first_half(settings);
  for (int epoch = 0; epoch < 2; ++epoch) first_half.epoch(data.size(), samples_of(data));
  first_half.save(path, "this fit");
  Fit second_half(settings);
  CHECK_FALSE(second_half.load(path, "another fit"));
  CHECK(second_half.epochs() == 0);
  REQUIRE(second_half.load(path, "this fit"));
  std::filesystem::remove(path);
  for (int epoch = 0; epoch < 2; ++epoch) second_half.epoch(data.size(), samples_of(data));
  CHECK(second_half.weights() == whole.weights());
}

TEST_CASE("The scale is found by which scores tell results") {
  const double scale = 137;
  std::vector<float> scores, outcomes;
  for (int score = -600; score <= 600; score += 5) {
    scores.push_back(static_cast<float>(score));
    outcomes.push_back(static_cast<float>(expectation(score, scale)));
  }
  CHECK(std::abs(fitting_scale(scores, outcomes) - scale) < 1);
}
