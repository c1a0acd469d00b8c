#pragma once

#include "core/rules.hpp"
#include "network/network.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace crownd::network {

/// A game whose evaluation is a network, see training/README.md.
///   network_inputs(p)   the inputs of the network for p; none where evaluate(p) does not use it
///   network_shape       the size of the network
///   network_file()      the bytes of the file that is embedded in the program
///   unlearned(p)        the centipawns that evaluate(p) adds to the network's output
///   row_factors(row, l) appends to l the virtual features (factors) of a row, below factor_count.
///                       Used in training only: what is learned about a man on a square is then shared by all patterns
///                       with that man, including rare ones
template <class R>
concept HasNetwork = requires(const typename R::Position p, std::size_t row, std::vector<std::uint32_t>& list) {
  { R::network_inputs(p) } -> std::same_as<std::optional<Inputs>>;
  { R::network_shape } -> std::convertible_to<Shape>;
  { R::network_file() } -> std::same_as<std::span<const std::uint8_t>>;
  { R::unlearned(p) } -> std::same_as<int>;
  { R::row_factors(row, list) } -> std::same_as<void>;
  { R::factor_count } -> std::convertible_to<std::size_t>;
};

}  // namespace crownd::network
