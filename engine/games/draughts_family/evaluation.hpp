#pragma once

#include "core/score.hpp"
#include "games/draughts_family/views.hpp"
#include "network/abilities.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace crownd::draughts_family {

/// The value of a feature that is present once, at full share, and the size of a weight that is worth one centipawn.
inline constexpr int feature_unit = 20;
inline constexpr int weights_a_centipawn = 4;

/// The evaluation of a draughts game: learned features (HasFeatures) and a network (HasNetwork). `Model` is what the
/// game has of its own, see learned.hpp; its evaluate.cpp instantiates the functions, which networked.hpp defines.
template <class P, class Model>
struct Evaluation {
  [[nodiscard]] static Score evaluate(const P& position);
  [[nodiscard]] static std::vector<std::pair<std::string, int>> evaluation_terms(const P& position);

  static std::optional<int> features(const P& position, std::vector<Feature>& list);
  static const std::size_t feature_count;
  static constexpr int feature_unit = draughts_family::feature_unit;
  static constexpr int weights_a_centipawn = draughts_family::weights_a_centipawn;
  [[nodiscard]] static std::span<const std::int16_t> weights();

  [[nodiscard]] static std::optional<network::Inputs> network_inputs(const P& position);
  static constexpr network::Shape network_shape = Views::shape;
  [[nodiscard]] static std::span<const std::uint8_t> network_file();
  [[nodiscard]] static int unlearned(const P& position);
  static constexpr std::size_t factor_count = Views::factor_count;
  static void row_factors(std::size_t row, std::vector<std::uint32_t>& list) { Views::factors(row, list); }
};

}  // namespace crownd::draughts_family
