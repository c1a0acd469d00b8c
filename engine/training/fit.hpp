#pragma once

#include "network/abilities.hpp"
#include "training/descent.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace crownd::training {

/// A position as features of a linear evaluation, and its target.
struct FeatureSample {
  std::vector<Feature> features;
  int fixed = 0;     ///< centipawns that are not learned
  float target = 0;  ///< the expected result, from 0 (lost) to 1 (won)
};

/// Writes the sample of a number. Must give the same at each call, and be thread-safe.
using FeatureSampleOf = std::function<void(std::size_t, FeatureSample&)>;

struct FitSettings {
  std::size_t feature_count = 0;
  int feature_unit = 1;
  double scale = 200;   ///< centipawns that multiply the odds of winning by e
  double rate = 0.02;   ///< learning rate, in men
  double decay = 0.85;  ///< of the rate, for each epoch
  double penalty =
      2e-6;  ///< on half the square of what is learned of each weight (L2): rare patterns stay as they were
  std::size_t batch = 4096;
  unsigned threads = 1;  ///< another number rounds sums differently
  std::uint64_t seed = 1;
  std::vector<float> start;  ///< the weights to begin with; none: all 0
};

/// Logistic regression: finds the weights for which sigmoid(evaluation / scale) fits the targets best, in cross
/// entropy, with Adam. Deterministic for the same settings and data. Weights are in men.
class Fit {
 public:
  explicit Fit(const FitSettings& settings);

  /// One pass through samples 0 .. `count` - 1 in random order.
  void epoch(std::size_t count, const FeatureSampleOf& sample_of);
  [[nodiscard]] int epochs() const { return epochs_; }
  [[nodiscard]] const std::vector<float>& weights() const { return weights_.value; }
  /// The mean cross entropy of the current weights, in nats.
  [[nodiscard]] double loss(std::size_t count, const FeatureSampleOf& sample_of) const;

  /// For resuming a fit that was interrupted. `name` identifies settings and data; load() returns false, and
  /// changes nothing, if there is no state of that name.
  void save(const std::filesystem::path& path, const std::string& name) const;
  bool load(const std::filesystem::path& path, const std::string& name);

 private:
  void step(std::span<const std::uint32_t> batch, const FeatureSampleOf& sample_of);
  /// Updates a range of the weights by the sum of the workers' gradients, which become 0.
  void update(const AdamStep& adam, std::size_t first, std::size_t count);
  [[nodiscard]] double expected(const FeatureSample& sample) const;

  FitSettings settings_;
  Parameters weights_;
  WorkerPool workers_;
  std::vector<std::vector<float>> gradients_;  ///< one for each worker
  std::uint64_t steps_ = 0;
  int epochs_ = 0;
};

/// The scale for which sigmoid(score / scale) fits the outcomes (0 lost, 1 won) best, in cross entropy. Between
/// 10 and 2000 centipawns.
[[nodiscard]] double fitting_scale(std::span<const float> scores, std::span<const float> outcomes);

/// The expected result for a score, from 0 to 1.
[[nodiscard]] double expectation(double score, double scale);

}  // namespace crownd::training
