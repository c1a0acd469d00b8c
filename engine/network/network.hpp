#pragma once

#include "network/accumulate.hpp"
#include "network/inputs.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace crownd::network {

/// Sizes of a network.
struct Shape {
  std::size_t rows = 0;     ///< of the first layer: inputs of one side's view
  std::size_t width = 0;    ///< of the accumulator of one side's view, a multiple of `lanes`
  std::size_t first = 0;    ///< neurons of the first hidden layer, a multiple of Loops::layer_lanes
  std::size_t second = 0;   ///< neurons of the second hidden layer, the same
  std::size_t buckets = 0;  ///< sets of all that follows the accumulators, one for each stage of the game

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

  /// What 1 is: in rows and accumulators, in products and in the hidden layers and their weights, and in the output.
  static constexpr int view_unit = 64;
  static constexpr int unit = 256;
  static constexpr int output_unit = 64;
  static_assert(view_unit * view_unit >> Loops::product_shift == unit);

  friend bool operator==(const Weights&, const Weights&) = default;
};

/// A small quantised evaluation of two views of a board ("NNUE": Y. Nasu, "Efficiently updatable neural network based
/// evaluation functions for computer shogi", 2018): the accumulators of both views are sums of rows of the same first
/// layer. Rows stand for whole patterns, so that there are few to add up, and no accumulators are kept between
/// positions. Behind them, for each stage of the game,
/// - each number of an accumulator, clipped to 0 .. 1, is multiplied by the one half a width after it (products of
///   halves: Stockfish, 2022; in draughts DarkHorse);
/// - two small layers, whose neurons give the squares of their sums clipped to 0 .. 1, and one output.
///
/// A file, with little-endian numbers:
///
///     bytes   what
///     0-7     "crownnet"
///     8-11    version of the format, 3
///     12-31   rows, width, first, second, buckets
///     32-39   checksum of all other bytes
///     40-63   zero
///     64-     the arrays of Weights in their order, each zero-padded to a multiple of 64 bytes; first and second
///             as Loops::Layer wants them: [bucket][pair of inputs][neuron][input of the pair]
///
/// Independent of the game. Immutable, so any number of threads may share it.
class Network {
 public:
  /// Uses the bytes of a file in place: they must be aligned to 64 bytes and outlive the network. Throws BadInput
  /// if they are not a network of this shape; does not verify the checksum.
  Network(std::span<const std::uint8_t> file, const Shape& shape, const Loops& loops = usable_loops().front());

  /// Centipawns for the side to move.
  [[nodiscard]] int evaluate(const Inputs& inputs) const;

 private:
  Shape shape_;
  Loops loops_;
  const std::int8_t* rows_;
  const std::int16_t* bias_;
  const std::int16_t* first_;
  const std::int32_t* first_bias_;
  const std::int16_t* second_;
  const std::int32_t* second_bias_;
  const std::int32_t* output_;
  const std::int32_t* output_bias_;
};

/// A network that evaluates every position as 0.
[[nodiscard]] Weights blank(const Shape& shape);

/// The weights of a file. Throws BadInput if it is none of this version, or damaged.
[[nodiscard]] Weights weights_of(std::span<const std::uint8_t> file);

/// The bytes of a file with these weights, and whether the checksum of a file is right.
[[nodiscard]] std::vector<std::uint8_t> file_of(const Weights& weights);
[[nodiscard]] bool is_undamaged(std::span<const std::uint8_t> file);

}  // namespace crownd::network
