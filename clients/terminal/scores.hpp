#pragma once

#include "terminal/board.hpp"
#include "wire/reply_reader.hpp"

#include <cstddef>
#include <string>

namespace crownd::terminal {

/// "White is better by 0.4", "Black wins in 3 moves", "neither side is better": the engine's score for the
/// side with this index, in men or pawns.
[[nodiscard]] std::string verdict(const GameInfo& game, std::size_t side, const wire::Score& score);

}  // namespace crownd::terminal
