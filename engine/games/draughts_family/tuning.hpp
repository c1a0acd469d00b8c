#pragma once

#include "search/tuning.hpp"

namespace crownd::draughts_family {

/// Search parameters of the family. Tuned by matches in English draughts and confirmed by matches in the other games.
inline constexpr search::Tuning tuning{.reduce_from_depth = 2,
                                       .reduce_from_move = 2,
                                       .reduction_base = 50,
                                       .reduction_divisor = 110,
                                       .reduction_history = 6000,
                                       .internal_reduction_depth = 4,
                                       .reverse_futility_margin = 50,
                                       .reverse_futility_depth = 5,
                                       .futility_margin = 60,
                                       .futility_base = 40,
                                       .futility_depth = 4,
                                       .late_pruning_depth = 3,
                                       .late_pruning_base = 4,
                                       .probcut_margin = 35,
                                       .threat_plies_in_quiescence = 1};

}  // namespace crownd::draughts_family
