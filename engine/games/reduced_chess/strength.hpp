#pragma once

#include "search/abilities.hpp"

namespace crownd::reduced_chess {

/// The steps of UCI_Elo on boards of that size: measured on 8x8 for boards up to there, on 10x10 for larger ones.
[[nodiscard]] const StrengthScale& strength_scale_of(unsigned size);

}  // namespace crownd::reduced_chess
