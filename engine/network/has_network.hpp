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
///   network_inputs(p)   what the network sees of p; none where evaluate(p) does not ask it
///   network_shape       the size of the network
///   network_file()      the bytes of the file that is built into the program
///   unlearned(p)        the centipawns that evaluate(p) adds to what the network says
///   row_factors(row, l) appends to l the factors that a row is made of besides its own numbers, below factor_count.
///                       Only training knows them: what is learned of a man on a square then holds in all patterns with
///                       that man, also in those that it hardly ever sees
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
