#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace crownd::match {

/// What can be wrong with what an engine says of its search. None of it loses a game.
enum class PvFault : std::uint8_t {
  illegal_move,      ///< a pv holds a move that cannot be played there
  other_first_move,  ///< bestmove is not what the last pv begins with
  mate_length,       ///< a mate score with a pv of another length, or one that does not end the game
};

constexpr std::array<std::string_view, 3> pv_fault_words{"illegal-move", "other-first-move", "mate-length"};

/// Searches with each fault, in the order of the enumeration.
using PvFaults = std::array<int, pv_fault_words.size()>;

}  // namespace crownd::match
