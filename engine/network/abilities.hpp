#pragma once

#include "core/random.hpp"
#include "core/rules.hpp"
#include "network/network.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

// What a game whose evaluation is learned offers to the programs that teach it, see training/README.md.

namespace crownd {

/// An input of a learned linear evaluation: the number of its weight, and its value.
struct Feature {
  std::uint32_t number;
  std::int32_t value;

  friend bool operator==(const Feature&, const Feature&) = default;
};

/// A learned linear evaluation. features(p, l) appends the features of p to l and returns the part of evaluate(p) that
/// is not learned, in centipawns; none where evaluate(p) does not use the weights, such as in a known ending. Where it
/// returns a number,
///   evaluate(p) == that number + (sum of weights()[number] * value) / (weights_a_centipawn * feature_unit)
/// rounded in the game's own way, and clamped to the range of evaluations. Where a network adds to it (HasNetwork),
/// this is unlearned(p).
///   feature_count        all numbers of features are below it
///   feature_unit         the value of a feature that is present once, at full share
///   weights_a_centipawn  a weight of this size is worth one centipawn
///   weights()            from weights.bin
template <class R>
concept HasFeatures = requires(const typename R::Position p, std::vector<Feature> list) {
  { R::features(p, list) } -> std::same_as<std::optional<int>>;
  { R::feature_count } -> std::convertible_to<std::size_t>;
  { R::feature_unit } -> std::convertible_to<int>;
  { R::weights_a_centipawn } -> std::convertible_to<int>;
  { R::weights() } -> std::same_as<std::span<const std::int16_t>>;
};

/// A learned evaluation with a network.
///   network_inputs(p)   the inputs of the network for p; none where evaluate(p) does not use it, or makes less of it,
///                       so that it learns nothing from p. Where there are inputs,
///                       evaluate(p) == unlearned(p) + what the network says
///   network_shape       the size of the network
///   network_file()      the bytes of the file that is embedded in the program
///   unlearned(p)        centipawns of other terms, or of what is exact or set by hand
///   row_factors(row, l) appends to l the virtual features (factors) of a row, below factor_count.
///                       Used in training only: what is learned about a man on a square is then shared by all patterns
///                       with that man, including rare ones
template <class R>
concept HasNetwork = requires(const typename R::Position p, std::size_t row, std::vector<std::uint32_t>& list) {
  { R::network_inputs(p) } -> std::same_as<std::optional<network::Inputs>>;
  { R::network_shape } -> std::convertible_to<network::Shape>;
  { R::network_file() } -> std::same_as<std::span<const std::uint8_t>>;
  { R::unlearned(p) } -> std::same_as<int>;
  { R::row_factors(row, list) } -> std::same_as<void>;
  { R::factor_count } -> std::convertible_to<std::size_t>;
};

/// How crown-train plays training games of the engine against itself.
struct TrainingGames {
  int random_percent = 0;      ///< percentage of games that begin at a random_position; others near the start
  int most_unbalanced = 500;   ///< centipawns; games whose first position is more unbalanced are not played
  unsigned ending_effort = 1;  ///< factor for the nodes per move when few pieces are left
};

/// training_games: other numbers than the default ones.
template <class R>
concept HasTrainingGames = requires {
  { R::training_games } -> std::convertible_to<TrainingGames>;
};

/// random_position(r): pieces anywhere on the board, where training games may begin, so that endings are learned too;
/// nothing where that position would be illegal. training_games.random_percent says how often.
template <class R>
concept HasRandomPositions = HasTrainingGames<R> && requires(Random& random) {
  { R::random_position(random) } -> std::same_as<std::optional<typename R::Position>>;
};

/// ForTraining: the rules to train with, where a game has several types of rules for its boards.
template <class R>
concept HasRulesToTrain = Rules<typename R::ForTraining>;

}  // namespace crownd
