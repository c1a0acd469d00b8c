#pragma once

#include "games/draughts_family/position.hpp"
#include "games/reduced_chess/rules.hpp"

namespace crownd::training {

/// The virtual features (factors) of the rows of a network: all patterns with a man on a square, including rare ones,
/// share what they learn about that man.
struct Factors {
  std::size_t count = 0;
  /// Appends the factors of a row, below `count`.
  void (*add)(std::size_t row, std::vector<std::uint32_t>& list);
};

/// The squares of own and enemy men, each square in the first region that contains it.
[[nodiscard]] Factors draughts_factors();
/// Shared by boards of all sizes: distances from the edges, and unsigned distances between pieces.
[[nodiscard]] Factors reduced_chess_factors();

template <HasNetwork R>
[[nodiscard]] Factors factors_of() {
  if constexpr (draughts_family::HasMoverView<R>)
    return draughts_factors();
  else
    return reduced_chess_factors();
}

}  // namespace crownd::training
