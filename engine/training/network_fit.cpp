#include "training/network_fit.hpp"

#include "core/random.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>

namespace crownd::training {
namespace {

using network::Weights;

constexpr float epsilon = 1e-8F;  ///< of Adam
constexpr double last_share_of_rate = 0.02;

// Ranges of the quantised weights, see network::Weights.
constexpr float max_row_value = static_cast<float>(INT8_MAX) / Weights::view_unit;
constexpr float max_layer_weight = 100;
/// The sum of a neuron of the first layer must fit 32 bits: its width times this.
constexpr float max_first_sum = 12800;

/// to += factor * from
void add(float* to, const float* from, float factor, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) to[i] += factor * from[i];
}

float dot(const float* a, const float* b, std::size_t count) {
  float sum = 0;
  for (std::size_t i = 0; i < count; ++i) sum += a[i] * b[i];
  return sum;
}

float clipped(float sum) { return std::clamp(sum, 0.0F, 1.0F); }

}  // namespace

/// The samples of a batch and the rows that they have.
struct NetworkFit::Batch {
  std::vector<NetworkSample> samples;
  std::vector<std::uint32_t> place_of;  ///< by row: its place among the gathered ones, or `nowhere`
  std::vector<std::uint32_t> gathered;  ///< by place: the row
  std::vector<float> values;            ///< by place, factors added

  static constexpr std::uint32_t nowhere = std::numeric_limits<std::uint32_t>::max();
};

/// The forward pass of one sample.
struct NetworkFit::Pass {
  std::vector<float> sums[2];   // accumulators of the mover and the opponent
  std::vector<float> products;  // of the mover, then of the opponent
  std::vector<float> first[2];  // clipped sums of the neurons, and their squares
  std::vector<float> second[2];
  float expected = 0;
};

/// Buffers of one thread, and the gradient of its share of a batch.
struct NetworkFit::Worker {
  Pass pass;
  std::vector<float> of_products, of_first, of_sums;
  std::vector<float> rows;  ///< by place
  std::vector<std::vector<float>> parts;
};

