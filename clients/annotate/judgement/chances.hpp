#pragma once

#include "wire/reply.hpp"

#include <optional>

namespace crownd::annotate {

// Winning chances are the expected score in permille, from 0 (a loss) to 1000 (a win).

inline constexpr int certain = 1000;
inline constexpr int even = certain / 2;

/// The chance of the side that the score is for. `wdl` counts; without it the score is converted.
[[nodiscard]] int chance_of(const wire::Score& score, const std::optional<wire::WinDrawLoss>& wdl);
/// The same of a value from tables; none if it is unknown.
[[nodiscard]] std::optional<int> chance_of(const wire::Exact& exact);

/// From the other side's view.
[[nodiscard]] wire::Score reversed(wire::Score score);
[[nodiscard]] wire::WinDrawLoss reversed(wire::WinDrawLoss wdl);
[[nodiscard]] wire::Exact reversed(wire::Exact exact);

/// How accurate a move is that loses this much chance: 100 for none, half of it for each 160 permille more.
[[nodiscard]] double accuracy_of(int loss);

}  // namespace crownd::annotate
