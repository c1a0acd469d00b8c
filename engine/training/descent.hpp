#pragma once

#include <barrier>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <thread>
#include <vector>

namespace crownd::training {

// What the fits of a linear evaluation and of a network share: gradient descent in batches, on several threads.

/// Numbers to be learned, with what Adam remembers of each one's gradient.
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

  /// Changes the parameters from number `first` on by their gradient, which becomes 0, within -largest and largest.
  void update(Parameters& of, std::size_t first, std::span<float> gradient, float epsilon, float largest) const;

 private:
  float rate_;      ///< corrected for the bias of the mean
  float variance_;  ///< factor that corrects the bias of the variance
};

/// In nats. Both are expected results from 0 to 1; `expected` is kept from being too sure of itself.
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

}  // namespace crownd::training
