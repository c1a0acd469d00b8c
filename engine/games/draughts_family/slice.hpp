#pragma once

#include "core/rules.hpp"
#include "games/draughts_family/board.hpp"
#include "games/draughts_family/mover_view.hpp"
#include "tables/abilities.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace crownd::draughts_family {

/// Endgame tables know positions of at most this many pieces.
inline constexpr int most_table_pieces = 7;

/// Materials of at most this many pieces have one table each; larger ones are sliced by the leading men.
inline constexpr int most_undivided_pieces = 6;

/// What one army has in a slice.
struct Troops {
  int men = 0;
  int kings = 0;
  /// The row of the most advanced man, counted from 0, its home row; `any_row` if there is no man, or if the
  /// material is not sliced.
  int lead = any_row;

  static constexpr int any_row = -1;
  static constexpr int last_lead = 6;  ///< a man on the next row is crowned

  [[nodiscard]] constexpr int pieces() const { return men + kings; }
  [[nodiscard]] constexpr bool is_divided() const { return lead != any_row; }
  friend bool operator==(const Troops&, const Troops&) = default;
};

/// An endgame table of the draughts games: one material; above a certain number of pieces only the positions where the
/// most advanced men stand on certain rows. Either army may be to move, so that every move leads to a place of the same
/// slice or to a smaller one: captures to fewer pieces, crownings to fewer men, an advance of a leading man to a higher
/// row.
///
/// The first army (0) is the one with more pieces, else more kings, else the more advanced one; positions are
/// numbered as that army sees the board, its men going up. Every placement of the pieces, men not on their
/// last row, is one place, and there are no others. Armies that are alike are distinguished by the side to move: the
/// first army is to move.
class Slice {
 public:
  explicit Slice(std::uint64_t code) : Slice(troops_of(code, 0), troops_of(code, 1)) {}
  /// The first army, then the second.
  Slice(const Troops& first, const Troops& second);

  /// The table of a position of 2 to most_table_pieces pieces, each side having some, as the side to move sees it, and
  /// its place there, which is offset by `places()` if the second army is to move.
  [[nodiscard]] static TableSpot spot_of(const MoverView& pieces, bool divided);
  [[nodiscard]] static TableSpot spot_of(const MoverView& pieces) {
    return spot_of(pieces, piece_count(pieces) > most_undivided_pieces);
  }
  [[nodiscard]] static int piece_count(const MoverView& pieces);

  /// Unique among the tables of a game; never 0.
  [[nodiscard]] std::uint64_t code() const { return code_of(troops_[0], troops_[1]); }
  /// For file names: the men and kings of both armies, and the rows (1 to 7) of the leading men if it is sliced,
  /// "mmkvkk", "mmm5kvmm2k".
  [[nodiscard]] std::string name() const;

  [[nodiscard]] const Troops& troops(int army) const { return troops_[static_cast<std::size_t>(army)]; }
  [[nodiscard]] int pieces() const { return troops_[0].pieces() + troops_[1].pieces(); }
  [[nodiscard]] bool is_divided() const { return troops_[0].is_divided() || troops_[1].is_divided(); }
  /// Whether both armies are alike.
  [[nodiscard]] bool is_symmetric() const { return troops_[0] == troops_[1]; }

  /// The number of places with a given army to move.
  [[nodiscard]] std::uint64_t places() const { return places_; }
  /// The number of all places of the table.
  [[nodiscard]] std::uint64_t table_places() const { return is_symmetric() ? places_ : 2 * places_; }

  /// Of a position of this slice as the first army sees it, with that army to move.
  [[nodiscard]] std::uint64_t place_of(const MoverView& pieces) const;
  [[nodiscard]] MoverView pieces_at(std::uint64_t place) const;
  /// The place of a position whose men are those of the position at `place`.
  [[nodiscard]] std::uint64_t place_of_kings(std::uint64_t place, const MoverView& pieces) const {
    return place - place % men_stride_ + number_of_kings(pieces);
  }
  /// Whether a position with the same number of pieces, as the first army sees it, belongs to this slice.
  [[nodiscard]] bool has(const MoverView& pieces) const;

  /// The codes of the tables that moves out of this slice lead to, and perhaps of others with fewer pieces or men.
  [[nodiscard]] std::vector<std::uint64_t> smaller() const;

  [[nodiscard]] static std::uint64_t code_of(const Troops& one, const Troops& other);

 private:
  using Count = std::uint32_t;

  /// The regions in which men of the first army stand: in front of the zone of the other army's men, on the first row
  /// of that zone, behind it. Numbered in the order in which men advance.
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
  static constexpr std::size_t most_blocks = 32;

  static Troops troops_of(std::uint64_t code, int army);
  void list_blocks();
  [[nodiscard]] Count base(std::size_t region, int men) const;
  [[nodiscard]] std::uint64_t number_of_kings(const MoverView& pieces) const;

  std::array<Troops, 2> troops_;
  std::array<int, regions> squares_{};  ///< of each region
  std::size_t lead_region_ = behind;    ///< where the leading man of the first army stands
  int zone_ = 0;                        ///< number of squares where the other army's men may stand
  std::array<Block, most_blocks> blocks_;
  std::size_t block_count_ = 0;
  std::array<std::array<std::uint8_t, most_table_pieces + 1>, 5> block_numbers_{};  ///< by men on_row and behind
  std::array<Count, 2> king_sets_{};
  std::uint64_t men_stride_ = 0;  ///< number of places with the same men
  std::uint64_t places_ = 0;
};

/// The codes of all slices of a number of pieces, ordered so that moves from each lead to fewer pieces or to earlier
/// slices.
[[nodiscard]] std::vector<std::uint64_t> slices_of(int pieces, bool divided);
[[nodiscard]] inline std::vector<std::uint64_t> slices_of(int pieces) {
  return slices_of(pieces, pieces > most_undivided_pieces);
}

}  // namespace crownd::draughts_family
