#pragma once

#include "core/rules.hpp"
#include "search/control.hpp"
#include "search/turns.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>

namespace crownd::search {

/// What the specification's machine player found.
template <HasMachinePlayer R>
struct MinimaxResult {
  std::optional<typename R::Move> best;  ///< none where the game is over
  int cost = 0;                          ///< of the best move, in the game's own units; the first side likes it large
  int depth = 0;                         ///< plies that were looked ahead
  std::uint64_t nodes = 0;
  bool complete = false;  ///< false if it was stopped: then the best of the moves looked at, or the first of all
};

/// The machine player that a specification describes: minimax of a fixed depth over R's machine_moves and leaf_cost.
/// The first side takes the largest value, the second the smallest, of equals the first. A side without a move is worth
/// lost_cost, at the leaves too.
///
/// Branches that cannot change the choice are left out (alpha-beta). The choice stays that of plain minimax: a root
/// move is searched with the best value so far as one bound of its window and replaces the best only if it is strictly
/// better. Its value comes out exact if it is better, and otherwise as some value that is not better; so the same moves
/// replace the best as in plain minimax, in the same order. Equal moves never do.
template <HasMachinePlayer R>
class Minimax {
 public:
  /// `turns`: null for a search that shares its core with no others.
  explicit Minimax(Control& control, Turns* turns = nullptr) : control_(control), look_(turns, control) {}

  /// More plies than anybody can wait for, and few enough for the stack.
  static constexpr int max_depth = 100;

  /// Looks `depth` plies ahead, from 1 to max_depth (else the nearest of these). Blocks until done or stopped.
  MinimaxResult<R> choose(const typename R::Position& position, int depth) {
    depth = std::clamp(depth, 1, max_depth);
    nodes_ = 1;
    check_control();
    MinimaxResult<R> result;
    result.depth = depth;
    MovesOf<R> moves;
    R::machine_moves(position, moves);
    const Side side = R::side_to_move(position);
    result.cost = lost_cost(side);
    if (!moves.empty()) result.best = moves[0];
    Window window;
    bool found = false;
    for (const auto& move : moves) {
      const int cost = value(R::after(position, move), depth - 1, window);
      if (stopped_) break;
      if (found && !better(side, cost, result.cost)) continue;
      found = true;
      result.best = move;
      result.cost = cost;
      window.narrow(side, cost);
    }
    result.nodes = nodes_;
    result.complete = !stopped_;
    return result;
  }

  /// The worst for a side: what a node costs at which it is to move and cannot.
  [[nodiscard]] static constexpr int lost_cost(Side side) {
    return side == Side::first ? std::numeric_limits<int>::min() : std::numeric_limits<int>::max();
  }

 private:
  /// What the first and the second side have for certain elsewhere in the tree, if anything.
  struct Window {
    std::optional<int> at_least;
    std::optional<int> at_most;

    void narrow(Side side, int cost) {
      auto& bound = side == Side::first ? at_least : at_most;
      if (!bound || better(side, cost, *bound)) bound = cost;
    }
    [[nodiscard]] bool closed() const { return at_least && at_most && *at_least >= *at_most; }
  };

  [[nodiscard]] static bool better(Side side, int cost, int than) {
    return side == Side::first ? cost > than : cost < than;
  }

  int value(const typename R::Position& position, int depth, Window window) {
    if (++nodes_ % nodes_between_checks == 0) check_control();
    const Side side = R::side_to_move(position);
    if (depth == 0 && has_moves<R>(position)) return R::leaf_cost(position);
    int best = lost_cost(side);
    if (depth == 0) return best;
    MovesOf<R> moves;
    R::machine_moves(position, moves);
    for (const auto& move : moves) {
      const int cost = value(R::after(position, move), depth - 1, window);
      if (stopped_) return best;
      if (better(side, cost, best)) best = cost;
      window.narrow(side, best);
      if (window.closed()) return best;
    }
    return best;
  }

  void check_control() {
    look_(nodes_);
    stopped_ = control_.stopped();
  }

  static constexpr std::uint64_t nodes_between_checks = 4096;  // well below a millisecond

  const Control& control_;
  const Look look_;
  std::uint64_t nodes_ = 0;
  bool stopped_ = false;
};

}  // namespace crownd::search
