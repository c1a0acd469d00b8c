#pragma once

#include "book/form.hpp"

#include <cstdint>
#include <span>

namespace crownd::book {

/// Which of `moves`, best first, is played: null where there are none. With variety 0 it is the best; else one of those
/// whose score is at most `variety` centipawns below it, the more likely the more visits it has. `random` is any
/// number.
[[nodiscard]] const BookMove* choose(std::span<const BookMove> moves, int variety, std::uint64_t random);

}  // namespace crownd::book
