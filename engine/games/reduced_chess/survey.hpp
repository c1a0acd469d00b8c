#pragma once

#include "games/reduced_chess/fill.hpp"
#include "games/reduced_chess/geometry.hpp"
#include "games/reduced_chess/position.hpp"
#include "games/reduced_chess/square_set.hpp"

#include <array>
#include <cstddef>

namespace crownd::reduced_chess {

/// Activity of the pieces of one side, in unscaled counts of squares or pieces: the caller scales them to the board.
struct Activity {
  int rook_mobility = 0;    ///< squares that rooks see and own pieces do not stand on
  int bishop_mobility = 0;  ///< the same for bishops
  int ring_hits = 0;        ///< pairs of a rook or bishop and a square next to the enemy king that it sees
  int rook_checks = 0;      ///< squares from which a rook could give check next and that the enemy does not guard
  int bishop_checks = 0;    ///< the same for bishops
  int flights = 0;          ///< squares that the own king can step to
  int hanging = 0;          ///< rooks that bishops attack, and rooks and bishops that are attacked and not guarded
  int loose = 0;            ///< rooks and bishops that nothing guards
  int pins = 0;             ///< own rooks and bishops that look at the enemy king through one enemy piece
};

/// From this many pieces of a side on a wide board on, what they see is found for all at once.
inline constexpr unsigned crowd = 24;

/// Counts of what sliders of one kind see, and the squares that any of them sees.
template <std::size_t Words>
struct Seen {
  SquareSet<Words> squares;
  int mobility = 0;
  int ring_hits = 0;
};

/// In all directions of the kind, given as differences of square numbers.
template <int... Steps, std::size_t Words>
[[nodiscard]] inline Seen<Words> seen_by_all(const SquareSet<Words>& sliders, const SquareSet<Words>& occupied,
                                             const SquareSet<Words>& open, const SquareSet<Words>& ring) {
  Seen<Words> seen;
  const auto add = [&](const SquareSet<Words>& squares) {
    seen.mobility += static_cast<int>((squares & open).size());
    seen.ring_hits += static_cast<int>((squares & ring).size());
    seen.squares |= squares;
  };
  (add(seen_towards<Steps>(sliders, occupied)), ...);
  return seen;
}

/// The same one by one; `sight(square)`: what a slider of that kind sees from there.
template <std::size_t Words, class Sight>
[[nodiscard]] inline Seen<Words> seen_one_by_one(const SquareSet<Words>& sliders, const SquareSet<Words>& open,
                                                 const SquareSet<Words>& ring, Sight sight) {
  Seen<Words> seen;
  sliders.for_each([&](unsigned square) {
    const SquareSet<Words> squares = sight(square);
    seen.mobility += static_cast<int>((squares & open).size());
    seen.ring_hits += static_cast<int>((squares & ring).size());
    seen.squares |= squares;
  });
  return seen;
}

/// The activity of both sides, by index_of(Side). Each piece's and king's attacks are computed once.
template <std::size_t Words>
[[nodiscard]] inline std::array<Activity, 2> survey(const Position<Words>& p) {
  using Set = SquareSet<Words>;
  const Set occupied = p.occupied();
  const Set& board = geometry<Words>.boards[p.size];
  std::array<Activity, 2> both;
  std::array<Set, 2> rook_sights, bishop_sights, guarded;

  for (std::size_t side = 0; side < 2; ++side) {
    const Set& own = p.pieces[side];
    const Set open = board & ~own;
    const Set ring = geometry<Words>.king_steps[p.kings[1 - side]] & board;
    Activity& activity = both[side];
    const auto take = [&](const Seen<Words>& by_rooks, const Seen<Words>& by_bishops) {
      activity.rook_mobility = by_rooks.mobility;
      activity.bishop_mobility = by_bishops.mobility;
      activity.ring_hits = by_rooks.ring_hits + by_bishops.ring_hits;
      rook_sights[side] = by_rooks.squares;
      bishop_sights[side] = by_bishops.squares;
    };
    constexpr int row = static_cast<int>(stride<Words>);
    if (Words >= many_words && own.size() >= crowd)
      take(seen_by_all<1, -1, row, -row>(own & p.rooks, occupied, open, ring),
           seen_by_all<row + 1, row - 1, -row + 1, -row - 1>(own & p.bishops, occupied, open, ring));
    else
      take(
          seen_one_by_one(own & p.rooks, open, ring, [&](unsigned at) { return rook_sight<Words>(at, occupied); }),
          seen_one_by_one(own & p.bishops, open, ring, [&](unsigned at) { return bishop_sight<Words>(at, occupied); }));
    guarded[side] = rook_sights[side] | bishop_sights[side] | geometry<Words>.king_steps[p.kings[side]];
  }

  for (std::size_t side = 0; side < 2; ++side) {
    const std::size_t other = 1 - side;
    const Set& own = p.pieces[side];
    const Set own_rooks = own & p.rooks, own_bishops = own & p.bishops;
    const Set safe = board & ~own & ~guarded[other];
    const unsigned enemy_king = p.kings[other];
    Activity& activity = both[side];
    activity.flights = static_cast<int>((geometry<Words>.king_steps[p.kings[side]] & safe).size());
    activity.hanging = static_cast<int>(
        ((own_rooks & bishop_sights[other]) | ((own_rooks | own_bishops) & guarded[other] & ~guarded[side])).size());
    activity.loose = static_cast<int>(((own_rooks | own_bishops) & ~guarded[side]).size());
    if (!own_rooks.empty()) {
      const Set lines = rook_sight<Words>(enemy_king, occupied);
      activity.rook_checks = static_cast<int>((lines & rook_sights[side] & safe).size());
      const Set hidden = own_rooks & ~lines & (row_through<Words>(enemy_king) | column_through<Words>(enemy_king));
      if (!hidden.empty())
        activity.pins +=
            static_cast<int>((hidden & rook_sight<Words>(enemy_king, occupied ^ (lines & p.pieces[other]))).size());
    }
    if (!own_bishops.empty()) {
      const Set lines = bishop_sight<Words>(enemy_king, occupied);
      activity.bishop_checks = static_cast<int>((lines & bishop_sights[side] & safe).size());
      const Set hidden =
          own_bishops & ~lines & (rising_through<Words>(enemy_king) | falling_through<Words>(enemy_king));
      if (!hidden.empty())
        activity.pins +=
            static_cast<int>((hidden & bishop_sight<Words>(enemy_king, occupied ^ (lines & p.pieces[other]))).size());
    }
  }
  return both;
}

}  // namespace crownd::reduced_chess
