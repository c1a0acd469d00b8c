#pragma once

#include "games/draughts_family/endings.hpp"
#include "search/tuning.hpp"

namespace crownd::draughts_family {

inline constexpr Reason no_pieces{"no-pieces", "LOSER has no pieces left"};
inline constexpr Reason no_moves{"no-moves", "LOSER has no moves left"};
inline constexpr std::array<const Reason*, 2> reasons{&no_pieces, &no_moves};

/// The result in a game R where a side without pieces has lost, and the side to move if it has no moves.
template <class R>
[[nodiscard]] Result result_of(const Position& position) {
  for (const Side side : {Side::first, Side::second})
    if (position.of(side) == 0) return Result::win(opponent(side), no_pieces);
  return R::has_moves(position) ? Result{} : Result::win(opponent(position.to_move), no_moves);
}

/// Rules common to all draughts games. A game adds the moves of its pieces and their notation. `P` is
/// draughts_family::Position, or derived and constructed from it.
template <class P>
struct SharedRules {
  using Position = P;

  [[nodiscard]] static P start() {
    return P(
        draughts_family::Position{{row_bits(5) | row_bits(6) | row_bits(7), row_bits(0) | row_bits(1) | row_bits(2)}});
  }
  [[nodiscard]] static Side side_to_move(const P& position) { return position.to_move; }
  [[nodiscard]] static P after(const P& position, const Move& move) { return draughts_family::after(position, move); }
  template <class Move>
  [[nodiscard]] static bool is_reversible(const P& position, const Move& move) {
    return !move.is_capture() && (position.kings & bit(move.from)) != 0;
  }

  [[nodiscard]] static int piece_count(const P& position) { return std::popcount(position.all()); }
  [[nodiscard]] static std::array<int, 4> piece_counts(const P& position) {
    return {std::popcount(position.men_of(Side::first)), std::popcount(position.kings_of(Side::first)),
            std::popcount(position.men_of(Side::second)), std::popcount(position.kings_of(Side::second))};
  }
  [[nodiscard]] static MoverView mover_view(const P& position) { return draughts_family::mover_view(position); }
  [[nodiscard]] static std::optional<P> position_of(const MoverView& view) {
    const auto position = draughts_family::position_of(view);
    return position ? std::optional<P>(*position) : std::nullopt;
  }
};

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
                                       .threat_plies_in_quiescence = 1,
                                       .deepening_step = 2};

/// Search parameters, evaluation and endgame tables of one game, which variants do not inherit.
/// `Evaluated`: the game's Evaluation.
template <class Game, class P, class Evaluated, Kings kings>
struct PlayingStrength : Evaluated, Endings<Game, P, kings> {
  static constexpr search::Tuning tuning = draughts_family::tuning;
};

}  // namespace crownd::draughts_family
