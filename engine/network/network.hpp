#pragma once

#include "core/rules.hpp"
#include "network/accumulate.hpp"

#include <optional>

namespace crownd::network {

/// The active rows of the first layer for one side's view of a position, by number.
class Rows {
 public:
  static constexpr std::size_t max_rows = 64;

  void add(std::size_t row) { rows_[count_++] = static_cast<std::uint32_t>(row); }
  [[nodiscard]] std::span<const std::uint32_t> all() const { return {rows_.data(), count_}; }

 private:
  std::array<std::uint32_t, max_rows> rows_;  // not initialised, to save time
  std::size_t count_ = 0;
};

/// The inputs of a network for one position.
struct Inputs {
  Rows mover;              ///< as the side to move sees the board
  Rows opponent;           ///< as the other side sees it
  std::size_t bucket = 0;  ///< selects the output layers: one bucket for each stage of the game
};

/// Sizes of a network.
struct Shape {
  std::size_t rows = 0;     ///< of the first layer: inputs of one side's view
  std::size_t width = 0;    ///< of the accumulator of one side's view, a multiple of `lanes`
  std::size_t first = 0;    ///< neurons of the first hidden layer, a multiple of Kernels::layer_lanes
  std::size_t second = 0;   ///< neurons of the second hidden layer, the same
  std::size_t buckets = 0;  ///< sets of the layers after the accumulators, one for each stage of the game

  static constexpr std::size_t lanes = 128;

  friend bool operator==(const Shape&, const Shape&) = default;
};

/// The quantised parameters of a network, all integers, so that every machine gets the same results.
struct Weights {
  Shape shape;
  std::vector<std::int8_t> rows;          ///< [row][width], view_unit
  std::vector<std::int16_t> bias;         ///< [width], view_unit
  std::vector<std::int16_t> first;        ///< [bucket][first][mover's products, then opponent's], unit
  std::vector<std::int32_t> first_bias;   ///< [bucket][first], unit * unit
  std::vector<std::int16_t> second;       ///< [bucket][second][first], unit
  std::vector<std::int32_t> second_bias;  ///< [bucket][second], unit * unit
  std::vector<std::int32_t> output;       ///< [bucket][second], centipawns * output_unit
  std::vector<std::int32_t> output_bias;  ///< [bucket], centipawns * unit * output_unit

  /// The integer for 1.0: in rows and accumulators; in products, hidden layers and their weights; in the output.
  static constexpr int view_unit = 64;
  static constexpr int unit = 256;
  static constexpr int output_unit = 64;
  static_assert(view_unit * view_unit >> Kernels::product_shift == unit);

  friend bool operator==(const Weights&, const Weights&) = default;
};

/// A small quantised evaluation of two views of a board ("NNUE": Y. Nasu, "Efficiently updatable neural network based
/// evaluation functions for computer shogi", 2018): the accumulators of both views are sums of rows of the same first
/// layer. Rows are whole patterns, so only few are added, and accumulators are not kept between
/// positions. The rest exists once for each stage of the game:
/// - each number of an accumulator, clipped to 0 .. 1, is multiplied by the one half a width after it (products of
///   halves: Stockfish, 2022; in draughts DarkHorse);
/// - two small layers, whose neurons give the squares of their sums clipped to 0 .. 1, and one output.
///
/// A file, with little-endian numbers:
///
///     bytes   content
///     0-7     "crownnet"
///     8-11    version of the format, 3
///     12-31   rows, width, first, second, buckets
///     32-39   checksum of all other bytes
///     40-63   zero
///     64-     the arrays of Weights in their order, each zero-padded to a multiple of 64 bytes; first and second
///             in the order of Kernels::Layer: [bucket][pair of inputs][neuron][input of the pair]
///
/// Independent of the game. Immutable, so any number of threads may share it.
class Network {
 public:
  /// The arrays of Weights, in the bytes of a file.
  struct Arrays {
    const std::int8_t* rows = nullptr;
    const std::int16_t* bias = nullptr;
    const std::int16_t* first = nullptr;
    const std::int32_t* first_bias = nullptr;
    const std::int16_t* second = nullptr;
    const std::int32_t* second_bias = nullptr;
    const std::int32_t* output = nullptr;
    const std::int32_t* output_bias = nullptr;
  };

