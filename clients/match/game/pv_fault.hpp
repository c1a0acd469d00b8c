#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace crownd::match {

/// Possible faults in an engine's info lines. None of them loses a game.
enum class PvFault : std::uint8_t {
  illegal_move,      ///< a pv holds an illegal move
  other_first_move,  ///< bestmove is not the first move of the last pv
  mate_length,       ///< a mate score with a pv of the wrong length, or one that does not end the game
};

constexpr std::array<std::string_view, 3> pv_fault_words{"illegal-move", "other-first-move", "mate-length"};

/// Number of searches with each fault, in the order of the enumeration.
using PvFaults = std::array<int, pv_fault_words.size()>;

}  // namespace crownd::match
