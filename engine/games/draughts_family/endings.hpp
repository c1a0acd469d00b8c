#pragma once

#include "core/rules.hpp"
#include "games/draughts_family/evaluation.hpp"
#include "games/draughts_family/position.hpp"
#include "tables/value.hpp"

namespace crownd::draughts_family {

using tables::max_table_pieces;

/// Materials of at most this many pieces have one table each; larger ones are sliced by the leading men.
inline constexpr int max_undivided_pieces = 6;

/// The pieces of one army in a slice.
struct SideMaterial {
  int men = 0;
  int kings = 0;
  /// The row of the most advanced man, counted from 0, its home row; `any_row` if there is no man, or if the
  /// material is not sliced.
  int lead = any_row;

  static constexpr int any_row = -1;
  static constexpr int last_lead = 6;  ///< a man on the next row is crowned

  [[nodiscard]] constexpr int pieces() const { return men + kings; }
  [[nodiscard]] constexpr bool is_divided() const { return lead != any_row; }
  friend bool operator==(const SideMaterial&, const SideMaterial&) = default;
};

/// An endgame table of the draughts games: one material; above a certain number of pieces only the positions with the
/// leading men on certain rows. Either army may be to move. Every move leads to the same slice or to a smaller one:
/// captures to fewer pieces, crownings to fewer men, an advance of a leading man to a higher row.
///
/// The first army (0) is the one with more pieces, else more kings, else the more advanced one; if both are alike, the
/// one to move. Positions are numbered in its view, its men going up. Each placement without men on their last row is
/// one place, and there are no other places.
class Slice {
 public:
  explicit Slice(std::uint64_t code) : Slice(troops_of(code, 0), troops_of(code, 1)) {}
  Slice(const SideMaterial& first, const SideMaterial& second);

  /// The spot of a position with at most max_table_pieces pieces, in the view of the side to move, offset by
  /// `places()` if the second army is to move. Both sides must have pieces.
  [[nodiscard]] static TableIndex spot_of(const MoverView& pieces, bool divided);
  [[nodiscard]] static TableIndex spot_of(const MoverView& pieces) {
    return spot_of(pieces, piece_count(pieces) > max_undivided_pieces);
  }
  [[nodiscard]] static int piece_count(const MoverView& pieces);

  /// Unique among the tables of a game; never 0.
  [[nodiscard]] std::uint64_t code() const { return code_of(troops_[0], troops_[1]); }
  /// For file names: the men and kings of both armies, and the rows (1 to 7) of the leading men if it is sliced,
  /// "mmkvkk", "mmm5kvmm2k".
  [[nodiscard]] std::string name() const;

  [[nodiscard]] const SideMaterial& troops(int army) const { return troops_[static_cast<std::size_t>(army)]; }
  [[nodiscard]] int pieces() const { return troops_[0].pieces() + troops_[1].pieces(); }
  [[nodiscard]] bool is_divided() const { return troops_[0].is_divided() || troops_[1].is_divided(); }
  [[nodiscard]] bool is_symmetric() const { return troops_[0] == troops_[1]; }

  /// The number of places with a given army to move.
  [[nodiscard]] std::uint64_t places() const { return places_; }
  [[nodiscard]] std::uint64_t table_places() const { return is_symmetric() ? places_ : 2 * places_; }

  /// The place of a position of this slice as the first army sees it, with that army to move.
  [[nodiscard]] std::uint64_t place_of(const MoverView& pieces) const;
  [[nodiscard]] MoverView pieces_at(std::uint64_t place) const;
  /// The place of a position whose men are those of the position at `place`.
  [[nodiscard]] std::uint64_t place_of_kings(std::uint64_t place, const MoverView& pieces) const {
    return place - place % men_stride_ + number_of_kings(pieces);
  }
  /// Whether a position with the same number of pieces, as the first army sees it, belongs to this slice.
  [[nodiscard]] bool has(const MoverView& pieces) const;

  /// The codes of the tables that moves lead to, and perhaps of others with fewer pieces or men.
  [[nodiscard]] std::vector<std::uint64_t> smaller() const;

