#include "training/network_fit.hpp"

#include "core/random.hpp"
#include "training/checkpoint.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <stdexcept>
#include <utility>

namespace crownd::training {
namespace {

constexpr float epsilon = 1e-8F;  ///< of Adam
constexpr double last_share_of_rate = 0.02;

// Ranges of the quantised weights, see network::Weights. Rows are bytes there.
constexpr float largest_row = static_cast<float>(INT8_MAX) / network::Weights::view_unit;
constexpr float largest_hidden = 100;

/// Uniform random numbers from -spread to spread.
void fill_randomly(std::span<float> numbers, double spread, Random& random) {
  constexpr std::uint64_t steps = 1 << 20;
  for (float& number : numbers)
    number = static_cast<float>(spread * (2 * static_cast<double>(random.below(steps)) / steps - 1));
}

}  // namespace

/// The forward pass of one sample.
struct NetworkFit::Forward {
  const NetworkSample* sample = nullptr;
  std::vector<float> view;    // activations: of the side to move, then of the opponent
  std::vector<float> sum;     // of the second layer, before clipping
  std::vector<float> hidden;  // after clipping
  std::vector<float> slope;   // buffer for the backward pass
  float expected = 0;
};

/// The gradient of one worker's share of a batch. Rows and factors are sparse: few are touched.
struct NetworkFit::Gradient {
  std::vector<std::vector<float>> parts;
  std::vector<std::uint32_t> touched[2];  // rows and factors
  std::vector<char> is_touched[2];

