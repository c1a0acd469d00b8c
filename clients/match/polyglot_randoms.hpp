#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace crownd::match {

// Zobrist keys of Polyglot's book format, from the description of the format, for the pieces that
// reduced chess has: entries 256 to 511 (bishops and rooks), 640 to 767 (kings) and 780 (White to move) of its 781.

inline constexpr std::size_t polyglot_squares = 64;
/// The pieces in the order of `polyglot_pieces`, as FEN letters.
inline constexpr std::string_view polyglot_letters = "bBrRkK";
/// For each piece 64 keys: a1, b1 to h8.
extern const std::array<std::uint64_t, 6 * polyglot_squares> polyglot_pieces;
inline constexpr std::uint64_t polyglot_white_to_move = 0xf8d626aaaf278509U;

}  // namespace crownd::match
