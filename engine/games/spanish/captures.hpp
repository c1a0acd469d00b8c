#pragma once

#include "core/move_list.hpp"
#include "games/spanish/position.hpp"

namespace crownd::spanish {

/// Appends the captures that the laws of quantity (rule 22) and quality (rule 23) allow: those that take most pieces,
/// and among these most kings. Each start, end and captured set once. `jumpers` are the
/// men that have a jump; kings with a jump are found here.
void append_captures(const Position& position, Bits jumpers, MoveList<Move, max_moves>& list);

}  // namespace crownd::spanish
