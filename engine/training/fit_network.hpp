#pragma once

#include "core/rules.hpp"
#include "network/abilities.hpp"
#include "training/chunk.hpp"
#include "training/fit.hpp"
#include "training/network_fit.hpp"
#include "training/position_code.hpp"
#include "training/samples.hpp"

#include <cstddef>
#include <cstdlib>
#include <vector>

namespace crownd::training {

/// Samples of a game whose evaluation is a network.
template <HasNetwork R>
class NetworkSamples {
 public:
  void add(const Sample& sample, const ResultShare& result_share, double scale) {
    const auto position = decode<R>(sample.position);
    if (!R::network_inputs(position)) return;
    positions_.push_back(position);
    targets_.push_back(target_of<R>(sample, position, result_share, scale));
  }
  [[nodiscard]] std::size_t size() const { return positions_.size(); }
  /// Inputs are computed when they are needed: they take 20 times the memory of a position.
  [[nodiscard]] NetworkSample operator()(std::size_t i) const {
    return {*R::network_inputs(positions_[i]), R::unlearned(positions_[i]), targets_[i]};
  }

 private:
  std::vector<typename R::Position> positions_;
  std::vector<float> targets_;
};

/// The scale at which scores of the engine that made the data predict results best, see scale_of.
[[nodiscard]] inline double scale_of_scores(const std::vector<Chunk>& chunks) {
  std::vector<float> scores, outcomes;
  for (const Chunk& chunk : chunks)
    for (const Sample& sample : chunk.samples) {
      if (std::abs(sample.score) > not_far_apart) continue;
      scores.push_back(sample.score);
      outcomes.push_back(static_cast<float>(sample.outcome + 1) / 2);
    }
  return fitting_scale(scores, outcomes);
}

}  // namespace crownd::training
