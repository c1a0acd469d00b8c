#pragma once

#include "core/rules.hpp"
#include "core/score.hpp"
#include "games/reduced_chess/position.hpp"
#include "games/reduced_chess/views.hpp"
#include "network/abilities.hpp"
#include "network/network.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace crownd::reduced_chess {

/// Static evaluation in centipawns for the side to move, for boards of all sizes: distances are measured to edges,
/// corners and kings, and counts of squares are scaled to an 8x8 board; what a term weighs depends on the size.
///
/// A draw by material (no rook, and all bishops on squares of one colour) is 0. Against a lone king it is the value of
/// a sure win, the material, and how far the king has been driven (drive.hpp). Otherwise it is learned: the terms of
/// terms.hpp, the patterns of patterns.hpp, a value for the two armies against each other, which covers drawish
/// material, and a network (views.hpp).
template <std::size_t Words>
[[nodiscard]] Score evaluate(const Position<Words>& position);

/// The named terms; their sum is evaluate(), without which they are computed, so that tests can hold one to the other.
template <std::size_t Words>
[[nodiscard]] std::vector<std::pair<std::string, int>> evaluation_terms(const Position<Words>& position);

/// The learned evaluation as features for training, see HasFeatures.
template <std::size_t Words>
[[nodiscard]] std::optional<int> evaluation_features(const Position<Words>& position, std::vector<Feature>& list);

/// What a network adds to the learned terms, see HasNetwork: on boards of 5x5 to 11x11 with at most 18 rooks
/// and bishops, where the terms see no clear advantage.
inline constexpr network::Shape network_shape{Views::row_count, 32, 16, Views::bucket_count};
template <std::size_t Words>
[[nodiscard]] std::optional<network::Inputs> network_inputs(const Position<Words>& position);
template <std::size_t Words>
[[nodiscard]] int evaluation_without_network(const Position<Words>& position);
/// weights.net.
[[nodiscard]] std::span<const std::uint8_t> network_file();

/// From weights.bin; numbered as in terms.hpp.
[[nodiscard]] std::span<const std::int16_t> evaluation_weights();

}  // namespace crownd::reduced_chess