NetworkFit::NetworkFit(NetworkFitSettings settings)
    : settings_(std::move(settings)), workers_(std::max(1U, settings_.threads)) {
  const auto& shape = settings_.shape;
  const std::size_t firsts = shape.buckets * shape.first, seconds = shape.buckets * shape.second;
  const std::size_t sizes[part_count] = {shape.rows * shape.width,
                                         settings_.factor_count * shape.width,
                                         shape.width,
                                         firsts * shape.width,
                                         firsts,
                                         seconds * shape.first,
                                         seconds,
                                         seconds,
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

std::span<const std::uint32_t> NetworkFit::factors_of(std::size_t row) const {
  const std::size_t begin = row == 0 ? 0 : factor_ends_[row - 1];
  return std::span(factor_list_).subspan(begin, factor_ends_[row] - begin);
}

void NetworkFit::add_up(std::size_t row, float* sum) const {
  const std::size_t width = settings_.shape.width;
  std::copy_n(parameters_[rows].value.data() + row * width, width, sum);
  for (const std::uint32_t factor : factors_of(row))
    add(sum, parameters_[factors].value.data() + factor * width, 1, width);
}

void NetworkFit::gather(Batch& batch) {
  for (const std::uint32_t row : batch.gathered) batch.place_of[row] = Batch::nowhere;
  batch.gathered.clear();
  for (const NetworkSample& sample : batch.samples)
    for (const network::Rows* side : {&sample.inputs.mover, &sample.inputs.opponent})
      for (const std::uint32_t row : side->all()) {
        if (batch.place_of[row] != Batch::nowhere) continue;
        batch.place_of[row] = static_cast<std::uint32_t>(batch.gathered.size());
        batch.gathered.push_back(row);
      }
  const std::size_t width = settings_.shape.width;
  batch.values.resize(batch.gathered.size() * width);
  workers_.run([&](std::size_t worker) {
    for (std::size_t i = worker; i < batch.gathered.size(); i += workers_.size())
      add_up(batch.gathered[i], batch.values.data() + i * width);
  });
}

void NetworkFit::forward(const NetworkSample& sample, const float* gathered, const std::uint32_t* place_of,
                         Pass& pass) const {
  const auto& shape = settings_.shape;
  const std::size_t bucket = sample.inputs.bucket, half = shape.width / 2;
  pass.products.resize(shape.width);
  for (auto* layer : {&pass.first[0], &pass.first[1]}) layer->resize(shape.first);
  for (auto* layer : {&pass.second[0], &pass.second[1]}) layer->resize(shape.second);

  for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
    std::vector<float>& sums = pass.sums[side];
    sums.assign(parameters_[bias].value.begin(), parameters_[bias].value.end());
    for (const std::uint32_t row : (side == 0 ? sample.inputs.mover : sample.inputs.opponent).all())
      add(sums.data(), gathered + place_of[row] * shape.width, 1, shape.width);
    float* products = pass.products.data() + side * half;
    for (std::size_t i = 0; i < half; ++i) products[i] = clipped(sums[i]) * clipped(sums[half + i]);
  }

  const auto layer = [&](Part weights, Part biases, const std::vector<float>& input, std::vector<float>* to) {
    const std::size_t neurons = to[0].size();
    const float* weight = parameters_[weights].value.data() + bucket * neurons * input.size();
    for (std::size_t j = 0; j < neurons; ++j, weight += input.size()) {
      to[0][j] = clipped(parameters_[biases].value[bucket * neurons + j] + dot(weight, input.data(), input.size()));
      to[1][j] = to[0][j] * to[0][j];
    }
  };
  layer(first, first_bias, pass.products, pass.first);
  layer(second, second_bias, pass.first[1], pass.second);
  const float result =
      parameters_[output_bias].value[bucket] + static_cast<float>(sample.handcrafted / settings_.scale) +
      dot(parameters_[output].value.data() + bucket * shape.second, pass.second[1].data(), shape.second);
  pass.expected = 1 / (1 + std::exp(-result));
}

void NetworkFit::backward(const NetworkSample& sample, const std::uint32_t* place_of, float slope,
                          Worker& worker) const {
  const auto& shape = settings_.shape;
  const Pass& pass = worker.pass;
  const std::size_t bucket = sample.inputs.bucket, half = shape.width / 2;
  worker.of_first.assign(shape.first, 0);
  worker.of_products.assign(shape.width, 0);
  worker.of_sums.resize(shape.width);
  worker.parts[output_bias][bucket] += slope;

  // The gradient before the squared clipped ReLU from the gradient after it; 0 where the activation is clipped.
  const auto before_activation = [](float gradient, float value) { return value < 1 ? gradient * 2 * value : 0.0F; };
  for (std::size_t j = 0; j < shape.second; ++j) {
    const std::size_t neuron = bucket * shape.second + j;
    worker.parts[output][neuron] += slope * pass.second[1][j];
    const float of_sum = before_activation(slope * parameters_[output].value[neuron], pass.second[0][j]);
    if (of_sum == 0) continue;
    worker.parts[second_bias][neuron] += of_sum;
    add(worker.of_first.data(), parameters_[second].value.data() + neuron * shape.first, of_sum, shape.first);
    add(worker.parts[second].data() + neuron * shape.first, pass.first[1].data(), of_sum, shape.first);
  }
  for (std::size_t j = 0; j < shape.first; ++j) {
    const std::size_t neuron = bucket * shape.first + j;
    const float of_sum = before_activation(worker.of_first[j], pass.first[0][j]);
    if (of_sum == 0) continue;
    worker.parts[first_bias][neuron] += of_sum;
    add(worker.of_products.data(), parameters_[first].value.data() + neuron * shape.width, of_sum, shape.width);
    add(worker.parts[first].data() + neuron * shape.width, pass.products.data(), of_sum, shape.width);
  }
  for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
    const float* sums = pass.sums[side].data();
    const float* of_product = worker.of_products.data() + side * half;
    float* of_sum = worker.of_sums.data();
    for (std::size_t i = 0; i < half; ++i) {
      const float one = sums[i], other = sums[half + i];
      of_sum[i] = one > 0 && one < 1 ? of_product[i] * clipped(other) : 0.0F;
      of_sum[half + i] = other > 0 && other < 1 ? of_product[i] * clipped(one) : 0.0F;
    }
    add(worker.parts[bias].data(), of_sum, 1, shape.width);
    for (const std::uint32_t row : (side == 0 ? sample.inputs.mover : sample.inputs.opponent).all())
      add(worker.rows.data() + place_of[row] * shape.width, of_sum, 1, shape.width);
  }
}

float NetworkFit::max_value(Part part) const {
  if (part == rows || part == factors) return max_row_value;
  return part == first ? max_first_sum / static_cast<float>(settings_.shape.width) : max_layer_weight;
}

