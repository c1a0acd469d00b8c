#pragma once

#include "core/move_list.hpp"
#include "core/rules.hpp"
#include "core/score.hpp"

#include <array>
#include <concepts>
#include <cstdint>

// What the search can use of a game. A game that offers none of it still plays. Parameters of the search itself are in
// search/tuning.hpp.

namespace crownd {

/// noisy_moves(p, l): the legal moves that quiescence must search before it can trust the evaluation: captures, and
/// moves that win at once. `must_capture`: captures are mandatory, so where there is a noisy move, nothing else is
/// legal, and the side to move may not stand pat.
template <class R>
concept HasNoisyMoves = requires(const typename R::Position p, MoveList<typename R::Move, R::max_moves> list) {
  { R::noisy_moves(p, list) } -> std::same_as<void>;
  { R::must_capture } -> std::convertible_to<bool>;
};

/// order_hint(p, m): what a noisy move wins, in centipawns, for move ordering: below 0 for losing captures, 0 for quiet
/// moves, that is for those that neither capture nor promote. Without it the noisy moves come first in any order.
template <class R>
concept HasOrderHint = requires(const typename R::Position p, const typename R::Move m) {
  { R::order_hint(p, m) } -> std::same_as<int>;
};

/// exchange_gain(p, m): static exchange evaluation (SEE): what m wins by captures on its target square, in centipawns;
/// below 0: loses.
template <class R>
concept HasExchanges = requires(const typename R::Position p, const typename R::Move m) {
  { R::exchange_gain(p, m) } -> std::same_as<int>;
};

/// in_check(p): the side to move is in check; may_give_check(p, m): fast; false only if m certainly gives no check.
template <class R>
concept HasCheck = requires(const typename R::Position p, const typename R::Move m) {
  { R::in_check(p) } -> std::same_as<bool>;
  { R::may_give_check(p, m) } -> std::same_as<bool>;
};

/// Whether the move gives check.
template <class R>
[[nodiscard]] bool gives_check([[maybe_unused]] const typename R::Position& position,
                               [[maybe_unused]] const typename R::Move& move) {
  if constexpr (HasCheck<R>) return R::may_give_check(position, move) && R::in_check(R::after(position, move));
  return false;
}

/// is_threatened(p): the opponent would have a noisy move if it were to move. Quiescence then does not trust the
/// evaluation, although p itself has no noisy moves.
template <class R>
concept HasThreats = requires(const typename R::Position p) {
  { R::is_threatened(p) } -> std::same_as<bool>;
};

/// is_technical(p): an ending such as mate with a rook, where one side has nothing left to lose and the other must find
/// moves that the evaluation says little about: no moves are pruned there.
template <class R>
concept HasTechnicalEndings = requires(const typename R::Position p) {
  { R::is_technical(p) } -> std::same_as<bool>;
};

/// null_move(p): p with the other side to move, for null-move pruning; may_pass(p): null-move pruning is sound here
/// (zugzwang is unlikely).
template <class R>
concept HasNullMove = requires(const typename R::Position p) {
  { R::null_move(p) } -> std::same_as<typename R::Position>;
  { R::may_pass(p) } -> std::same_as<bool>;
};

/// has_moves(p): whether there is any legal move, faster than legal_moves.
template <class R>
concept HasQuickMoveTest = requires(const typename R::Position p) {
  { R::has_moves(p) } -> std::same_as<bool>;
};

template <Rules R>
[[nodiscard]] bool has_moves(const typename R::Position& position) {
  if constexpr (HasQuickMoveTest<R>)
    return R::has_moves(position);
  else
    return !legal_moves<R>(position).empty();
}

/// count_moves(p): the number of legal moves, faster than legal_moves. Used by perft only.
template <class R>
concept HasQuickCount = requires(const typename R::Position p) {
  { R::count_moves(p) } -> std::same_as<std::uint64_t>;
};

/// solve(p): the exact score of any position, in closed form. Such a game is solved, not searched.
template <class R>
concept HasSolution = requires(const typename R::Position p) {
  { R::solve(p) } -> std::same_as<Score>;
};

/// machine_moves(p, l): the legal moves in the order in which the specification's machine player searches them;
/// leaf_cost(p): the value of a leaf for that player, which the first side maximises. See search/minimax.hpp.
template <class R>
concept HasMachinePlayer = requires(const typename R::Position p, MoveList<typename R::Move, R::max_moves> list) {
  { R::machine_moves(p, list) } -> std::same_as<void>;
  { R::leaf_cost(p) } -> std::same_as<int>;
};

/// A level of play, in numbers that depend neither on the clock nor on the machine.
struct StrengthStep {
  int node_budget;        ///< nodes searched for each move
  int blunder_rate;       ///< permille of the moves, its own and the opponent's, that it overlooks
  int careless_rate = 0;  ///< permille of the turns in which it plays the move that looks worst
};

/// The steps of UCI_Elo, weakest first. Each of the upper ten is to score 70 to 80 % against the one below; those below
/// 800 reach down to a player who loses to one that only looks for captures.
using StrengthScale = std::array<StrengthStep, 16>;

/// strength_scale(p): the steps of UCI_Elo on the board of p, as measured by scripts/prove levels. Without it a
/// common scale is used, whose steps are uneven.
template <class R>
concept HasStrengthScale = requires(const typename R::Position p) {
  { R::strength_scale(p) } -> std::same_as<const StrengthScale&>;
};

}  // namespace crownd
