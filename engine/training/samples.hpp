#pragma once

#include "core/rules.hpp"
#include "network/abilities.hpp"
#include "tables/abilities.hpp"
#include "training/chunk.hpp"
#include "training/fit.hpp"
#include "training/position_code.hpp"

#include <cstddef>
#include <cstdlib>
#include <vector>

namespace crownd::training {

/// One whole chunk out of this many is held out: positions of one game are too similar to be split.
inline constexpr std::size_t held_out_every = 16;
[[nodiscard]] constexpr bool is_held_out(std::size_t chunk, std::size_t chunk_count) {
  return chunk % held_out_every == held_out_every - 1 || chunk + 1 == chunk_count;
}

/// An ending. A shallow search finds no way to win many won endings, so the results of fast games would teach that they
/// are drawn. A game that does not count its pieces has no such endings.
template <Rules R>
[[nodiscard]] bool has_few_pieces([[maybe_unused]] const typename R::Position& position) {
  constexpr int few = 6;
  if constexpr (HasPieceCount<R>)
    return R::piece_count(position) <= few;
  else
    return false;
}

/// Only scores within this many centipawns are used by scale_of.
inline constexpr int not_far_apart = 200;

/// The scale at which scores of the engine that made the data predict results best, among scores not far apart:
/// with much more material a game is surely won, or surely drawn, and the margin no longer matters.
template <HasFeatures R>
[[nodiscard]] double scale_of(const std::vector<Chunk>& chunks) {
  std::vector<float> scores, outcomes;
  std::vector<Feature> features;
  for (const Chunk& chunk : chunks)
    for (const Sample& sample : chunk.samples) {
      features.clear();
      if (std::abs(sample.score) > not_far_apart || !R::features(decode<R>(sample.position), features)) continue;
      scores.push_back(sample.score);
      outcomes.push_back(static_cast<float>(sample.outcome + 1) / 2);
    }
  return fitting_scale(scores, outcomes);
}

/// The share of a target that is the game's result; the rest is the expectation from the search score.
struct ResultShare {
  double usual = 0.5;
  double ending = 0.5;  ///< with few pieces, where deeper search makes results more reliable
};

/// The target of a sample of that position: the expected result, from 0 to 1.
template <Rules R>
[[nodiscard]] float target_of(const Sample& sample, const typename R::Position& position,
                              const ResultShare& result_share, double scale) {
  const double share = has_few_pieces<R>(position) ? result_share.ending : result_share.usual;
  return static_cast<float>(share * (sample.outcome + 1) / 2 + (1 - share) * expectation(sample.score, scale));
}

/// Samples of a game whose evaluation is a sum of features.
template <HasFeatures R>
class FeatureSamples {
 public:
  /// Whether the evaluation scores the position by its weights; others are left out.
  bool add(const Sample& sample, const ResultShare& result_share, double scale) {
    const auto position = decode<R>(sample.position);
    features_.clear();
    if (!R::features(position, features_)) return false;
    positions_.push_back(position);
    targets_.push_back(target_of<R>(sample, position, result_share, scale));
    return true;
  }
  [[nodiscard]] std::size_t size() const { return positions_.size(); }
  /// Features are computed when they are needed: they take 50 times the memory of a position.
  void operator()(std::size_t i, FeatureSample& sample) const {
    sample.features.clear();
    sample.fixed = *R::features(positions_[i], sample.features);
    sample.target = targets_[i];
  }

 private:
  std::vector<Feature> features_;  ///< a buffer
  std::vector<typename R::Position> positions_;
  std::vector<float> targets_;
};

}  // namespace crownd::training