void NetworkFit::step(Batch& batch, std::vector<Worker>& workers, std::size_t steps_in_all) {
  const double way = std::min(1.0, static_cast<double>(++steps_) / static_cast<double>(steps_in_all));
  const double share = last_share_of_rate + (1 - last_share_of_rate) * (1 + std::cos(std::numbers::pi * way)) / 2;
  const AdamStep adam(settings_.rate * share, steps_);
  const std::size_t width = settings_.shape.width;
  workers_.run([&](std::size_t number) {
    std::vector<float>& of_factors = workers[number].parts[factors];
    for (std::size_t i = number; i < batch.gathered.size(); i += workers_.size()) {
      float* sum = workers.front().rows.data() + i * width;
      for (std::size_t other = 1; other < workers.size(); ++other) {
        float* part = workers[other].rows.data() + i * width;
        add(sum, part, 1, width);
        std::fill_n(part, width, 0.0F);
      }
      const std::uint32_t row = batch.gathered[i];
      for (const std::uint32_t factor : factors_of(row)) add(of_factors.data() + factor * width, sum, 1, width);
      adam.update(parameters_[rows], row * width, {sum, width}, static_cast<float>(settings_.epsilon_of_rows),
                  max_value(rows));
    }
  });
  for (std::size_t part = factors; part < part_count; ++part) {
    std::vector<float>& sum = workers.front().parts[part];
    for (std::size_t other = 1; other < workers.size(); ++other)
      for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += std::exchange(workers[other].parts[part][i], 0.0F);
    adam.update(parameters_[part], 0, sum, epsilon, max_value(static_cast<Part>(part)));
  }
}

void NetworkFit::epoch(std::size_t count, const SampleOf& sample_of) {
  const auto order = shuffled(count, mix(settings_.seed) + static_cast<std::uint64_t>(epochs_) + 1);
  Batch batch;
  batch.place_of.assign(settings_.shape.rows, Batch::nowhere);
  std::vector<Worker> workers(workers_.size());
  for (Worker& worker : workers) {
    worker.parts.resize(part_count);
    for (std::size_t part = factors; part < part_count; ++part)
      worker.parts[part].resize(parameters_[part].value.size());
  }
  const std::size_t batches = (count + settings_.batch - 1) / settings_.batch;
  for (std::size_t from = 0; from < count; from += settings_.batch) {
    const std::size_t size = std::min(settings_.batch, count - from);
    batch.samples.resize(size);
    workers_.run([&](std::size_t worker) {
      for (std::size_t i = worker; i < size; i += workers_.size()) batch.samples[i] = sample_of(order[from + i]);
    });
    gather(batch);
    workers_.run([&](std::size_t number) {
      Worker& worker = workers[number];
      worker.rows.resize(batch.values.size());
      for (std::size_t i = number; i < size; i += workers_.size()) {
        const NetworkSample& sample = batch.samples[i];
        forward(sample, batch.values.data(), batch.place_of.data(), worker.pass);
        backward(sample, batch.place_of.data(), (worker.pass.expected - sample.target) / static_cast<float>(size),
                 worker);
      }
    });
    step(batch, workers, batches * static_cast<std::size_t>(settings_.epochs));
  }
  ++epochs_;
}

double NetworkFit::loss(std::size_t count, const SampleOf& sample_of) const {
  std::vector<float> whole(settings_.shape.rows * settings_.shape.width);
  std::vector<std::uint32_t> place_of(settings_.shape.rows);
  for (std::size_t row = 0; row < settings_.shape.rows; ++row) {
    add_up(row, whole.data() + row * settings_.shape.width);
    place_of[row] = static_cast<std::uint32_t>(row);
  }
  std::vector<double> sums(workers_.size());
  workers_.run([&](std::size_t worker) {
    Pass pass;
    for (std::size_t i = worker; i < count; i += workers_.size()) {
      const NetworkSample sample = sample_of(i);
      forward(sample, whole.data(), place_of.data(), pass);
      sums[worker] += cross_entropy(static_cast<double>(sample.target), static_cast<double>(pass.expected));
    }
  });
  double sum = 0;
  for (const double part : sums) sum += part;
  return sum / static_cast<double>(std::max<std::size_t>(count, 1));
}

// Start weights and results of a fit.

