#pragma once

#include "core/rules.hpp"
#include "training/chunk.hpp"
#include "training/fit.hpp"
#include "training/position_code.hpp"

#include <cstddef>
#include <cstdlib>
#include <vector>

namespace crownd::training {

/// The data of a fit, split by games: the larger part is the training set, the rest the test set.
struct Samples {
  Dataset learned;
  Dataset held_out;
  std::size_t left_out = 0;  ///< positions that the evaluation does not score by its weights
};

/// One whole chunk out of so many is held out: positions of one game are too similar to be split.
inline constexpr std::size_t held_out_every = 16;
[[nodiscard]] constexpr bool is_held_out(std::size_t chunk, std::size_t chunk_count) {
  return chunk % held_out_every == held_out_every - 1 || chunk + 1 == chunk_count;
}

/// An ending. A shallow search finds no way to win many won endings, so the results of fast games would teach that they
/// are drawn. A game that does not count its pieces has no such endings.
template <Rules R>
[[nodiscard]] bool has_few_pieces([[maybe_unused]] const typename R::Position& position) {
  constexpr int few = 6;
  if constexpr (requires { R::piece_count(position); })
    return R::piece_count(position) <= few;
  else
    return false;
}

/// Only scores within so many centipawns are used by scale_of.
inline constexpr int not_far_apart = 200;

/// The scale at which scores of the engine that made the data predict results best, among scores not far apart:
/// with much more material a game is surely won, or surely drawn, and the margin no longer matters.
template <Rules R>
requires HasFeatures<R>
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

template <Rules R>
requires HasFeatures<R>
[[nodiscard]] Samples make_samples(const std::vector<Chunk>& chunks, const ResultShare& result_share, double scale) {
  Samples samples;
  std::vector<Feature> features;
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    const bool held_out = is_held_out(i, chunks.size());
    for (const Sample& sample : chunks[i].samples) {
      features.clear();
      const auto position = decode<R>(sample.position);
      const auto fixed = R::features(position, features);
      if (!fixed) {
        ++samples.left_out;
        continue;
      }
      const double share = has_few_pieces<R>(position) ? result_share.ending : result_share.usual;
      const double target = share * (sample.outcome + 1) / 2 + (1 - share) * expectation(sample.score, scale);
      (held_out ? samples.held_out : samples.learned).add(features, *fixed, target);
    }
  }
  return samples;
}

}  // namespace crownd::training
