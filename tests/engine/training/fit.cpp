#include "training/fit.hpp"
#include "core/random.hpp"
#include "games/english/rules.hpp"
#include "support/catch.hpp"
#include "training/data_folder.hpp"
#include "training/tune.hpp"

#include <cmath>

using namespace crownd::training;
using namespace crownd;

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

using search::Tuning;

TEST_CASE("a search parameter is set by its name") {
  const Tuning before;
  CHECK(changed(before, "probcut_margin=40").probcut_margin == 40);
  CHECK(changed(before, "probcut_margin=40").probcut_depth == before.probcut_depth);
  for (const std::string wrong : {"probcut=40", "probcut_margin", "probcut_margin=", "probcut_margin=4x", "=4", ""})
    CHECK_THROWS_AS(changed(before, wrong), std::invalid_argument);
}

TEST_CASE("SPSA finds the maximum of a function") {
  Spsa spsa({{100, 5}, {20, 2}}, 2000, 0.05, 1);
  const auto distance = [](const Spsa::Point& at) { return std::abs(at[0] - 60) / 5 + std::abs(at[1] - 30) / 2; };
  const double before = distance(spsa.point());
  while (spsa.done() < 2000)
    spsa.step([&](const auto& a, const auto& b) { return distance(a) < distance(b) ? 1.0 : -1.0; });
  CHECK(distance(spsa.point()) < before / 4);
}

TEST_CASE("a duel of equal engines is even, and depends only on its seed") {
  const Tuning tuning = search::tuning_of<english::Rules>();
  for (const std::uint64_t seed : {1U, 2U, 3U}) CHECK(Duel<english::Rules>(200, seed).play_pair(tuning, tuning) == 0);
}

TEST_CASE("a duel detects a crippled search") {
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

TEST_CASE("A penalty keeps a weight small if few positions support it") {
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

TEST_CASE("A fit that starts from weights keeps those that its data does not determine") {
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

TEST_CASE("An interrupted fit resumes with the same result") {
  const auto path = std::filesystem::temp_directory_path() / "crownd-fit-state";
  const FitSettings settings = settings_for(truth.size());
  const Dataset data = data_of_truth(2'000, settings.scale);
  Fit whole(settings);
  for (int epoch = 0; epoch < 4; ++epoch) whole.epoch(data.size(), samples_of(data));

  Fit first_half(settings);
  for (int epoch = 0; epoch < 2; ++epoch) first_half.epoch(data.size(), samples_of(data));
  save_checkpoint(path, "this fit", first_half.state());
  Fit second_half(settings);
  CHECK_FALSE(load_checkpoint(path, "another fit", second_half.state()));
  CHECK(second_half.epochs() == 0);
  REQUIRE(load_checkpoint(path, "this fit", second_half.state()));
  std::filesystem::remove(path);
  for (int epoch = 0; epoch < 2; ++epoch) second_half.epoch(data.size(), samples_of(data));
  CHECK(second_half.weights() == whole.weights());
}

TEST_CASE("The scale that maps scores to results is found") {
  const double scale = 137;
  std::vector<float> scores, outcomes;
  for (int score = -600; score <= 600; score += 5) {
    scores.push_back(static_cast<float>(score));
    outcomes.push_back(static_cast<float>(expectation(score, scale)));
  }
  CHECK(std::abs(fitting_scale(scores, outcomes) - scale) < 1);
}

TEST_CASE("the first step of Adam is the learning rate against the gradient, whatever its size") {
  Parameters parameters({1.0F, 1.0F, 1.0F, 1.0F});
  std::vector<float> gradient{5.0F, -0.01F, 0.0F};
  AdamStep(0.25, 1).update(parameters, 1, gradient, 1e-8F, 1.2F);
  CHECK(parameters.value[0] == 1.0F);
  CHECK(std::abs(parameters.value[1] - 0.75F) < 1e-4F);
  CHECK(parameters.value[2] == 1.2F);  // not beyond the largest
  CHECK(parameters.value[3] == 1.0F);
  CHECK(gradient == std::vector<float>(3));
}

TEST_CASE("a pool of workers runs each round once on every worker") {
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

TEST_CASE("Weights are rounded to the nearest and kept within 16 bits") {
  const std::vector<float> men{1.0F, -0.126F, 1000.0F, -1000.0F};
  CHECK(rounded(men, 4) == std::vector<std::int16_t>{400, -50, INT16_MAX, INT16_MIN});
}

TEST_CASE("Whole weights in men are rounded to themselves") {
  const std::vector<std::int16_t> whole{400, -50, 3, INT16_MIN};
  CHECK(rounded(in_men(whole, 4), 4) == whole);
}
