#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace crownd::fuzz {

/// Whether `told`, in any order, are the legal moves of a position that the engine has written, by the second, naive
/// generator of that game.
[[nodiscard]] bool are_legal_moves(std::string_view game, const std::string& position, std::vector<std::string> told);

/// The position after a move; empty if the rules know no such move.
[[nodiscard]] std::string position_after(std::string_view game, const std::string& position, const std::string& move);

/// Whether two texts are the same position: reduced chess may name its pieces in any order.
[[nodiscard]] bool same_position(std::string_view game, const std::string& one, const std::string& other);

}  // namespace crownd::fuzz
