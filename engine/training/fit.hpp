#pragma once

#include "core/rules.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace crownd::training {

/// Positions as features of a linear evaluation, with their targets.
class Dataset {
 public:
  /// `target`: the expected result, from 0 (lost) to 1 (won); `fixed`: centipawns that are not learned.
  void add(std::span<const Feature> features, int fixed, double target);

  [[nodiscard]] std::size_t size() const { return targets_.size(); }
  [[nodiscard]] std::span<const Feature> features(std::size_t i) const {
    return std::span(features_).subspan(ends_[i], ends_[i + 1] - ends_[i]);
  }
  [[nodiscard]] int fixed(std::size_t i) const { return fixed_[i]; }
  [[nodiscard]] float target(std::size_t i) const { return targets_[i]; }

 private:
  std::vector<Feature> features_;
  std::vector<std::size_t> ends_{0};
  std::vector<std::int32_t> fixed_;
  std::vector<float> targets_;
};

struct FitSettings {
  std::size_t feature_count = 0;
  int feature_unit = 1;
  double scale = 200;     ///< centipawns that multiply the odds of winning by e
  double rate = 0.02;     ///< learning rate, in men
  double decay = 0.85;    ///< of the rate, for each epoch
  double penalty = 2e-6;  ///< on half the square of each weight (L2), so that rare patterns stay near nothing
  std::size_t batch = 4096;
  std::uint64_t seed = 1;
};

/// Logistic regression: finds the weights for which sigmoid(evaluation / scale) fits the targets best, in cross
/// entropy, with Adam (Kingma and Ba, "Adam: a method for stochastic optimization", 2015). Deterministic for the same
/// settings and data. Weights are in men.
class Fit {
 public:
  Fit(const FitSettings& settings, const Dataset& data);

  /// One pass through all data, in random order.
  void epoch();
  [[nodiscard]] int epochs() const { return epochs_; }
  [[nodiscard]] const std::vector<float>& weights() const { return weights_; }
  /// The mean cross entropy of the current weights on `data`, in nats.
  [[nodiscard]] double loss(const Dataset& data) const;

  /// For resuming a fit that was interrupted. `name` identifies settings and data; load() gives false, and
  /// changes nothing, if there is no state of that name.
  void save(const std::filesystem::path& path, const std::string& name) const;
  bool load(const std::filesystem::path& path, const std::string& name);

 private:
  void step(std::span<const std::uint32_t> batch);
  [[nodiscard]] double expected(const Dataset& data, std::size_t i) const;

  FitSettings settings_;
  const Dataset& data_;
  std::vector<float> weights_;
  std::vector<float> mean_;      ///< of the gradient, Adam's first moment
  std::vector<float> variance_;  ///< of the gradient, uncentred: Adam's second moment
  std::vector<float> gradient_;
  std::uint64_t steps_ = 0;
  int epochs_ = 0;
};

/// The scale for which sigmoid(score / scale) fits the outcomes (0 lost, 1 won) best, in cross entropy. Between
/// 10 and 2000 centipawns.
[[nodiscard]] double fitting_scale(std::span<const float> scores, std::span<const float> outcomes);

/// The expected result for a score, from 0 to 1.
[[nodiscard]] double expectation(double score, double scale);

}  // namespace crownd::training
