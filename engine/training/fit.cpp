#include "training/fit.hpp"

#include "core/random.hpp"
#include "training/checkpoint.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

namespace crownd::training {
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

void Fit::save(const std::filesystem::path& path, const std::string& name) const {
  save_checkpoint(path, name,
                  {std::as_bytes(std::span(&steps_, 1)), std::as_bytes(std::span(&epochs_, 1)),
                   std::as_bytes(std::span(weights_.value)), std::as_bytes(std::span(weights_.mean)),
                   std::as_bytes(std::span(weights_.variance))});
}

bool Fit::load(const std::filesystem::path& path, const std::string& name) {
  return load_checkpoint(
      path, name,
      {std::as_writable_bytes(std::span(&steps_, 1)), std::as_writable_bytes(std::span(&epochs_, 1)),
       std::as_writable_bytes(std::span(weights_.value)), std::as_writable_bytes(std::span(weights_.mean)),
       std::as_writable_bytes(std::span(weights_.variance))});
}

}  // namespace crownd::training
