#include "training/fit.hpp"

#include "core/random.hpp"
#include "training/checkpoint.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <utility>

namespace crownd::training {
namespace {

constexpr float mean_memory = 0.9F;
constexpr float variance_memory = 0.999F;
constexpr float smallest_deviation = 1e-7F;

double cross_entropy(double target, double expected) {
  constexpr double sure = 1e-9;
  const double p = std::clamp(expected, sure, 1 - sure);
  return -target * std::log(p) - (1 - target) * std::log(1 - p);
}

/// Calls work(0), work(1), … on so many threads at once.
template <class Work>
void on_threads(std::size_t count, Work work) {
  std::vector<std::thread> threads;
  for (std::size_t thread = 1; thread < count; ++thread) threads.emplace_back(work, thread);
  work(0);
  for (auto& thread : threads) thread.join();
}

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
      mean_(settings.feature_count),
      variance_(settings.feature_count),
      gradients_(std::max(1U, settings.threads), std::vector<float>(settings.feature_count)) {
  if (weights_.size() != settings.feature_count)
    throw std::invalid_argument("a fit starts from as many weights as there are features");
}

double Fit::expected(const FeatureSample& sample) const {
  float sum = 0;
  for (const Feature& feature : sample.features) sum += weights_[feature.number] * static_cast<float>(feature.value);
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
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0U);
  Random random(mix(settings_.seed) + static_cast<std::uint64_t>(epochs_));
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
  for (std::size_t from = 0; from < order.size(); from += settings_.batch)
    step(std::span(order).subspan(from, std::min(settings_.batch, order.size() - from)), sample_of);
  ++epochs_;
}

void Fit::step(std::span<const std::uint32_t> batch, const FeatureSampleOf& sample_of) {
  const std::size_t threads = gradients_.size();
  const double of_evaluation = man_value / settings_.scale / settings_.feature_unit / static_cast<double>(batch.size());
  on_threads(threads, [&](std::size_t thread) {
    std::vector<float>& gradient = gradients_[thread];
    FeatureSample sample;
    for (std::size_t i = thread; i < batch.size(); i += threads) {
      sample_of(batch[i], sample);
      const auto slope = static_cast<float>((expected(sample) - static_cast<double>(sample.target)) * of_evaluation);
      for (const Feature& feature : sample.features)
        gradient[feature.number] += slope * static_cast<float>(feature.value);
    }
  });
  ++steps_;
  on_threads(threads, [&](std::size_t thread) {
    update(thread * weights_.size() / threads, (thread + 1) * weights_.size() / threads);
  });
}

void Fit::update(std::size_t first, std::size_t last) {
  const auto penalty = static_cast<float>(settings_.penalty);
  const auto steps = static_cast<double>(steps_);
  const double begun = 1 - std::pow(static_cast<double>(mean_memory), steps);
  const double spread = std::sqrt(1 - std::pow(static_cast<double>(variance_memory), steps));
  const auto rate = static_cast<float>(settings_.rate * std::pow(settings_.decay, epochs_) * spread / begun);
  std::vector<float>& sum = gradients_.front();
  for (std::size_t other = 1; other < gradients_.size(); ++other)
    for (std::size_t i = first; i < last; ++i) sum[i] += std::exchange(gradients_[other][i], 0.0F);
  for (std::size_t i = first; i < last; ++i) {
    const float learned = settings_.start.empty() ? weights_[i] : weights_[i] - settings_.start[i];
    const float slope = sum[i] + penalty * learned;
    sum[i] = 0;
    mean_[i] += (1 - mean_memory) * (slope - mean_[i]);
    variance_[i] += (1 - variance_memory) * (slope * slope - variance_[i]);
    weights_[i] -= rate * mean_[i] / (std::sqrt(variance_[i]) + smallest_deviation);
  }
}

void Fit::save(const std::filesystem::path& path, const std::string& name) const {
  save_checkpoint(
      path, name,
      {std::as_bytes(std::span(&steps_, 1)), std::as_bytes(std::span(&epochs_, 1)), std::as_bytes(std::span(weights_)),
       std::as_bytes(std::span(mean_)), std::as_bytes(std::span(variance_))});
}

bool Fit::load(const std::filesystem::path& path, const std::string& name) {
  return load_checkpoint(path, name,
                         {std::as_writable_bytes(std::span(&steps_, 1)), std::as_writable_bytes(std::span(&epochs_, 1)),
                          std::as_writable_bytes(std::span(weights_)), std::as_writable_bytes(std::span(mean_)),
                          std::as_writable_bytes(std::span(variance_))});
}

}  // namespace crownd::training
