#pragma once

#include <cstdint>

namespace crownd {

/// The two players, by who moves first from a game's start position. Each game has its own names for them.
enum class Side : std::uint8_t { first, second };

[[nodiscard]] constexpr Side opponent(Side side) { return side == Side::first ? Side::second : Side::first; }

/// 0 for the first side, 1 for the second: an index into arrays kept per side.
[[nodiscard]] constexpr int index_of(Side side) { return static_cast<int>(side); }

}  // namespace crownd
