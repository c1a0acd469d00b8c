#pragma once

#include <cstddef>

namespace crownd::match {

// How much of an engine's output is read and kept. Engines stay far below, unless they are broken or hostile.

/// The longest lines are those of UCI_Variant, with some kilobytes.
inline constexpr std::size_t longest_engine_line = std::size_t{64} << 10;
/// Of the answer to `uci`.
inline constexpr std::size_t longest_greeting = std::size_t{1} << 20;
/// Of a pv: searches are less than 256 plies deep.
inline constexpr std::size_t most_pv_moves = 512;
inline constexpr std::size_t longest_pv_move = 256;

}  // namespace crownd::match
