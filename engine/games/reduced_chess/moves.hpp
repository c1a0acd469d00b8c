#pragma once

#include "games/reduced_chess/position.hpp"

#include <algorithm>

namespace crownd::reduced_chess {

/// Constraints on moves, so that the own king is not left in check.
template <std::size_t Words>
struct Constraints {
  bool in_check = false;
  /// Where a rook or bishop may go: anywhere, or, in check, onto the checking piece or between it and the king;
  /// none in double check and next to the enemy king.
  SquareSet<Words> targets = SquareSet<Words>::everything();
  SquareSet<Words> pinned;  ///< own pieces that may only move along their line to the king
};

/// The enemy's rooks on the row or column of the own king, and its bishops on the diagonals.
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

/// The legal king moves among `wanted`. Enemy attacks are computed without the king, which cannot hide behind itself.
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

/// Calls visit(from, targets) for each own piece with its legal targets among `wanted`, maybe none, until one call
/// returns true. Rooks come first, then bishops, then the king.
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

/// The set with each square's number raised by `By`, which may be negative; squares beyond the ends are dropped.
template <int By, std::size_t Words>
[[nodiscard]] inline SquareSet<Words> shifted(const SquareSet<Words>& set) {
  constexpr auto distance = static_cast<std::size_t>(By < 0 ? -By : By);
  constexpr std::size_t whole = distance / 64, bits = distance % 64;
  SquareSet<Words> result;
  for (std::size_t i = whole; i < Words; ++i) {
    if constexpr (By >= 0) {
      result.words[i] = set.words[i - whole] << bits;
      if (bits != 0 && i > whole) result.words[i] |= set.words[i - whole - 1] >> (64 - bits) % 64;
    } else {
      result.words[i - whole] = set.words[i] >> bits;
      if (bits != 0 && i + 1 < Words) result.words[i - whole] |= set.words[i + 1] << (64 - bits) % 64;
    }
  }
  return result;
}

/// The squares that all sliders of a set attack in one direction, the first occupied square of each ray included;
/// `Step` is the difference of square numbers from one square to the next. No two see the same square. By doubling, in
/// five rounds whatever the number of sliders (Chess Programming Wiki, "Kogge-Stone Algorithm").
template <int Step, std::size_t Words>
[[nodiscard]] inline SquareSet<Words> seen_towards(const SquareSet<Words>& sliders, const SquareSet<Words>& occupied) {
  constexpr int side = static_cast<int>(stride<Words>);
  constexpr int columns = (Step % side + side + 1) % side - 1;  // to the right
  static_assert(side <= 1 + 1 + 2 + 4 + 8 + 16);
  SquareSet<Words> land = geometry<Words>.boards[stride<Words>];  // where a step may end: not beyond an edge
  if constexpr (columns > 0) land &= ~geometry<Words>.columns.front();
  if constexpr (columns < 0) land &= ~geometry<Words>.columns.back();
  SquareSet<Words> reached = sliders, open = land & ~occupied;
  const auto go = [&]<int Steps>() {
    reached |= open & shifted<Step * Steps>(reached);
    open &= shifted<Step * Steps>(open);
  };
  go.template operator()<1>();
  go.template operator()<2>();
  go.template operator()<4>();
  go.template operator()<8>();
  go.template operator()<16>();
  return shifted<Step>(reached) & land;
}

/// Piece values in centipawns, where 100 is a pawn of chess. A bishop sees half of the board at most.
inline constexpr int rook_value = 500;
inline constexpr int bishop_value = 300;

/// Static exchange evaluation: the gain of a move in centipawns if both sides keep capturing on its target with their
/// cheapest piece and may stop at any time; at most 0 for a quiet move. Pins are ignored. The method is the swap list
/// of chess programs (Chess Programming Wiki, "SEE - The Swap Algorithm").
template <std::size_t Words>
[[nodiscard]] int exchange_gain(const Position<Words>& p, Move move) {
  const unsigned target = move.to;
  const auto worth = [&](unsigned square) { return p.rooks.has(square) ? rook_value : bishop_value; };
  std::array<int, 40> gains{};  // eight directions with few pieces in each: captures beyond are ignored
  std::size_t depth = 0;
  gains[0] = p.enemy().has(target) ? worth(target) : 0;
  if (move.from == p.own_king()) return gains[0];  // the move is legal, so nothing guards the target
  int at_stake = worth(move.from);
  auto occupied = p.occupied();
  occupied.remove(move.from);
  for (Side side = opponent(p.side); depth + 1 < gains.size(); side = opponent(side)) {
    const auto& own = p.of(side);
    const auto bishops = bishop_sight<Words>(target, occupied) & p.bishops & own & occupied;
    const auto rooks = bishops.empty() ? rook_sight<Words>(target, occupied) & p.rooks & own & occupied : bishops;
    if (rooks.empty()) {
      const auto guards =
          ((bishop_sight<Words>(target, occupied) & p.bishops) | (rook_sight<Words>(target, occupied) & p.rooks)) &
          p.of(opponent(side)) & occupied;
      const auto& near = geometry<Words>.king_steps[target];
      if (near.has(p.king_of(side)) && !near.has(p.king_of(opponent(side))) && guards.empty()) {
        ++depth;
        gains[depth] = at_stake - gains[depth - 1];
      }
      break;
    }
    ++depth;
    gains[depth] = at_stake - gains[depth - 1];
    const unsigned capturer = rooks.lowest();
    at_stake = worth(capturer);
    occupied.remove(capturer);
  }
  for (; depth > 0; --depth) gains[depth - 1] = -std::max(-gains[depth - 1], gains[depth]);
  return gains[0];
}

}  // namespace crownd::reduced_chess