  [[nodiscard]] static std::uint64_t code_of(const SideMaterial& one, const SideMaterial& other);

 private:
  using Count = std::uint32_t;

  /// Regions for men of the first army: in front of the zone of the other army's men, on the first row of that zone,
  /// behind it. Numbered in the order of a man's advance.
  enum Region : std::size_t { in_front, on_row, behind };
  static constexpr std::size_t regions = 3;

  /// Placements of men with the same number of the first army's in each region.
  struct Block {
    std::uint64_t first = 0;
    std::array<int, regions> men{};
    std::array<Count, regions> sets{};
    Count enemy_sets = 0;
    Count enemy_base = 0;  ///< sets of the other army's men with none on its leading row
  };
  static constexpr std::size_t max_blocks = 32;

  static SideMaterial troops_of(std::uint64_t code, int army);
  void list_blocks();
  [[nodiscard]] Count base(std::size_t region, int men) const;
  [[nodiscard]] std::uint64_t number_of_kings(const MoverView& pieces) const;

  std::array<SideMaterial, 2> troops_;
  std::array<int, regions> squares_{};  ///< of each region
  std::size_t lead_region_ = behind;    ///< of the leading man of the first army
  int zone_ = 0;                        ///< number of squares for the other army's men
  std::array<Block, max_blocks> blocks_;
  std::size_t block_count_ = 0;
  std::array<std::array<std::uint8_t, max_table_pieces + 1>, 5> block_numbers_{};  ///< by men on_row and behind
  std::array<Count, 2> king_sets_{};
  std::uint64_t men_stride_ = 0;  ///< number of places with the same men
  std::uint64_t places_ = 0;
};

/// The codes of all slices of a number of pieces; moves from each lead to fewer pieces or to earlier slices.
[[nodiscard]] std::vector<std::uint64_t> slices_of(int pieces, bool divided);
[[nodiscard]] inline std::vector<std::uint64_t> slices_of(int pieces) {
  return slices_of(pieces, pieces > max_undivided_pieces);
}

/// A slice with the moves of the game R, see EndingOfTables. Moves back, without captures, are the same in all games.
template <class R, Kings kings>
class Ending : public Slice {
 public:
  /// Endings of spots where the side to move has no pieces, and so has lost or won.
  static constexpr std::uint64_t lost = ~std::uint64_t{0};
  static constexpr std::uint64_t won = lost - 1;

  using Slice::Slice;
  using Game = R;

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

  [[nodiscard]] bool may_leave(int to_move, std::uint64_t place) const {
    const MoverView view = seen_by(to_move, pieces_at(place));
    const Bits men = view.own_men;
    const Bits leading = is_divided() ? men : men & row_bits(1);
    return leading != 0 || can_capture(view) || !R::has_moves(*R::position_of(view));
  }

  /// Whether all moves leave the ending because a capture is mandatory.
  [[nodiscard]] bool must_leave(int to_move, std::uint64_t place) const {
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
      } else if (!outside(own_of(next) == 0 ? spot_of_end(after) : index_outside(next))) {
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

  [[nodiscard]] bool is_inside(const MoverView& view) const {
    if (count(own_of(view)) != troops(0).pieces() || count(enemies_of(view)) != troops(1).pieces()) return false;
    if (is_divided()) return has(view);
    return count(view.own_men) == troops(0).men && count(view.enemy_men) == troops(1).men;
  }
  template <class Position>
  [[nodiscard]] static TableIndex spot_of_end(const Position& position) {
    return {final_score(R::result(position), R::side_to_move(position)).is_win() ? won : lost, 0};
  }
  [[nodiscard]] TableIndex index_outside(const MoverView& next) const {
    return piece_count(next) == pieces() ? spot_of(next, is_divided()) : spot_of(next);
  }
};

/// The endgame tables of a game: their values follow from its own result.
template <class Game, class P, Kings kings>
struct Endings {
  using Ending = draughts_family::Ending<Game, kings>;
  static constexpr int max_ending_pieces = max_table_pieces;
  [[nodiscard]] static TableIndex table_index(const P& position) {
    return Slice::spot_of(draughts_family::mover_view(position));
  }
};

}  // namespace crownd::draughts_family
