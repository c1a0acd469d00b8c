#pragma once

#include "core/rules.hpp"
#include "training/chunk.hpp"
#include "training/fit.hpp"
#include "training/position_code.hpp"

#include <cstddef>
#include <cstdlib>
#include <vector>

namespace crownd::training {

/// What a fit needs of the data: the larger part to learn from, the rest, of other games, to test with.
struct Samples {
  Dataset learned;
  Dataset held_out;
  std::size_t left_out = 0;  ///< positions that the evaluation does not judge by its weights
};

/// A whole chunk out of so many is held out: positions of one game are too much alike to be divided.
inline constexpr std::size_t held_out_every = 16;
[[nodiscard]] constexpr bool is_held_out(std::size_t chunk, std::size_t chunk_count) {
  return chunk % held_out_every == held_out_every - 1 || chunk + 1 == chunk_count;
}

/// An ending. A search that is not deep finds no way to win what is won here, so the result of shallow play would tell
/// that it is drawn. A game that does not count its pieces has no such endings.
template <Rules R>
[[nodiscard]] bool has_few_pieces([[maybe_unused]] const typename R::Position& position) {
  constexpr int few = 6;
  if constexpr (requires { R::piece_count(position); })
    return R::piece_count(position) <= few;
  else
    return false;
}

/// Centipawns within which scores tell results, see scale_of.
inline constexpr int not_far_apart = 200;

/// The scale on which the scores of the engine that made the data tell results best, where they are not far apart: with
/// much more material a game is won for certain, or drawn for certain, and how much more tells nothing.
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

/// The part of a target that is the game's result; the rest is what the search expected.
struct ResultShare {
  double usual = 0.5;
  double ending = 0.5;  ///< with few pieces, where deeper play makes results more certain
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
