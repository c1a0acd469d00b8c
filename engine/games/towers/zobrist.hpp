#pragma once

#include "core/mix.hpp"
#include "games/draughts_family/board.hpp"

#include <array>
#include <cstdint>

namespace crownd::towers {

/// Part of a position's key if the second side is to move.
inline constexpr std::uint64_t second_to_move_key = mix(0x746f77657273);

/// Keys by side, then man or tower, then square.
inline constexpr auto piece_keys = [] {
  std::array<std::array<std::array<std::uint64_t, 32>, 2>, 2> keys{};
  std::uint64_t seed = second_to_move_key;
  for (auto& side : keys)
    for (auto& kind : side)
      for (auto& key : kind) key = mix(++seed);
  return keys;
}();

}  // namespace crownd::towers
