#include "training/fit.hpp"

#include "core/random.hpp"
#include "core/types.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <system_error>

namespace crownd::training {

AdamStep::AdamStep(double rate, std::uint64_t step) {
  const auto steps = static_cast<double>(step);
  rate_ = static_cast<float>(rate / (1 - std::pow(static_cast<double>(beta1), steps)));
  variance_ = static_cast<float>(1 / (1 - std::pow(static_cast<double>(beta2), steps)));
}

void AdamStep::update(Parameters& of, std::size_t first, std::span<float> gradient, float epsilon, float max) const {
  float* value = of.value.data() + first;
  float* mean = of.mean.data() + first;
  float* variance = of.variance.data() + first;
  for (std::size_t i = 0; i < gradient.size(); ++i) {
    const float slope = std::exchange(gradient[i], 0.0F);
    mean[i] += (1 - beta1) * (slope - mean[i]);
    variance[i] += (1 - beta2) * (slope * slope - variance[i]);
    value[i] = std::clamp(value[i] - rate_ * mean[i] / (std::sqrt(variance[i] * variance_) + epsilon), -max, max);
  }
}

double cross_entropy(double target, double expected) {
  constexpr double sure = 1e-9;
  const double p = std::clamp(expected, sure, 1 - sure);
  return -target * std::log(p) - (1 - target) * std::log(1 - p);
}

std::vector<std::uint32_t> shuffled(std::size_t count, std::uint64_t seed) {
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0U);
  Random random(seed);
  for (std::size_t i = count; i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
  return order;
}

WorkerPool::WorkerPool(std::size_t threads)
    : begin_(static_cast<std::ptrdiff_t>(threads)), end_(static_cast<std::ptrdiff_t>(threads)) {
  try {
    for (std::size_t number = 1; number < threads; ++number) threads_.emplace_back([this, number] { serve(number); });
  } catch (const std::system_error&) {
    dismiss(threads - threads_.size());
    throw;
  }
}

void WorkerPool::run(const std::function<void(std::size_t)>& work) {
  work_ = &work;
  begin_.arrive_and_wait();
  work(0);
  end_.arrive_and_wait();
}

void WorkerPool::serve(std::size_t number) {
  while (true) {
    begin_.arrive_and_wait();
    if (work_ == nullptr) return;
    (*work_)(number);
    end_.arrive_and_wait();
  }
}

void WorkerPool::dismiss(std::size_t missing) {
  work_ = nullptr;
  (void)begin_.arrive(static_cast<std::ptrdiff_t>(missing));
  threads_.clear();
}

namespace {

constexpr float epsilon = 1e-7F;  ///< of Adam
constexpr float any_size = std::numeric_limits<float>::max();

}  // namespace

double expectation(double score, double scale) { return 1 / (1 + std::exp(-score / scale)); }

double fitting_scale(std::span<const float> scores, std::span<const float> outcomes) {
  const auto loss = [&](double scale) {
    double sum = 0;
    for (std::size_t i = 0; i < scores.size(); ++i)
      sum += cross_entropy(static_cast<double>(outcomes[i]), expectation(static_cast<double>(scores[i]), scale));
    return sum;
  };
  // The loss is convex in 1 / scale, so ternary search finds its minimum.
  double low = 1.0 / 2000, high = 1.0 / 10;
  for (int i = 0; i < 40; ++i) {
    const double third = (high - low) / 3;
    if (loss(1 / (low + third)) < loss(1 / (high - third)))
      high -= third;
    else
      low += third;
  }
  return 2 / (low + high);
}

Fit::Fit(const FitSettings& settings)
    : settings_(settings),
      weights_(settings.start.empty() ? std::vector<float>(settings.feature_count) : settings.start),
      workers_(std::max(1U, settings.threads)),
      gradients_(workers_.size(), std::vector<float>(settings.feature_count)) {
  if (weights().size() != settings.feature_count)
    throw std::invalid_argument("a fit starts from as many weights as there are features");
}

double Fit::expected(const FeatureSample& sample) const {
  float sum = 0;
  for (const Feature& feature : sample.features) sum += weights()[feature.number] * static_cast<float>(feature.value);
  return expectation(sample.fixed + man_value * static_cast<double>(sum) / settings_.feature_unit, settings_.scale);
}

double Fit::loss(std::size_t count, const FeatureSampleOf& sample_of) const {
  double sum = 0;
  FeatureSample sample;
  for (std::size_t i = 0; i < count; ++i) {
    sample_of(i, sample);
    sum += cross_entropy(static_cast<double>(sample.target), expected(sample));
  }
  return sum / static_cast<double>(std::max<std::size_t>(count, 1));
}

void Fit::epoch(std::size_t count, const FeatureSampleOf& sample_of) {
  const auto order = shuffled(count, mix(settings_.seed) + static_cast<std::uint64_t>(epochs_));
  for (std::size_t from = 0; from < order.size(); from += settings_.batch)
    step(std::span(order).subspan(from, std::min(settings_.batch, order.size() - from)), sample_of);
  ++epochs_;
}

void Fit::step(std::span<const std::uint32_t> batch, const FeatureSampleOf& sample_of) {
  const double of_evaluation = man_value / settings_.scale / settings_.feature_unit / static_cast<double>(batch.size());
  workers_.run([&](std::size_t worker) {
    std::vector<float>& gradient = gradients_[worker];
    FeatureSample sample;
    for (std::size_t i = worker; i < batch.size(); i += workers_.size()) {
      sample_of(batch[i], sample);
      const auto slope = static_cast<float>((expected(sample) - static_cast<double>(sample.target)) * of_evaluation);
      for (const Feature& feature : sample.features)
        gradient[feature.number] += slope * static_cast<float>(feature.value);
    }
  });
  const AdamStep adam(settings_.rate * std::pow(settings_.decay, epochs_), ++steps_);
  workers_.run([&](std::size_t worker) {
    const std::size_t first = worker * weights().size() / workers_.size();
    update(adam, first, (worker + 1) * weights().size() / workers_.size() - first);
  });
}

void Fit::update(const AdamStep& adam, std::size_t first, std::size_t count) {
  const auto penalty = static_cast<float>(settings_.penalty);
  std::vector<float>& sum = gradients_.front();
  for (std::size_t i = first; i < first + count; ++i) {
    for (std::size_t other = 1; other < gradients_.size(); ++other) sum[i] += std::exchange(gradients_[other][i], 0.0F);
    sum[i] += penalty * (settings_.start.empty() ? weights()[i] : weights()[i] - settings_.start[i]);
  }
  adam.update(weights_, first, std::span(sum).subspan(first, count), epsilon, any_size);
}

std::vector<std::span<std::byte>> Fit::state() {
  return {std::as_writable_bytes(std::span(&steps_, 1)), std::as_writable_bytes(std::span(&epochs_, 1)),
          std::as_writable_bytes(std::span(weights_.value)), std::as_writable_bytes(std::span(weights_.mean)),
          std::as_writable_bytes(std::span(weights_.variance))};
}

std::vector<std::int16_t> rounded(std::span<const float> weights, int weights_per_centipawn) {
  std::vector<std::int16_t> whole;
  whole.reserve(weights.size());
  for (const float weight : weights) {
    const double value = std::round(static_cast<double>(weight) * man_value * weights_per_centipawn);
    whole.push_back(static_cast<std::int16_t>(std::clamp<double>(value, INT16_MIN, INT16_MAX)));
  }
  return whole;
}

std::vector<float> in_men(std::span<const std::int16_t> weights, int weights_per_centipawn) {
  std::vector<float> men;
  men.reserve(weights.size());
  for (const std::int16_t weight : weights)
    men.push_back(static_cast<float>(weight) / static_cast<float>(man_value * weights_per_centipawn));
  return men;
}

}  // namespace crownd::training
