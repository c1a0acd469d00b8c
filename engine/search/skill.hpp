#pragma once

#include "core/score.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace crownd::search {

/// The skill level that plays as well as the engine can.
inline constexpr int full_skill = 20;

/// Which of the best lines a weaker player takes: the weaker the level, the more a random bonus outweighs what the
/// scores say. `scores`: best first, not empty; `level`: 0 weakest to full_skill; `seed`: the same seed gives the same
/// choice. After the idea of Stockfish's option of the same name.
[[nodiscard]] std::size_t choose_weaker(const std::vector<Score>& scores, int level, std::uint64_t seed);

}  // namespace crownd::search
