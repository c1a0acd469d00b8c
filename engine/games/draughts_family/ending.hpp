#pragma once

#include "core/rules.hpp"
#include "games/draughts_family/judge.hpp"
#include "games/draughts_family/slice.hpp"
#include "tables/abilities.hpp"

#include <cstdint>

namespace crownd::draughts_family {

enum class Kings : std::uint8_t { step, fly };

/// A slice with the moves of a game, as EndingOfTables describes it. R decides which moves are legal;
/// un-moves without captures are the same in all games: a man or king moves back.
template <class R, Kings kings>
class Ending : public Slice {
 public:
  /// The endings of spots where the game is over because the side to move has no pieces: it has lost, or won.
  static constexpr std::uint64_t lost = ~std::uint64_t{0};
  static constexpr std::uint64_t won = lost - 1;

  using Slice::Slice;
  using Game = R;

  /// Whether both sides have pieces; else there is no ending, even where the game goes on.
  template <class Position>
  [[nodiscard]] static bool covers(const Position& position) {
    const MoverView pieces = R::mover_view(position);
    return own_of(pieces) != 0 && enemies_of(pieces) != 0;
  }
  [[nodiscard]] static bool is_possible(int, std::uint64_t) { return true; }
  [[nodiscard]] Score end_without_moves(int to_move, std::uint64_t place) const {
    const auto position = *R::position_of(seen_by(to_move, pieces_at(place)));
    return final_score(R::result(position), R::side_to_move(position));
  }

  [[nodiscard]] bool is_sharp(int to_move, std::uint64_t place) const {
    const MoverView view = seen_by(to_move, pieces_at(place));
    const Bits men = view.own_men;
    const Bits leading = is_divided() ? men : men & row_bits(1);
    return leading != 0 || can_capture(view) || !R::has_moves(*R::position_of(view));
  }

  /// Whether all moves leave the ending because a capture is mandatory.
  [[nodiscard]] bool is_closed(int to_move, std::uint64_t place) const {
    return R::must_capture && can_capture(seen_by(to_move, pieces_at(place)));
  }

  template <class Inside, class Outside>
  bool for_each_move(int to_move, std::uint64_t place, Inside inside, Outside outside) const {
    const auto position = *R::position_of(seen_by(to_move, pieces_at(place)));
    for (const auto& move : legal_moves<R>(position)) {
      const auto after = R::after(position, move);
      const MoverView next = R::mover_view(after);
      const MoverView view = seen_by(1 - to_move, next);
      if (is_inside(view)) {
        if (!inside(place_of(view))) return false;
      } else if (!outside(own_of(next) == 0 ? spot_of_end(after) : spot_outside(next))) {
        return false;
      }
    }
    return true;
  }

  template <class Visit>
  void for_each_predecessor(int to_move, std::uint64_t place, Visit visit) const {
    const MoverView now = pieces_at(place);
    const bool first_moved = to_move == 1;
    const Bits empty = ~pieces_of(now);
    MoverView before = now;
    Bits& men = first_moved ? before.own_men : before.enemy_men;
    const Bits men_now = men;
    for (Bits left = men_now; left != 0; left &= left - 1) {
      const Bits man = left & (0 - left);
      const Bits origins = first_moved ? step<Direction::down_left>(man) | step<Direction::down_right>(man)
                                       : step<Direction::up_left>(man) | step<Direction::up_right>(man);
      for (Bits from = origins & empty; from != 0; from &= from - 1) {
        men = (men_now ^ man) | (from & (0 - from));
        if (!is_divided() || has(before)) visit(place_of(before));
      }
    }
    men = men_now;
    Bits& crowned = first_moved ? before.own_kings : before.enemy_kings;
    const Bits kings_now = crowned;
    for (Bits left = kings_now; left != 0; left &= left - 1) {
      const Bits king = left & (0 - left);
      for (Bits from = king_moves(king, empty); from != 0; from &= from - 1) {
        crowned = (kings_now ^ king) | (from & (0 - from));
        visit(place_of_kings(place, before));
      }
    }
  }

 private:
  static MoverView seen_by(int army, const MoverView& pieces) { return army == 0 ? pieces : other_view(pieces); }

  /// For the side whose view it is.
  static bool can_capture(const MoverView& view) { return R::is_threatened(*R::position_of(other_view(view))); }

  template <Direction D>
  static Bits line(Bits king, Bits empty) {
    Bits squares = step<D>(king) & empty;
    if constexpr (kings == Kings::fly)
      for (Bits next = squares; next != 0; squares |= next) next = step<D>(next) & empty;
    return squares;
  }
  static Bits king_moves(Bits king, Bits empty) {
    return line<Direction::up_left>(king, empty) | line<Direction::up_right>(king, empty) |
           line<Direction::down_left>(king, empty) | line<Direction::down_right>(king, empty);
  }

  /// Of a successor position.
  [[nodiscard]] bool is_inside(const MoverView& view) const {
    if (count(own_of(view)) != troops(0).pieces() || count(enemies_of(view)) != troops(1).pieces()) return false;
    if (is_divided()) return has(view);
    return count(view.own_men) == troops(0).men && count(view.enemy_men) == troops(1).men;
  }
  template <class Position>
  [[nodiscard]] static TableSpot spot_of_end(const Position& position) {
    return {final_score(R::result(position), R::side_to_move(position)).is_win() ? won : lost, 0};
  }
  [[nodiscard]] TableSpot spot_outside(const MoverView& next) const {
    return piece_count(next) == pieces() ? spot_of(next, is_divided()) : spot_of(next);
  }
};

/// The endgame tables of a game: their values follow from its own result.
template <class Game, class P, Kings kings>
struct Endings {
  using Ending = draughts_family::Ending<Game, kings>;
  static constexpr int most_in_ending = most_table_pieces;
  [[nodiscard]] static TableSpot ending_spot(const P& position) {
    return Slice::spot_of(draughts_family::mover_view(position));
  }
};

}  // namespace crownd::draughts_family
