#pragma once

#include "core/bad_input.hpp"
#include "games/spanish/rules.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace crownd::spanish {

/// Why the squares, two or more in the order as written, are not a legal move. They may be off the
/// board: numbers outside 1..32 are explained, too.
[[nodiscard]] BadInput explain_illegal(const Position& position, const std::vector<int>& numbers);

/// `9x18`, or `one of 9x18, 12x19 and 3 more`: the canonical texts of at most `most` moves, for sentences.
[[nodiscard]] std::string named(const Position& position, const std::vector<Move>& moves, std::size_t most);

}  // namespace crownd::spanish
