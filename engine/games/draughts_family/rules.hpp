#pragma once

#include "core/result.hpp"
#include "core/side.hpp"
#include "games/draughts_family/mover_view.hpp"
#include "games/draughts_family/position.hpp"

#include <array>
#include <bit>
#include <concepts>
#include <optional>

namespace crownd::draughts_family {

inline constexpr Reason no_pieces{"no-pieces", "LOSER has no pieces left"};
inline constexpr Reason no_moves{"no-moves", "LOSER has no moves left"};
inline constexpr std::array<const Reason*, 2> reasons{&no_pieces, &no_moves};

/// What the rules of all draughts games share: the twelve men of each side at the start, whose turn it is, and what may
/// be undone. A game adds how its pieces move and how moves are written. `P` is draughts_family::Position, or derives
/// from it and has a static of_pieces() that makes one of the pieces.
template <class P>
struct SharedRules {
  using Position = P;

  [[nodiscard]] static P start() {
    return completed({{row_bits(5) | row_bits(6) | row_bits(7), row_bits(0) | row_bits(1) | row_bits(2)}});
  }
  [[nodiscard]] static Side side_to_move(const P& position) { return position.to_move; }
  template <class Move>
  [[nodiscard]] static bool is_reversible(const P& position, const Move& move) {
    return !move.is_capture() && (position.kings & bit(move.from)) != 0;
  }

  [[nodiscard]] static int piece_count(const P& position) { return std::popcount(position.all()); }
  [[nodiscard]] static MoverView mover_view(const P& position) { return draughts_family::mover_view(position); }
  [[nodiscard]] static std::optional<P> position_of(const MoverView& view) {
    const auto position = draughts_family::position_of(view);
    return position ? std::optional<P>(completed(*position)) : std::nullopt;
  }

 protected:
  /// The game's own Position of these pieces.
  [[nodiscard]] static P completed(const draughts_family::Position& position) {
    if constexpr (std::same_as<P, draughts_family::Position>)
      return position;
    else
      return P::of_pieces(position);
  }
};

}  // namespace crownd::draughts_family