  /// Uses the bytes of a file in place: they must be aligned to 64 bytes and outlive the network. Throws BadInput
  /// if they are not a network of this shape; does not verify the checksum.
  Network(std::span<const std::uint8_t> file, const Shape& shape, const Kernels& kernels = usable_kernels().front());

  /// Centipawns for the side to move.
  [[nodiscard]] int evaluate(const Inputs& inputs) const;

 private:
  Shape shape_;
  Kernels kernels_;
  Arrays arrays_;
};

/// A network that evaluates every position as 0.
[[nodiscard]] Weights blank(const Shape& shape);

/// The weights of a file. Throws BadInput if it is not of this version, or damaged.
[[nodiscard]] Weights weights_of(std::span<const std::uint8_t> file);

/// The bytes of a file with these weights.
[[nodiscard]] std::vector<std::uint8_t> file_of(const Weights& weights);

/// The weights of a linear evaluation, in the bytes of a file, with little-endian numbers:
///
///     bytes   content
///     0-7     "crownwts"
///     8-11    version of the format, 1
///     12-15   number of weights
///     16-23   checksum of all other bytes
///     24-63   zero
///     64-     the weights, 16 bits each, zero-padded to a multiple of 8 bytes
///
/// Throws BadInput if it is not a file of `count` weights; does not verify the checksum.
[[nodiscard]] std::span<const std::int16_t> linear_weights(std::span<const std::uint8_t> file, std::size_t count);

/// The bytes of a file with these weights.
[[nodiscard]] std::vector<std::uint8_t> linear_file(std::span<const std::int16_t> weights);

/// A checksum of the bytes, whose number is a multiple of 8, except the eight at `left_out`.
[[nodiscard]] std::uint64_t checksum(std::span<const std::uint8_t> file, std::size_t left_out = SIZE_MAX);

}  // namespace crownd::network

// Functions of a game with a learned evaluation, for programs that train it.

namespace crownd {

/// An input of a learned linear evaluation: the number of its weight, and its value.
struct Feature {
  std::uint32_t number;
  std::int32_t value;

  friend bool operator==(const Feature&, const Feature&) = default;
};

/// A learned linear evaluation. features(p, l) appends the features of p to l and returns the hand-written part of
/// evaluate(p) in centipawns; none if evaluate(p) does not use the weights, such as in a known ending. If it returns a
/// number,
///   evaluate(p) == that number + (sum of weights()[number] * value) / (weights_per_centipawn * feature_unit)
/// rounded in the game's own way, and clamped to the range of evaluations. If a network adds to it (HasNetwork), this
/// is handcrafted(p).
///   feature_count        all numbers of features are below it
///   feature_unit         the value of one feature at full share
///   weights_per_centipawn  a weight of this size is worth one centipawn
///   weights()            from weights.bin
template <class R>
concept HasFeatures = requires(const typename R::Position p, std::vector<Feature> list) {
  { R::features(p, list) } -> std::same_as<std::optional<int>>;
  { R::feature_count } -> std::convertible_to<std::size_t>;
  { R::feature_unit } -> std::convertible_to<int>;
  { R::weights_per_centipawn } -> std::convertible_to<int>;
  { R::weights() } -> std::same_as<std::span<const std::int16_t>>;
};

/// A learned evaluation with a network.
///   network_inputs(p)   the inputs of the network for p; none if evaluate(p) ignores or scales the network, which then
///   learns nothing from p. With inputs,
///                       evaluate(p) == handcrafted(p) + the output of the network
///   network_shape       the size of the network
///   network_file()      the bytes of the embedded file
///   handcrafted(p)        centipawns of other terms, exact values or hand-written ones
template <class R>
concept HasNetwork = requires(const typename R::Position p) {
  { R::network_inputs(p) } -> std::same_as<std::optional<network::Inputs>>;
  { R::network_shape } -> std::convertible_to<network::Shape>;
  { R::network_file() } -> std::same_as<std::span<const std::uint8_t>>;
  { R::handcrafted(p) } -> std::same_as<int>;
};

}  // namespace crownd
