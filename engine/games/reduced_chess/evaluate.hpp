#pragma once

#include "core/score.hpp"
#include "games/reduced_chess/position.hpp"
#include "games/reduced_chess/terms.hpp"
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
/// material, and a network (views.hpp). See network/abilities.hpp for the meaning of each name.
template <std::size_t Words>
struct Evaluation {
  [[nodiscard]] static Score evaluate(const Position<Words>& position);
  /// The named terms; they are computed without evaluate(), so that tests can hold one to the other.
  [[nodiscard]] static std::vector<std::pair<std::string, int>> evaluation_terms(const Position<Words>& position);

  static constexpr std::size_t feature_count = reduced_chess::feature_count;
  static constexpr int feature_unit = reduced_chess::feature_unit;
  static constexpr int weights_a_centipawn = reduced_chess::weights_a_centipawn;
  [[nodiscard]] static std::optional<int> features(const Position<Words>& position, std::vector<Feature>& list);
  /// From weights.bin; numbered as in terms.hpp.
  [[nodiscard]] static std::span<const std::int16_t> weights();

  /// The network adds to the learned terms with at most 18 rooks and bishops, where the terms see no clear advantage.
  static constexpr network::Shape network_shape{Views::row_count, 128, 32, 32, Views::bucket_count};
  [[nodiscard]] static std::optional<network::Inputs> network_inputs(const Position<Words>& position);
  /// weights.net.
  [[nodiscard]] static std::span<const std::uint8_t> network_file();
  [[nodiscard]] static int unlearned(const Position<Words>& position);
  static constexpr std::size_t factor_count = Views::factor_count;
  static void row_factors(std::size_t row, std::vector<std::uint32_t>& list) { Views::factors(row, list); }
};

}  // namespace crownd::reduced_chess
