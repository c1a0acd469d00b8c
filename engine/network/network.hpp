#pragma once

#include "network/accumulate.hpp"
#include "network/inputs.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace crownd::network {

/// Sizes of a network. Width and hidden are multiples of `lanes`, so that vectors leave no remainder.
struct Shape {
  std::size_t rows = 0;     ///< of the first layer: inputs of one side's view
  std::size_t width = 0;    ///< of the accumulator of one side's view
  std::size_t hidden = 0;   ///< neurons of the second layer
  std::size_t buckets = 0;  ///< sets of output layers, one for each stage of the game

  static constexpr std::size_t lanes = 16;

  friend bool operator==(const Shape&, const Shape&) = default;
};

/// The quantised parameters of a network, all integers, so that every machine gets the same results. Rows are bytes,
/// since nearly all of a file is rows.
struct Weights {
  Shape shape;
  std::vector<std::int8_t> rows;          ///< [row][width], view_unit
  std::vector<std::int16_t> bias;         ///< [width], view_unit
  std::vector<std::int16_t> hidden;       ///< [bucket][hidden][mover's width, then opponent's], unit
  std::vector<std::int32_t> hidden_bias;  ///< [bucket][hidden], unit * view_unit
  std::vector<std::int32_t> output;       ///< [bucket][hidden], centipawns * output_unit
  std::vector<std::int32_t> output_bias;  ///< [bucket], centipawns * unit * output_unit

  /// What 1 is: in rows and the activations of a view, in the hidden layer, in the output.
  static constexpr int view_unit = 64;
  static constexpr int unit = 256;
  static constexpr int output_unit = 64;

  friend bool operator==(const Weights&, const Weights&) = default;
};

/// A small quantised evaluation of two views of a board ("NNUE": Y. Nasu, "Efficiently updatable neural network based
/// evaluation functions for computer shogi", 2018): the accumulators of both views are sums of rows of the same first
/// layer; a clipped hidden layer and one output, chosen by the stage of the game, evaluate both. Rows stand for whole
/// patterns, so that there are few to add up, and no accumulators are kept between positions.
///
/// A file, with little-endian numbers:
///
///     bytes   what
///     0-7     "crownnet"
///     8-11    version of the format, 2
///     12-27   rows, width, hidden, buckets
///     28-31   zero
///     32-39   checksum of all other bytes
///     40-63   zero
///     64-     the arrays of Weights in their order, each zero-padded to a multiple of 64 bytes
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
  const std::int16_t* hidden_;
  const std::int32_t* hidden_bias_;
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
