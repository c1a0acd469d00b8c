#pragma once

#include "network/network.hpp"
#include "training/fit.hpp"

namespace crownd::training {

struct NetworkFitSettings {
  network::Shape shape;
  std::size_t factor_count = 0;
  /// Appends the factors of a row, see Factors.
  std::function<void(std::size_t row, std::vector<std::uint32_t>& list)> factors;
  double scale = 50;    ///< centipawns that multiply the odds of winning by e
  double rate = 0.002;  ///< initial learning rate; decays along a half cosine to a fiftieth
  /// Adam's epsilon for rows: the larger, the smaller the updates of rarely seen rows. Right for millions of positions;
  /// 1e-3 is better for fewer than a million (EXPERIMENTS.md).
  double epsilon_of_rows = 1e-5;
  std::size_t batch = 8192;
  int epochs = 2;        ///< more gain nothing with 1 to 19 million positions (EXPERIMENTS.md)
  unsigned threads = 1;  ///< another number rounds sums differently
  std::uint64_t seed = 1;
  std::optional<network::Weights> start;  ///< the network to begin with, of this shape; none: random weights
};

/// A position as input of a network, and its target.
struct NetworkSample {
  network::Inputs inputs;
  int handcrafted = 0;  ///< centipawns
  float target = 0;     ///< the expected result, from 0 (lost) to 1 (won)
};

/// Samples by number. Must give the same at each call, and be thread-safe.
using SampleOf = std::function<NetworkSample(std::size_t)>;

/// Trains a network with Adam on the cross entropy between target and sigmoid(evaluation / scale).
///
/// A batch uses few rows, each many times. So the rows of a batch are gathered first, each with its factors added;
/// samples read and update these, and factors learn from the sum of their rows.
class NetworkFit {
 public:
  explicit NetworkFit(NetworkFitSettings settings);

  /// One pass through samples 0 .. `count` - 1 in random order.
  void epoch(std::size_t count, const SampleOf& sample_of);
  [[nodiscard]] int epochs() const { return epochs_; }
  /// The mean cross entropy, in nats.
  [[nodiscard]] double loss(std::size_t count, const SampleOf& sample_of) const;
  /// The network as it is now, quantised; factors are merged into their rows.
  [[nodiscard]] network::Weights quantised() const;

  /// The state for a checkpoint.
  [[nodiscard]] std::vector<std::span<std::byte>> state();

 private:
  /// The parts of a network, each a list of parameters.
  enum Part : std::size_t {
    rows,
    factors,
    bias,
    first,
    first_bias,
    second,
    second_bias,
    output,
    output_bias,
    part_count
  };

  struct Batch;
  struct Pass;
  struct Worker;

  void start_randomly();
  void start_from(const network::Weights& weights);
  template <class AnyWeights, class Visit>
  void each_list(AnyWeights& weights, Visit visit) const;
  /// Numbers the rows of the samples and adds their factors.
  void gather(Batch& batch);
  void forward(const NetworkSample& sample, const float* gathered, const std::uint32_t* place_of, Pass& pass) const;
  void backward(const NetworkSample& sample, const std::uint32_t* place_of, float slope, Worker& worker) const;
  void step(Batch& batch, std::vector<Worker>& workers, std::size_t steps_in_all);
  [[nodiscard]] std::span<const std::uint32_t> factors_of(std::size_t row) const;
  /// Writes the row with its factors added.
  void add_up(std::size_t row, float* sum) const;
  [[nodiscard]] float max_value(Part part) const;

  NetworkFitSettings settings_;
  mutable WorkerPool workers_;
  std::vector<Parameters> parameters_;      ///< by Part
  std::vector<std::uint32_t> factor_list_;  ///< of all rows
  std::vector<std::size_t> factor_ends_;
  std::uint64_t steps_ = 0;
  int epochs_ = 0;
};

}  // namespace crownd::training
