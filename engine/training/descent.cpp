#include "training/descent.hpp"

#include "core/random.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <system_error>
#include <utility>

namespace crownd::training {

AdamStep::AdamStep(double rate, std::uint64_t step) {
  const auto steps = static_cast<double>(step);
  rate_ = static_cast<float>(rate / (1 - std::pow(static_cast<double>(beta1), steps)));
  variance_ = static_cast<float>(1 / (1 - std::pow(static_cast<double>(beta2), steps)));
}

void AdamStep::update(Parameters& of, std::size_t first, std::span<float> gradient, float epsilon,
                      float largest) const {
  float* value = of.value.data() + first;
  float* mean = of.mean.data() + first;
  float* variance = of.variance.data() + first;
  for (std::size_t i = 0; i < gradient.size(); ++i) {
    const float slope = std::exchange(gradient[i], 0.0F);
    mean[i] += (1 - beta1) * (slope - mean[i]);
    variance[i] += (1 - beta2) * (slope * slope - variance[i]);
    value[i] =
        std::clamp(value[i] - rate_ * mean[i] / (std::sqrt(variance[i] * variance_) + epsilon), -largest, largest);
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

}  // namespace crownd::training
