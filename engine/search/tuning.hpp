#pragma once

#include "core/rules.hpp"

namespace crownd::search {

/// Search parameters. A game may define its own as `static constexpr search::Tuning tuning`. Scores are in centipawns,
/// depths in plies.
struct Tuning {
  /// Late move reductions, from this depth and this move (counted from 0) on. Hundredths of a ply:
  /// base + 100 * 100 * ln(depth) * ln(move number) / divisor, plus the next two numbers in a cut node and if the
  /// evaluation does not improve, minus 100 * history score / reduction_history.
  int reduce_from_depth = 3;
  int reduce_from_move = 3;
  int reduction_base = 0;
  int reduction_divisor = 220;
  int reduction_cut_node = 0;
  int reduction_not_improving = 0;
  int reduction_history = 0;
  /// The least depth that a reduction leaves.
  int reduced_depth = 1;
  /// From this depth on, a node without a hash move is searched a ply less deep. 0: never.
  int internal_reduction_depth = 0;
  /// Reverse futility: up to this depth an evaluation this much per ply above beta cuts off. 0: never.
  int reverse_futility_margin = 0;
  int reverse_futility_depth = 6;
  /// Futility: up to this depth quiet moves that leave the evaluation this much below alpha are not tried. 0: never.
  int futility_margin = 0;
  int futility_base = 0;
  int futility_depth = 6;
  /// Late move pruning: up to this depth, at most base + depth * depth quiet moves are tried. 0: never.
  int late_pruning_depth = 0;
  int late_pruning_base = 3;
  /// Up to depth 6, captures that lose more than this per ply are not tried. 0: never.
  int losing_capture_margin = 0;
  /// Up to depth 6, quiet moves are not tried if exchanges on their target lose more than this per ply; checks, more
  /// than the second number. 0: never.
  int losing_quiet_margin = 0;
  int losing_check_margin = 0;
  /// ProbCut: from this depth on, a search of `probcut_share` percent of the depth that stays this far above beta
  /// settles it. 0: never.
  int probcut_margin = 0;
  int probcut_depth = 5;
  int probcut_share = 40;
  /// Null move: reduced by base + depth / divisor plies, and by a ply for each margin above beta.
  int null_move_base = 2;
  int null_move_divisor = 4;
  int null_move_margin = 0;
  /// Aspiration window around the last iteration's score.
  int aspiration_window = 20;
  /// Quiescence: plies with all evasions of checks; captures that leave the evaluation this much below alpha are not
  /// tried (0: all are); plies with all moves of a threatened side.
  int check_plies_in_quiescence = 2;
  int delta_margin = 0;
  int threat_plies_in_quiescence = 0;
  /// The plies by which iterations deepen, as in Cake and DarkHorse. Search::step lists the searches
  /// that deepen by one in any case.
  int deepening_step = 1;
};

/// The default, found by matches in five games. Margins of a whole pawn per ply suit any evaluation.
inline constexpr Tuning default_tuning{.reduce_from_depth = 2,
                                       .reduce_from_move = 2,
                                       .reduction_base = 30,
                                       .reduction_divisor = 180,
                                       .reduction_history = 8000,
                                       .internal_reduction_depth = 4,
                                       .reverse_futility_margin = 100,
                                       .reverse_futility_depth = 4,
                                       .futility_margin = 100,
                                       .futility_base = 100,
                                       .futility_depth = 3,
                                       .late_pruning_depth = 3,
                                       .late_pruning_base = 8};

/// The parameters of the game, otherwise the default.
template <Rules R>
[[nodiscard]] constexpr const Tuning& tuning_of() {
  if constexpr (requires { R::tuning; })
    return R::tuning;
  else
    return default_tuning;
}

}  // namespace crownd::search
