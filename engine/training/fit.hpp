#pragma once

#include "network/network.hpp"

#include <barrier>
#include <filesystem>
#include <functional>
#include <thread>

namespace crownd::training {

// Gradient descent in batches on several threads, for both kinds of fit.

/// Parameters to learn, with Adam's moments.
struct Parameters {
  explicit Parameters(std::vector<float> start) : value(std::move(start)), mean(value.size()), variance(value.size()) {}

  std::vector<float> value;
  std::vector<float> mean;      ///< of the gradient: Adam's first moment
  std::vector<float> variance;  ///< of the gradient, uncentred: Adam's second moment
};

/// One step of Adam (Kingma and Ba, "Adam: a method for stochastic optimization", 2015), with its names.
class AdamStep {
 public:
  static constexpr float beta1 = 0.9F;    ///< decay of the mean
  static constexpr float beta2 = 0.999F;  ///< decay of the variance

  /// Step number `step`, from 1, at this learning rate.
  AdamStep(double rate, std::uint64_t step);

  /// Changes the parameters from number `first` on by their gradient, which becomes 0, within -max and max.
  void update(Parameters& of, std::size_t first, std::span<float> gradient, float epsilon, float max) const;

 private:
  float rate_;      ///< corrected for the bias of the mean
  float variance_;  ///< factor that corrects the bias of the variance
};

/// In nats. Both are expected results from 0 to 1; `expected` is kept away from 0 and 1.
[[nodiscard]] double cross_entropy(double target, double expected);

/// The numbers 0 .. `count` - 1 in random order.
[[nodiscard]] std::vector<std::uint32_t> shuffled(std::size_t count, std::uint64_t seed);

/// Threads that wait for work, so that none is created for each batch.
class WorkerPool {
 public:
  /// At least 1; the calling thread is one of them.
  explicit WorkerPool(std::size_t threads);
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;
  ~WorkerPool() { dismiss(1); }

  [[nodiscard]] std::size_t size() const { return threads_.size() + 1; }
  /// Calls work(0) to work(size() - 1), each on its own thread, and waits for all. `work` must not throw.
  void run(const std::function<void(std::size_t)>& work);

 private:
  void serve(std::size_t number);
  /// Ends the threads; `missing` of the barrier's participants do not wait there.
  void dismiss(std::size_t missing);

  std::barrier<> begin_;
  std::barrier<> end_;
  const std::function<void(std::size_t)>* work_ = nullptr;  ///< none: to end
  std::vector<std::jthread> threads_;
};

/// A position as features of a linear evaluation, and its target.
struct FeatureSample {
  std::vector<Feature> features;
  int fixed = 0;     ///< hand-written part in centipawns
  float target = 0;  ///< the expected result, from 0 (lost) to 1 (won)
};

/// Writes the sample of a number. Must give the same at each call, and be thread-safe.
using FeatureSampleOf = std::function<void(std::size_t, FeatureSample&)>;

struct FitSettings {
  std::size_t feature_count = 0;
  int feature_unit = 1;
  double scale = 200;     ///< centipawns that multiply the odds of winning by e
  double rate = 0.02;     ///< learning rate, in men
  double decay = 0.85;    ///< of the rate, for each epoch
  double penalty = 2e-6;  ///< L2, on the change of each weight: rare patterns stay as they were
  std::size_t batch = 4096;
  unsigned threads = 1;  ///< another number rounds sums differently
  std::uint64_t seed = 1;
  std::vector<float> start;  ///< the weights to begin with; none: all 0
};

/// Logistic regression: minimises the cross entropy of targets and sigmoid(evaluation / scale), with Adam.
/// Deterministic for the same settings and data. Weights are in men.
class Fit {
 public:
  explicit Fit(const FitSettings& settings);

  /// One pass through samples 0 .. `count` - 1 in random order.
  void epoch(std::size_t count, const FeatureSampleOf& sample_of);
  [[nodiscard]] int epochs() const { return epochs_; }
  [[nodiscard]] const std::vector<float>& weights() const { return weights_.value; }
  /// The mean cross entropy of the current weights, in nats.
  [[nodiscard]] double loss(std::size_t count, const FeatureSampleOf& sample_of) const;

  /// The state for a checkpoint.
  [[nodiscard]] std::vector<std::span<std::byte>> state();

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

/// The scale that minimises the cross entropy of outcomes (0 lost, 1 won) and sigmoid(score / scale), between 10 and
/// 2000 centipawns.
[[nodiscard]] double fitting_scale(std::span<const float> scores, std::span<const float> outcomes);

/// The expected result for a score, from 0 to 1.
[[nodiscard]] double expectation(double score, double scale);

/// Quantises weights in men to embedded integers: a weight of 1 becomes man_value * weights_per_centipawn. Values
/// beyond 16 bits are clamped.
[[nodiscard]] std::vector<std::int16_t> rounded(std::span<const float> weights, int weights_per_centipawn);

/// The inverse of rounded(), in men.
[[nodiscard]] std::vector<float> in_men(std::span<const std::int16_t> weights, int weights_per_centipawn);

}  // namespace crownd::training
