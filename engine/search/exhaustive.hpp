#pragma once

#include "core/rules.hpp"
#include "search/control.hpp"

#include <algorithm>
#include <limits>

namespace crownd::search {

/// Counts the lines of `depth` plies, depth >= 1. The count is invalid once control.stopped(). `scheduler` may be null.
template <Rules R>
class Perft {
 public:
  explicit Perft(Control& control, Scheduler* scheduler = nullptr) : control_(control), yield_(scheduler, control) {}

  std::uint64_t count(const typename R::Position& position, int depth) {
    const std::uint64_t before = counted_;
    if (depth == 1) {
      counted_ += count_leaves(position);
    } else if constexpr (HasPositionList<R>) {
      const Side side = R::side_to_move(position);
      typename R::PositionList last(depth % 2 != 0 ? side : opponent(side));
      visit(position, depth, last);
      counted_ += R::take_moves(last);
    } else {
      visit(position, depth);
    }
    return counted_ - before;
  }

 private:
  // A subtree of this depth takes well under a millisecond.
  static constexpr int poll_from_depth = R::max_moves > 1000 ? 2 : 3;

  void visit(const typename R::Position& position, int depth) {
    if (depth == 1) {
      counted_ += count_leaves(position);
      return;
    }
    if (depth >= poll_from_depth && poll()) return;
    for (const auto& move : legal_moves<R>(position)) visit(R::after(position, move), depth - 1);
  }

  /// Collects the positions before the last ply in `last`.
  template <class Position, class List>
  void visit(const Position& position, int depth, List& last) {
    if (depth == 2) {
      R::add_children(position, last);
      if (last.size() >= List::batch) counted_ += R::take_moves(last);
    } else if (!poll()) {
      List children(opponent(position.to_move));
      R::add_children(position, children);
      for (std::size_t i = 0; i < children.size(); ++i) visit(children[i], depth - 1, last);
    }
  }

  static std::uint64_t count_leaves(const typename R::Position& position) {
    if constexpr (HasQuickCount<R>)
      return R::count_moves(position);
    else
      return legal_moves<R>(position).size();
  }

  bool poll() {
    if (++polls_ % polls_per_check == 0) yield_(counted_);
    return control_.stopped();
  }
  static constexpr unsigned polls_per_check = 64;

  const Control& control_;
  const Yield yield_;
  std::uint64_t counted_ = 0;
  unsigned polls_ = 0;
};

/// The result of the machine player.
template <HasMachinePlayer R>
struct MinimaxResult {
  std::optional<typename R::Move> best;  ///< none if the game is over
  int cost = 0;                          ///< of the best move, in the game's own units; the first side maximises it
  int depth = 0;                         ///< plies
  std::uint64_t nodes = 0;
  bool complete = false;  ///< false if stopped: the best move so far, or the first
};

/// The machine player of a specification: minimax of a fixed depth over R's machine_moves and leaf_cost. The first side
/// maximises, the second minimises; ties go to the earlier move. A finished game costs end_cost, at the leaves too.
/// Alpha-beta pruning does not change the choice, since a root move replaces the best only if it is strictly better.
template <HasMachinePlayer R>
class Minimax {
 public:
  /// `scheduler` may be null.
  explicit Minimax(Control& control, Scheduler* scheduler = nullptr) : control_(control), yield_(scheduler, control) {}

  /// Deeper than any practical search.
  static constexpr int max_depth = 100;

  /// Searches `depth` plies, clamped to 1 .. max_depth. Blocks until done or stopped.
  MinimaxResult<R> choose(const typename R::Position& position, int depth) {
    depth = std::clamp(depth, 1, max_depth);
    nodes_ = 1;
    check_control();
    MinimaxResult<R> result;
    result.depth = depth;
    MovesOf<R> moves;
    R::machine_moves(position, moves);
    const Side side = R::side_to_move(position);
    result.cost = moves.empty() ? end_cost(R::result(position)) : lost_cost(side);
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

  /// The cost of a lost game: the worst for that side.
  [[nodiscard]] static constexpr int lost_cost(Side side) {
    return side == Side::first ? std::numeric_limits<int>::min() : std::numeric_limits<int>::max();
  }
  /// The cost of a finished game.
  [[nodiscard]] static constexpr int end_cost(const Result& result) {
    return result.outcome == Outcome::win ? lost_cost(opponent(result.winner)) : 0;
  }

 private:
  /// The alpha-beta window.
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
    if (depth == 0) return has_moves<R>(position) ? R::leaf_cost(position) : end_cost(R::result(position));
    MovesOf<R> moves;
    R::machine_moves(position, moves);
    if (moves.empty()) return end_cost(R::result(position));
    int best = lost_cost(side);
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
    yield_(nodes_);
    stopped_ = control_.stopped();
  }

  static constexpr std::uint64_t nodes_between_checks = 4096;  // well below a millisecond

  const Control& control_;
  const Yield yield_;
  std::uint64_t nodes_ = 0;
  bool stopped_ = false;
};

}  // namespace crownd::search