  float* touch(Part part, std::uint32_t row, std::size_t width) {
    const auto which = static_cast<std::size_t>(part);
    if (!is_touched[which][row]) {
      is_touched[which][row] = 1;
      touched[which].push_back(row);
    }
    return parts[which].data() + row * width;
  }
};

NetworkFit::NetworkFit(NetworkFitSettings settings)
    : settings_(std::move(settings)), workers_(std::max(1U, settings_.threads)) {
  const auto& shape = settings_.shape;
  const std::size_t sizes[part_count] = {shape.rows * shape.width,
                                         settings_.factor_count * shape.width,
                                         shape.width,
                                         shape.buckets * shape.hidden * 2 * shape.width,
                                         shape.buckets * shape.hidden,
                                         shape.buckets * shape.hidden,
                                         shape.buckets};
  for (const std::size_t size : sizes) parameters_.emplace_back(std::vector<float>(size));
  for (std::size_t row = 0; row < shape.rows; ++row) {
    if (settings_.factors) settings_.factors(row, factor_list_);
    factor_ends_.push_back(factor_list_.size());
  }

  if (settings_.start)
    start_from(*settings_.start);
  else
    start_randomly();
}

void NetworkFit::start_randomly() {
  const auto& shape = settings_.shape;
  // All buckets start with the same weights, so that at first all samples teach what they have in common.
  Random random(mix(settings_.seed));
  std::vector<float> hidden_of_one(shape.hidden * 2 * shape.width), output_of_one(shape.hidden);
  fill_randomly(hidden_of_one, std::sqrt(1.5 / static_cast<double>(shape.width)), random);
  fill_randomly(output_of_one, 0.2, random);
  for (std::size_t i = 0; i < shape.buckets; ++i) {
    std::copy(hidden_of_one.begin(), hidden_of_one.end(),
              parameters_[hidden].value.begin() + static_cast<std::ptrdiff_t>(i * hidden_of_one.size()));
    std::copy(output_of_one.begin(), output_of_one.end(),
              parameters_[output].value.begin() + static_cast<std::ptrdiff_t>(i * output_of_one.size()));
  }
  fill_randomly(parameters_[factors].value, 0.25, random);
  std::fill(parameters_[bias].value.begin(), parameters_[bias].value.end(), 0.3F);
  std::fill(parameters_[hidden_bias].value.begin(), parameters_[hidden_bias].value.end(), 0.2F);
}

/// The inverse of quantised(). What factors taught has been worked into the rows, so that these begin at 0.
void NetworkFit::start_from(const network::Weights& weights) {
  using network::Weights;
  if (weights.shape != settings_.shape) throw std::invalid_argument("a network's fit starts from one of its own shape");
  const auto learned = [&]<class Number>(Part part, const std::vector<Number>& numbers, double unit) {
    std::transform(numbers.begin(), numbers.end(), parameters_[part].value.begin(),
                   [&](Number number) { return static_cast<float>(number / unit); });
  };
  learned(rows, weights.rows, Weights::view_unit);
  learned(bias, weights.bias, Weights::view_unit);
  learned(hidden, weights.hidden, Weights::unit);
  learned(hidden_bias, weights.hidden_bias, Weights::unit * Weights::view_unit);
  learned(output, weights.output, settings_.scale * Weights::output_unit);
  learned(output_bias, weights.output_bias, settings_.scale * Weights::unit * Weights::output_unit);
}

std::span<const std::uint32_t> NetworkFit::factors_of(std::size_t row) const {
  const std::size_t first = row == 0 ? 0 : factor_ends_[row - 1];
  return std::span(factor_list_).subspan(first, factor_ends_[row] - first);
}

void NetworkFit::forward(const NetworkSample& sample, Forward& pass) const {
  const std::size_t width = settings_.shape.width, hidden_count = settings_.shape.hidden;
  const std::size_t bucket = sample.inputs.bucket;
  pass.sample = &sample;
  pass.view.resize(2 * width);
  pass.sum.resize(hidden_count);
  pass.hidden.resize(hidden_count);
  float* view = pass.view.data();
  for (const network::Rows* side : {&sample.inputs.mover, &sample.inputs.opponent}) {
    std::copy_n(parameters_[bias].value.data(), width, view);
    const auto add = [&](const float* row) {
      for (std::size_t i = 0; i < width; ++i) view[i] += row[i];
    };
    for (const std::uint32_t row : side->all()) {
      add(parameters_[rows].value.data() + row * width);
      for (const std::uint32_t factor : factors_of(row)) add(parameters_[factors].value.data() + factor * width);
    }
    for (std::size_t i = 0; i < width; ++i) view[i] = std::clamp(view[i], 0.0F, 1.0F);
    view += width;
  }

  float result = parameters_[output_bias].value[bucket];
  const float* weight = parameters_[hidden].value.data() + bucket * hidden_count * 2 * width;
  for (std::size_t j = 0; j < hidden_count; ++j, weight += 2 * width) {
    float sum = parameters_[hidden_bias].value[bucket * hidden_count + j];
    for (std::size_t i = 0; i < 2 * width; ++i) sum += weight[i] * pass.view[i];
    pass.sum[j] = sum;
    pass.hidden[j] = std::clamp(sum, 0.0F, 1.0F);
    result += pass.hidden[j] * parameters_[output].value[bucket * hidden_count + j];
  }
  result += static_cast<float>(sample.unlearned / settings_.scale);
  pass.expected = 1 / (1 + std::exp(-result));
}

void NetworkFit::backward(Forward& pass, float slope, Gradient& gradient) const {
  const std::size_t width = settings_.shape.width, hidden_count = settings_.shape.hidden;
  const std::size_t bucket = pass.sample->inputs.bucket;
  std::vector<float>& of_view = pass.slope;
  of_view.assign(2 * width, 0);
  gradient.parts[output_bias][bucket] += slope;
  for (std::size_t j = 0; j < hidden_count; ++j) {
    const std::size_t neuron = bucket * hidden_count + j;
    gradient.parts[output][neuron] += slope * pass.hidden[j];
    if (pass.sum[j] <= 0 || pass.sum[j] >= 1) continue;
    const float of_sum = slope * parameters_[output].value[neuron];
    gradient.parts[hidden_bias][neuron] += of_sum;
    const float* weight = parameters_[hidden].value.data() + neuron * 2 * width;
    float* of_weight = gradient.parts[hidden].data() + neuron * 2 * width;
    for (std::size_t i = 0; i < 2 * width; ++i) {
      of_view[i] += of_sum * weight[i];
      of_weight[i] += of_sum * pass.view[i];
    }
  }
  float* of_side = of_view.data();
  const float* view = pass.view.data();
  for (const network::Rows* side : {&pass.sample->inputs.mover, &pass.sample->inputs.opponent}) {
    for (std::size_t i = 0; i < width; ++i) {
      if (view[i] <= 0 || view[i] >= 1) of_side[i] = 0;
      gradient.parts[bias][i] += of_side[i];
    }
    const auto add = [&](float* row) {
      for (std::size_t i = 0; i < width; ++i) row[i] += of_side[i];
    };
    for (const std::uint32_t row : side->all()) {
      add(gradient.touch(rows, row, width));
      for (const std::uint32_t factor : factors_of(row)) add(gradient.touch(factors, factor, width));
    }
    of_side += width;
    view += width;
  }
}

void NetworkFit::step(std::vector<Gradient>& gradients, std::size_t steps_in_all) {
  const std::size_t width = settings_.shape.width;
  const double way = std::min(1.0, static_cast<double>(++steps_) / static_cast<double>(steps_in_all));
  const double share = last_share_of_rate + (1 - last_share_of_rate) * (1 + std::cos(std::numbers::pi * way)) / 2;
  const AdamStep adam(settings_.rate * share, steps_);
  Gradient& sum = gradients.front();
  for (std::size_t other = 1; other < gradients.size(); ++other)
    for (const Part part : {rows, factors})
      for (const std::uint32_t row : gradients[other].touched[part]) {
        float* from = gradients[other].parts[part].data() + row * width;
        float* to = sum.touch(part, row, width);
        for (std::size_t i = 0; i < width; ++i) to[i] += std::exchange(from[i], 0.0F);
        gradients[other].is_touched[part][row] = 0;
      }
  for (std::size_t other = 1; other < gradients.size(); ++other)
    for (auto& list : gradients[other].touched) list.clear();
  for (const Part part : {rows, factors}) {
    const float epsilon_of_part = part == rows ? static_cast<float>(settings_.epsilon_of_rows) : epsilon;
    for (const std::uint32_t row : sum.touched[part]) {
      const auto gradient = std::span(sum.parts[part]).subspan(row * width, width);
      adam.update(parameters_[part], row * width, gradient, epsilon_of_part, largest_row);
      sum.is_touched[part][row] = 0;
    }
    sum.touched[part].clear();
  }
  for (const Part part : {bias, hidden, hidden_bias, output, output_bias}) {
    for (std::size_t other = 1; other < gradients.size(); ++other)
      for (std::size_t i = 0; i < sum.parts[part].size(); ++i)
        sum.parts[part][i] += std::exchange(gradients[other].parts[part][i], 0.0F);
    adam.update(parameters_[part], 0, sum.parts[part], epsilon, largest_hidden);
  }
}

void NetworkFit::epoch(std::size_t count, const SampleOf& sample_of) {
  const auto order = shuffled(count, mix(settings_.seed) + static_cast<std::uint64_t>(epochs_) + 1);
  std::vector<Gradient> gradients(workers_.size());
  for (Gradient& gradient : gradients) {
    for (const Parameters& part : parameters_) gradient.parts.emplace_back(part.value.size());
    gradient.is_touched[rows].resize(settings_.shape.rows);
    gradient.is_touched[factors].resize(settings_.factor_count);
  }
  const std::size_t batches = (count + settings_.batch - 1) / settings_.batch;
  for (std::size_t from = 0; from < count; from += settings_.batch) {
    const std::size_t size = std::min(settings_.batch, count - from);
    workers_.run([&](std::size_t worker) {
      Forward pass;
      for (std::size_t i = worker; i < size; i += workers_.size()) {
        const NetworkSample sample = sample_of(order[from + i]);
        forward(sample, pass);
        backward(pass, (pass.expected - sample.target) / static_cast<float>(size), gradients[worker]);
      }
    });
    step(gradients, batches * static_cast<std::size_t>(settings_.epochs));
  }
  ++epochs_;
}

double NetworkFit::loss(std::size_t count, const SampleOf& sample_of) const {
  double sum = 0;
  Forward pass;
  for (std::size_t i = 0; i < count; ++i) {
    const NetworkSample sample = sample_of(i);
    forward(sample, pass);
    sum += cross_entropy(static_cast<double>(sample.target), static_cast<double>(pass.expected));
  }
  return sum / static_cast<double>(std::max<std::size_t>(count, 1));
}

network::Weights NetworkFit::quantised() const {
  using network::Weights;
  const auto whole = [&]<class Number>(std::vector<Number>& to, const std::vector<float>& from, double unit) {
    for (const float number : from) to.push_back(static_cast<Number>(std::lround(static_cast<double>(number) * unit)));
  };
  const std::size_t width = settings_.shape.width;
  std::vector<float> whole_rows = parameters_[rows].value;
  for (std::size_t row = 0; row < settings_.shape.rows; ++row)
    for (const std::uint32_t factor : factors_of(row))
      for (std::size_t i = 0; i < width; ++i)
        whole_rows[row * width + i] += parameters_[factors].value[factor * width + i];
  for (float& number : whole_rows) number = std::clamp(number, -largest_row, largest_row);

  Weights weights;
  weights.shape = settings_.shape;
  whole(weights.rows, whole_rows, Weights::view_unit);
  whole(weights.bias, parameters_[bias].value, Weights::view_unit);
  whole(weights.hidden, parameters_[hidden].value, Weights::unit);
  whole(weights.hidden_bias, parameters_[hidden_bias].value, Weights::unit * Weights::view_unit);
  whole(weights.output, parameters_[output].value, settings_.scale * Weights::output_unit);
  whole(weights.output_bias, parameters_[output_bias].value, settings_.scale * Weights::unit * Weights::output_unit);
  return weights;
}

void NetworkFit::save(const std::filesystem::path& path, const std::string& name) const {
  std::vector<std::span<const std::byte>> parts{std::as_bytes(std::span(&steps_, 1)),
                                                std::as_bytes(std::span(&epochs_, 1))};
  for (const Parameters& part : parameters_)
    for (const auto* list : {&part.value, &part.mean, &part.variance}) parts.push_back(std::as_bytes(std::span(*list)));
  save_checkpoint(path, name, parts);
}

bool NetworkFit::load(const std::filesystem::path& path, const std::string& name) {
  std::vector<std::span<std::byte>> parts{std::as_writable_bytes(std::span(&steps_, 1)),
                                          std::as_writable_bytes(std::span(&epochs_, 1))};
  for (Parameters& part : parameters_)
    for (auto* list : {&part.value, &part.mean, &part.variance})
      parts.push_back(std::as_writable_bytes(std::span(*list)));
  return load_checkpoint(path, name, parts);
}

}  // namespace crownd::training