namespace {

/// Uniform random numbers from -spread to spread.
void scatter(std::span<float> numbers, double spread, Random& random) {
  constexpr std::uint64_t steps = 1 << 20;
  for (float& number : numbers)
    number = static_cast<float>(spread * (2 * static_cast<double>(random.below(steps)) / steps - 1));
}

}  // namespace

void NetworkFit::start_randomly() {
  const auto& shape = settings_.shape;
  Random random(mix(settings_.seed));
  // All buckets start with the same weights, so samples of different buckets agree on the first updates of the rows.
  const auto scatter_alike = [&](Part part, double spread) {
    auto& value = parameters_[part].value;
    const std::size_t size = value.size() / shape.buckets;
    scatter(std::span(value).first(size), spread, random);
    for (std::size_t i = size; i < value.size(); ++i) value[i] = value[i - size];
  };
  scatter_alike(first, std::sqrt(3.0 / static_cast<double>(shape.width)));
  scatter_alike(second, std::sqrt(3.0 / static_cast<double>(shape.first)));
  scatter_alike(output, 0.2);
  // Small enough that no neuron is beyond its clipping where the board is full.
  constexpr double row_spread = 0.12;
  const auto scatter_row = [&](std::vector<float>& value, std::size_t number) {
    scatter(std::span(value).subspan(number * shape.width, shape.width), row_spread, random);
  };
  for (std::size_t i = 0; i < settings_.factor_count; ++i) scatter_row(parameters_[factors].value, i);
  for (std::size_t row = 0; row < shape.rows; ++row)
    if (factors_of(row).empty()) scatter_row(parameters_[rows].value, row);
  std::fill(parameters_[bias].value.begin(), parameters_[bias].value.end(), 0.4F);
  std::fill(parameters_[first_bias].value.begin(), parameters_[first_bias].value.end(), 0.3F);
  std::fill(parameters_[second_bias].value.begin(), parameters_[second_bias].value.end(), 0.3F);
}

/// Calls visit(part, numbers, unit) for each list of quantised weights; `unit` is the integer for 1.0.
template <class AnyWeights, class Visit>
void NetworkFit::each_list(AnyWeights& weights, Visit visit) const {
  constexpr double unit = Weights::unit;
  visit(rows, weights.rows, Weights::view_unit);
  visit(bias, weights.bias, Weights::view_unit);
  visit(first, weights.first, unit);
  visit(first_bias, weights.first_bias, unit * unit);
  visit(second, weights.second, unit);
  visit(second_bias, weights.second_bias, unit * unit);
  visit(output, weights.output, settings_.scale * Weights::output_unit);
  visit(output_bias, weights.output_bias, settings_.scale * unit * Weights::output_unit);
}

/// The inverse of quantised(). Factors are part of the rows there, so they begin at 0.
void NetworkFit::start_from(const Weights& weights) {
  if (weights.shape != settings_.shape) throw std::invalid_argument("a network's fit starts from one of its own shape");
  each_list(weights, [&]<class Number>(Part part, const std::vector<Number>& numbers, double unit) {
    std::transform(numbers.begin(), numbers.end(), parameters_[part].value.begin(),
                   [&](Number number) { return static_cast<float>(number / unit); });
  });
}

Weights NetworkFit::quantised() const {
  const auto& shape = settings_.shape;
  std::vector<float> row_values(shape.rows * shape.width);
  for (std::size_t row = 0; row < shape.rows; ++row) add_up(row, row_values.data() + row * shape.width);
  Weights weights = network::blank(shape);
  each_list(weights, [&]<class Number>(Part part, std::vector<Number>& to, double unit) {
    const std::vector<float>& from = part == rows ? row_values : parameters_[part].value;
    std::transform(from.begin(), from.end(), to.begin(), [&](float number) {
      const double min = std::numeric_limits<Number>::min(), max = std::numeric_limits<Number>::max();
      return static_cast<Number>(std::lround(std::clamp(static_cast<double>(number) * unit, min, max)));
    });
  });
  return weights;
}

std::vector<std::span<std::byte>> NetworkFit::state() {
  std::vector<std::span<std::byte>> parts{std::as_writable_bytes(std::span(&steps_, 1)),
                                          std::as_writable_bytes(std::span(&epochs_, 1))};
  for (Parameters& part : parameters_)
    for (auto* list : {&part.value, &part.mean, &part.variance})
      parts.push_back(std::as_writable_bytes(std::span(*list)));
  return parts;
}

}  // namespace crownd::training
