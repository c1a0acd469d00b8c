#pragma once

#include "games/reduced_chess/geometry.hpp"
#include "games/reduced_chess/position.hpp"
#include "games/reduced_chess/square_set.hpp"

#include <cstddef>
#include <cstdint>

namespace crownd::reduced_chess {

/// Constraints on the side to move so that its king is not left in check.
template <std::size_t Words>
struct Constraints {
  bool in_check = false;
  /// Where a rook or bishop may go: anywhere, or, in check, onto the checking piece or between it and the king;
  /// none in double check and next to the enemy king.
  SquareSet<Words> targets = SquareSet<Words>::everything();
  SquareSet<Words> pinned;  ///< own pieces that may only move along their line to the king
};

/// The enemy's rooks on the row or column of the king of the side to move, and its bishops on the diagonals.
template <std::size_t Words>
[[nodiscard]] inline SquareSet<Words> aligned_rooks(const Position<Words>& p) {
  const unsigned king = p.own_king();
  return p.enemy() & p.rooks & (row_through<Words>(king) | column_through<Words>(king));
}
template <std::size_t Words>
[[nodiscard]] inline SquareSet<Words> aligned_bishops(const Position<Words>& p) {
  const unsigned king = p.own_king();
  return p.enemy() & p.bishops & (rising_through<Words>(king) | falling_through<Words>(king));
}

template <std::size_t Words>
[[nodiscard]] inline bool kings_touch(const Position<Words>& p) {
  return geometry<Words>.king_steps[p.own_king()].has(p.enemy_king());
}

template <std::size_t Words>
[[nodiscard]] inline bool in_check(const Position<Words>& p) {
  if (kings_touch(p)) return true;
  const unsigned king = p.own_king();
  const auto rooks = aligned_rooks(p);
  if (!rooks.empty() && !(rook_sight<Words>(king, p.occupied()) & rooks).empty()) return true;
  const auto bishops = aligned_bishops(p);
  return !bishops.empty() && !(bishop_sight<Words>(king, p.occupied()) & bishops).empty();
}

/// Adds the checks and pins by enemy pieces of one kind. `sight(occupied)`: what that kind sees from the king's square.
template <std::size_t Words, class Sight>
inline void add_constraints(Constraints<Words>& constraints, const Position<Words>& p,
                            const SquareSet<Words>& candidates, Sight sight) {
  if (candidates.empty()) return;
  const unsigned king = p.own_king();
  const auto occupied = p.occupied();
  const auto seen = sight(occupied);
  (seen & candidates).for_each([&](unsigned checker) {
    constraints.in_check = true;
    constraints.targets &= between<Words>(king, checker) | SquareSet<Words>::of(checker);
  });
  const auto shields = seen & p.own();
  const auto behind = sight(occupied ^ shields) & candidates & ~seen;
  behind.for_each([&](unsigned pinner) { constraints.pinned |= between<Words>(king, pinner) & shields; });
}

template <std::size_t Words>
[[nodiscard]] inline Constraints<Words> constraints_of(const Position<Words>& p) {
  Constraints<Words> constraints;
  const unsigned king = p.own_king();
  if (kings_touch(p)) {
    constraints.in_check = true;
    constraints.targets = {};  // a king is never captured and leaves no square between
  }
  add_constraints(constraints, p, aligned_rooks(p),
                  [king](const SquareSet<Words>& occupied) { return rook_sight<Words>(king, occupied); });
  add_constraints(constraints, p, aligned_bishops(p),
                  [king](const SquareSet<Words>& occupied) { return bishop_sight<Words>(king, occupied); });
  return constraints;
}

/// Whether a rook on `square` sees, on an empty board, the king's square or one next to it.
template <std::size_t Words>
[[nodiscard]] inline bool rook_comes_near(unsigned square, unsigned king) {
  const unsigned rows = row_of<Words>(square) + 1 - row_of<Words>(king);
  const unsigned columns = column_of<Words>(square) + 1 - column_of<Words>(king);
  return rows <= 2 || columns <= 2;  // unsigned: a negative difference is a large number
}
/// The same for a bishop: one of its diagonals is at most two away from the king's.
template <std::size_t Words>
[[nodiscard]] inline bool bishop_comes_near(unsigned square, unsigned king) {
  const unsigned row = row_of<Words>(square), column = column_of<Words>(square);
  const unsigned king_row = row_of<Words>(king), king_column = column_of<Words>(king);
  return row + column + 2 - king_row - king_column <= 4 || row + king_column + 2 - king_row - column <= 4;
}

/// The squares among `wanted` that the king of the side to move can step to. Enemy attacks are computed without the
/// king on the board, since it cannot hide behind itself.
template <std::size_t Words>
[[nodiscard]] inline SquareSet<Words> king_targets(const Position<Words>& p, const SquareSet<Words>& wanted) {
  const unsigned king = p.own_king();
  auto targets = geometry<Words>.king_steps[king] & wanted & ~geometry<Words>.king_steps[p.enemy_king()];
  if (targets.empty()) return targets;
  auto occupied = p.occupied();
  occupied.remove(king);
  SquareSet<Words> danger;
  (p.enemy() & p.rooks).for_each([&](unsigned square) {
    if (Words == 1 || rook_comes_near<Words>(square, king)) danger |= rook_sight<Words>(square, occupied);
  });
  (p.enemy() & p.bishops).for_each([&](unsigned square) {
    if (Words == 1 || bishop_comes_near<Words>(square, king)) danger |= bishop_sight<Words>(square, occupied);
  });
  return targets & ~danger;
}

/// Calls visit(from, targets) for each piece of the side to move with its legal targets among `wanted` (maybe none),
/// until one call returns true. Rooks come first, then bishops, then the king.
template <std::size_t Words, class Visit>
inline void visit_moves(const Position<Words>& p, const SquareSet<Words>& wanted, Visit visit) {
  const auto constraints = constraints_of(p);
  const unsigned king = p.own_king();
  const auto allowed = wanted & constraints.targets;
  if (!allowed.empty()) {
    const auto occupied = p.occupied();
    const auto visit_slider = [&](unsigned from, const SquareSet<Words>& sight) {
      auto targets = sight & allowed;
      if (constraints.pinned.has(from)) targets &= line_through<Words>(king, from);
      return visit(from, targets);
    };
    if ((p.own() & p.rooks).any_of([&](unsigned from) {
          return visit_slider(from, rook_sight<Words>(from, occupied));
        }))
      return;
    if ((p.own() & p.bishops).any_of([&](unsigned from) {
          return visit_slider(from, bishop_sight<Words>(from, occupied));
        }))
      return;
  }
  visit(king, king_targets(p, wanted));
}

/// Target squares: on the board, not an own piece, and never the enemy king.
template <std::size_t Words>
[[nodiscard]] inline SquareSet<Words> open_squares(const Position<Words>& p) {
  auto open = geometry<Words>.boards[p.size] & ~p.own();
  open.remove(p.enemy_king());
  return open;
}

template <std::size_t Words, class List>
inline void list_moves(const Position<Words>& p, const SquareSet<Words>& wanted, List& list) {
  visit_moves(p, wanted, [&](unsigned from, const SquareSet<Words>& targets) {
    targets.for_each([&](unsigned to) {
      list.push_back({static_cast<std::uint16_t>(from), static_cast<std::uint16_t>(to)});
    });
    return false;
  });
}

template <std::size_t Words>
[[nodiscard]] inline std::uint64_t count_moves(const Position<Words>& p) {
  std::uint64_t count = 0;
  visit_moves(p, open_squares(p), [&](unsigned, const SquareSet<Words>& targets) {
    count += targets.size();
    return false;
  });
  return count;
}

template <std::size_t Words>
[[nodiscard]] inline bool has_moves(const Position<Words>& p) {
  bool found = false;
  visit_moves(p, open_squares(p), [&](unsigned, const SquareSet<Words>& targets) {
    found = !targets.empty();
    return found;
  });
  return found;
}

}  // namespace crownd::reduced_chess
