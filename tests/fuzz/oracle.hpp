#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace crownd::fuzz {

/// Whether `reported`, in any order, is the list of legal moves of a position text of the engine, according to the
/// naive generator of that game, or to the engine if it has none.
[[nodiscard]] bool are_legal_moves(std::string_view game, const std::string& position,
                                   std::vector<std::string> reported);

/// The position after a move; empty if the move is illegal.
[[nodiscard]] std::string position_after(std::string_view game, const std::string& position, const std::string& move);

/// Whether two texts are the same position: reduced chess may list its pieces in any order.
[[nodiscard]] bool same_position(std::string_view game, const std::string& one, const std::string& other);

}  // namespace crownd::fuzz
