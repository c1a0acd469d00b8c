#pragma once

#include "core/bad_input.hpp"
#include "games/spanish/rules.hpp"

#include <vector>

namespace crownd::spanish {

/// Why the squares, one or more in the order as written, are not a legal move. They may be off the
/// board: numbers outside 1..32 are explained, too.
[[nodiscard]] BadInput explain_illegal(const Position& position, const std::vector<int>& numbers);

}  // namespace crownd::spanish
