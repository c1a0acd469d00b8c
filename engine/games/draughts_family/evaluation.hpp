#pragma once

#include "core/score.hpp"
#include "games/draughts_family/views.hpp"
#include "network/abilities.hpp"
#include "network/network.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace crownd::draughts_family {

/// The evaluation of a draughts game by its network (HasNetwork). `Model` is what the game has of its own:
///   network_file()  the network's file as it is embedded
///   fixed(view)     centipawns for the side to move that are not learned
///   drawish(view)   the divisor of the sum where the position is likely to be drawn, else 1
/// `Own`: inputs of its own, see Views.
/// The game's evaluate.cpp instantiates the functions, which evaluate.hpp defines.
template <class P, class Model, class Own = NoOwnInputs>
struct Evaluation {
  [[nodiscard]] static Score evaluate(const P& position);
  [[nodiscard]] static std::vector<std::pair<std::string, int>> evaluation_terms(const P& position);

  [[nodiscard]] static std::optional<network::Inputs> network_inputs(const P& position);
  static constexpr network::Shape network_shape = Views<Own>::shape;
  [[nodiscard]] static std::span<const std::uint8_t> network_file();
  [[nodiscard]] static int unlearned(const P& position);
  static constexpr std::size_t factor_count = Views<Own>::factor_count;
  static void row_factors(std::size_t row, std::vector<std::uint32_t>& list) { Views<Own>::factors(row, list); }
};

}  // namespace crownd::draughts_family
