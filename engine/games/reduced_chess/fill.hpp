#pragma once

#include "games/reduced_chess/geometry.hpp"
#include "games/reduced_chess/square_set.hpp"

#include <cstddef>
#include <cstdint>

namespace crownd::reduced_chess {

/// The set with every square's number raised by `By`, which may be negative; what leaves the set is lost.
template <int By, std::size_t Words>
[[nodiscard]] inline SquareSet<Words> shifted(const SquareSet<Words>& set) {
  constexpr auto distance = static_cast<std::size_t>(By < 0 ? -By : By);
  constexpr std::size_t whole = distance / 64, bits = distance % 64;
  SquareSet<Words> result;
  for (std::size_t i = whole; i < Words; ++i) {
    if constexpr (By >= 0) {
      result.words[i] = set.words[i - whole] << bits;
      if (bits != 0 && i > whole) result.words[i] |= set.words[i - whole - 1] >> (64 - bits) % 64;
    } else {
      result.words[i - whole] = set.words[i] >> bits;
      if (bits != 0 && i + 1 < Words) result.words[i - whole] |= set.words[i + 1] << (64 - bits) % 64;
    }
  }
  return result;
}

/// What all sliders of a set see in one direction, the first occupied square of each ray included; `Step` is the
/// difference of square numbers from one square to the next. No square is seen by two of them: the nearer one hides it
/// from the other. By doubling, in five rounds whatever the number of sliders (Chess Programming Wiki, "Kogge-Stone
/// Algorithm").
template <int Step, std::size_t Words>
[[nodiscard]] inline SquareSet<Words> seen_towards(const SquareSet<Words>& sliders, const SquareSet<Words>& occupied) {
  constexpr int side = static_cast<int>(stride<Words>);
  constexpr int columns = (Step % side + side + 1) % side - 1;  // to the right
  static_assert(side <= 1 + 1 + 2 + 4 + 8 + 16);
  SquareSet<Words> land = geometry<Words>.boards[stride<Words>];  // where a step may end: not beyond an edge
  if constexpr (columns > 0) land &= ~geometry<Words>.columns.front();
  if constexpr (columns < 0) land &= ~geometry<Words>.columns.back();
  SquareSet<Words> reached = sliders, open = land & ~occupied;
  const auto go = [&]<int Steps>() {
    reached |= open & shifted<Step * Steps>(reached);
    open &= shifted<Step * Steps>(open);
  };
  go.template operator()<1>();
  go.template operator()<2>();
  go.template operator()<4>();
  go.template operator()<8>();
  go.template operator()<16>();
  return shifted<Step>(reached) & land;
}

}  // namespace crownd::reduced_chess
