#pragma once

#include "core/types.hpp"
#include "games/draughts_family/position.hpp"
#include "network/network.hpp"

#include <algorithm>

#ifdef __BMI2__
#include <immintrin.h>
#endif

namespace crownd::draughts_family {

/// The bits of `set` selected by `mask`, packed at the low end: PEXT for CPUs without BMI2.
[[nodiscard]] constexpr Bits portable_extract(Bits set, Bits mask) {
  Bits result = 0;
  for (int place = 0; mask != 0; mask &= mask - 1, ++place) result |= (set >> std::countr_zero(mask) & 1) << place;
  return result;
}

[[nodiscard]] inline Bits extract(Bits set, Bits mask) {
#ifdef __BMI2__
  return _pext_u32(set, mask);
#else
  return portable_extract(set, mask);
#endif
}

/// The low bits of `set` scattered to the bits of `mask`: PDEP for CPUs without BMI2.
[[nodiscard]] constexpr Bits portable_deposit(Bits set, Bits mask) {
  Bits result = 0;
  for (; mask != 0; mask &= mask - 1, set >>= 1)
    if ((set & 1) != 0) result |= mask & (0 - mask);
  return result;
}

[[nodiscard]] inline Bits deposit(Bits set, Bits mask) {
#ifdef __BMI2__
  return _pdep_u32(set, mask);
#else
  return portable_deposit(set, mask);
#endif
}

/// A region of n squares holds one of 3^n patterns: each square is empty, own or enemy. Overlapping regions describe a
/// position better than single squares (M. Buro, "From simple features to sophisticated evaluation functions", 1998).
inline constexpr int max_region = 8;

/// By a set of bits: their value as digits in base 3.
inline constexpr std::array<std::uint16_t, 1 << max_region> ternary_digits = [] {
  std::array<std::uint16_t, 1 << max_region> table{};
  for (std::size_t bits = 1; bits < table.size(); ++bits)
    table[bits] = static_cast<std::uint16_t>(3 * table[bits >> 1] + (bits & 1));
  return table;
}();

[[nodiscard]] constexpr std::size_t pattern_count(Bits region) {
  std::size_t count = 1;
  for (int i = std::popcount(region); i > 0; --i) count *= 3;
  return count;
}

/// The number of the pattern in a region, below pattern_count(region); 0 where it is empty.
[[nodiscard]] inline std::size_t pattern_in(Bits region, Bits own, Bits enemy) {
  return std::size_t{ternary_digits[extract(own, region)]} + std::size_t{2} * ternary_digits[extract(enemy, region)];
}

/// A block of playable squares: `rows` rows from `row` down, `columns` of the four squares in each from `column` on.
[[nodiscard]] constexpr Bits block(int row, int rows, int column, int columns) {
  Bits set = 0;
  for (int r = row; r < row + rows; ++r)
    for (int c = column; c < column + columns; ++c) set |= bit(square_of_place(4 * r + c));
  return set;
}

/// The pattern numbers of several regions at once, without PEXT: each byte of the sets adds a vector of numbers.
template <std::size_t N>
class PatternSums {
 public:
  static constexpr std::size_t lanes = (N + 7) / 8 * 8;  ///< whole vectors of 16 bytes
  using Numbers = std::array<std::uint16_t, lanes>;

  explicit constexpr PatternSums(const std::array<Bits, N>& regions) {
    for (std::size_t byte = 0; byte < table_.size(); ++byte)
      for (std::size_t bits = 1; bits < table_[byte].size(); ++bits) {
        const Bits square = Bits{1} << 8 * byte << std::countr_zero(bits);
        for (std::size_t i = 0; i < N; ++i) {
          const std::size_t digit = (regions[i] & square) != 0 ? pattern_count(regions[i] & (square - 1)) : 0;
          table_[byte][bits][i] = static_cast<std::uint16_t>(table_[byte][bits & (bits - 1)][i] + digit);
        }
      }
  }

  /// pattern_in of all regions.
  [[nodiscard]] Numbers operator()(Bits own, Bits enemy) const {
    const auto part = [&](Bits set, std::size_t byte) -> const Numbers& {
      return table_[byte][set >> 8 * byte & 0xff];
    };
    const auto &own_0 = part(own, 0), &own_1 = part(own, 1), &own_2 = part(own, 2), &own_3 = part(own, 3);
    const auto &enemy_0 = part(enemy, 0), &enemy_1 = part(enemy, 1), &enemy_2 = part(enemy, 2),
               &enemy_3 = part(enemy, 3);
    Numbers numbers;
    for (std::size_t i = 0; i < lanes; ++i)
      numbers[i] = static_cast<std::uint16_t>(own_0[i] + own_1[i] + own_2[i] + own_3[i] +
                                              2 * (enemy_0[i] + enemy_1[i] + enemy_2[i] + enemy_3[i]));
    return numbers;
  }

 private:
  alignas(32) std::array<std::array<Numbers, 256>, 4> table_{};
};

/// Several regions whose patterns are numbered one region after the other.
template <std::size_t N>
struct RegionSet {
  explicit constexpr RegionSet(const std::array<Bits, N>& all) : regions(all), sums(all) {
    for (std::size_t i = 0; i < N; ++i) first[i + 1] = first[i] + pattern_count(regions[i]);
  }

  std::array<Bits, N> regions;
  PatternSums<N> sums;
  std::array<std::size_t, N + 1> first{};  ///< number of the first pattern of each region, then of all patterns

  [[nodiscard]] constexpr std::size_t patterns() const { return first.back(); }

  /// Calls add(number) for the pattern of two sets of pieces in each region.
  template <class Add>
  void each_pattern(Bits own, Bits enemy, Add add) const {
#ifdef __BMI2__
    for (std::size_t i = 0; i < N; ++i) add(first[i] + pattern_in(regions[i], own, enemy));
#else
    const auto numbers = sums(own, enemy);
    for (std::size_t i = 0; i < N; ++i) add(first[i] + numbers[i]);
#endif
  }
};

[[nodiscard]] constexpr int count(Bits set) { return std::popcount(set); }
[[nodiscard]] constexpr Bits own_of(const MoverView& view) { return view.own_men | view.own_kings; }
[[nodiscard]] constexpr Bits enemies_of(const MoverView& view) { return view.enemy_men | view.enemy_kings; }
[[nodiscard]] constexpr Bits pieces_of(const MoverView& view) { return own_of(view) | enemies_of(view); }

[[nodiscard]] constexpr MoverView other_view(const MoverView& view) {
  return {turned(view.enemy_men), turned(view.enemy_kings), turned(view.own_men), turned(view.own_kings)};
}

/// Half the number of pieces: a measure of the game phase.
inline constexpr std::size_t pair_counts = 13;
[[nodiscard]] constexpr std::size_t pairs_of(const MoverView& view) {
  return std::min(static_cast<std::size_t>(count(pieces_of(view))) / 2, pair_counts - 1);
}

/// With the other side's view these are all blocks of four rows by two squares that begin in row 1, 3 or 5, and all of
/// two rows by four squares.
inline constexpr RegionSet small_regions{std::array{block(0, 4, 0, 2), block(0, 4, 1, 2), block(0, 4, 2, 2),
                                                    block(2, 4, 0, 2), block(2, 4, 1, 2), block(0, 2, 0, 4),
                                                    block(1, 2, 0, 4), block(2, 2, 0, 4), block(3, 2, 0, 4)}};

/// Material as one number: men ahead (-3 to 3), kings of both sides (0 to 3 each), and pairs of pieces on the board.
/// Its weights express that exchanges help the side ahead, and which leads are too small to win.
inline constexpr int max_ahead = 3;
inline constexpr int max_kings = 3;
inline constexpr std::size_t balance_count = pair_counts * (max_kings + 1) * (max_kings + 1) * (2 * max_ahead + 1);
[[nodiscard]] constexpr std::size_t balance_of(const MoverView& view) {
  const int ahead = std::clamp(count(view.own_men) - count(view.enemy_men), -max_ahead, max_ahead);
  const int own_kings = std::min(count(view.own_kings), max_kings);
  const int enemy_kings = std::min(count(view.enemy_kings), max_kings);
  const int kings = own_kings * (max_kings + 1) + enemy_kings;
  const int rest = kings * (2 * max_ahead + 1) + ahead + max_ahead;
  return pairs_of(view) * (balance_count / pair_counts) + static_cast<std::size_t>(rest);
}

/// The number of steps of men to empty squares, and of kings that move one square.
[[nodiscard]] constexpr int men_steps(Bits men, Bits empty) {
  return count(step<Direction::up_left>(men) & empty) + count(step<Direction::up_right>(men) & empty);
}
[[nodiscard]] constexpr int king_steps(Bits kings, Bits empty) {
  return men_steps(kings, empty) + count(step<Direction::down_left>(kings) & empty) +
         count(step<Direction::down_right>(kings) & empty);
}

/// The squares one step away from a set.
[[nodiscard]] constexpr Bits around(Bits set) {
  return step<Direction::up_left>(set) | step<Direction::up_right>(set) | step<Direction::down_left>(set) |
         step<Direction::down_right>(set);
}

/// "The move": an odd number of pieces in the columns with a playable square on the mover's back row.
[[nodiscard]] constexpr bool has_the_move(const MoverView& view) {
  constexpr Bits system = [] {
    Bits set = 0;
    for (int place = 0; place < places; ++place)
      if (column_of_place(place) % 2 == 0) set |= bit(square_of_place(place));
    return set;
  }();
  return count(pieces_of(view) & system) % 2 == 1;
}

/// For a game without inputs of its own.
struct NoOwnInputs {
  static constexpr std::size_t rows = 0;
  template <class Add>
  static void of_side(const MoverView&, Bits, Add) {}
};

/// Network inputs for each side, as that side sees the board: patterns of men in all small regions, material, side to
/// move, the move, squares of the kings, steps of men and kings, kings without a step, and the game's own inputs, for
/// which Own::of_side(view, empty, add) calls add(row) with rows below Own::rows.
template <class Own>
struct Views {
  static constexpr std::size_t max_steps = 15;
  static constexpr std::size_t max_stuck = 3;
  // Numbers of rows, group after group; the patterns of men come first.
  static constexpr std::size_t balance_row = small_regions.patterns();
  static constexpr std::size_t move_row = balance_row + balance_count;
  static constexpr std::size_t own_king_row = move_row + 4 * pair_counts;
  static constexpr std::size_t enemy_king_row = own_king_row + places;
  static constexpr std::size_t men_steps_row = enemy_king_row + places;
  static constexpr std::size_t king_steps_row = men_steps_row + max_steps + 1;
  static constexpr std::size_t stuck_kings_row = king_steps_row + max_steps + 1;
  static constexpr std::size_t own_row = stuck_kings_row + max_stuck + 1;
  static constexpr std::size_t row_count = own_row + Own::rows;

  static constexpr std::size_t pieces_per_bucket = 3;
  static constexpr std::size_t bucket_count = 8;
  static constexpr network::Shape shape{row_count, 128, 32, 32, bucket_count};

  [[nodiscard]] static network::Inputs inputs(const MoverView& view) {
    network::Inputs inputs;
    const std::size_t pairs = pairs_of(view);
    const std::size_t move = has_the_move(view) ? pair_counts : 0;
    const Bits empty = ~pieces_of(view);
    add_rows(view, empty, move_row + move + pairs, inputs.mover);
    add_rows(other_view(view), turned(empty), move_row + 2 * pair_counts + move + pairs, inputs.opponent);
    const auto pieces = static_cast<std::size_t>(count(pieces_of(view)));
    inputs.bucket = std::min((pieces - 1) / pieces_per_bucket, bucket_count - 1);
    return inputs;
  }

 private:
  static void add_rows(const MoverView& view, Bits empty, std::size_t move, network::Rows& rows) {
    const auto capped = [](int number, std::size_t max) { return std::min(static_cast<std::size_t>(number), max); };
    small_regions.each_pattern(view.own_men, view.enemy_men, [&](std::size_t number) { rows.add(number); });
    rows.add(balance_row + balance_of(view));
    rows.add(move);
    for (Bits left = view.own_kings; left != 0; left &= left - 1) rows.add(own_king_row + lowest(left));
    for (Bits left = view.enemy_kings; left != 0; left &= left - 1) rows.add(enemy_king_row + lowest(left));
    Own::of_side(view, empty, [&](std::size_t row) { rows.add(own_row + row); });
    rows.add(men_steps_row + capped(men_steps(view.own_men, empty), max_steps));
    if (view.own_kings == 0) return;
    rows.add(king_steps_row + capped(king_steps(view.own_kings, empty), max_steps));
    rows.add(stuck_kings_row + capped(count(view.own_kings & ~around(empty)), max_stuck));
  }
};

// All pieces may be kings; behind them come the rows of mobility, and up to 24 of the game's own.
static_assert(small_regions.regions.size() + 2 + 24 + 3 + 24 <= network::Rows::max_rows);

/// The evaluation of a draughts game by its network (HasNetwork), instantiated in the game's rules.cpp. `Own`: the
/// game's own inputs, see Views. `Model` is the part of one game:
///   network_file()  the embedded file of the network
///   fixed(view)     centipawns for the side to move, set by hand
///   drawish(view)   the divisor of the sum in a likely draw, else 1
template <class P, class Model, class Own = NoOwnInputs>
struct Evaluation {
  [[nodiscard]] static Score evaluate(const P& position);
  [[nodiscard]] static std::vector<std::pair<std::string, int>> evaluation_terms(const P& position);

  [[nodiscard]] static std::optional<network::Inputs> network_inputs(const P& position);
  static constexpr network::Shape network_shape = Views<Own>::shape;
  [[nodiscard]] static std::span<const std::uint8_t> network_file();
  [[nodiscard]] static int handcrafted(const P& position);
};

/// The network of a game; a file of another shape ends the program when it starts.
template <class Model, class Own>
const network::Network built_in_network(Model::network_file(), Views<Own>::shape);

template <class P, class Model, class Own>
Score Evaluation<P, Model, Own>::evaluate(const P& position) {
  const MoverView view = mover_view(position);
  const int sum = built_in_network<Model, Own>.evaluate(Views<Own>::inputs(view)) + Model::fixed(view);
  return Score::centipawns(sum / Model::drawish(view));
}

template <class P, class Model, class Own>
std::vector<std::pair<std::string, int>> Evaluation<P, Model, Own>::evaluation_terms(const P& position) {
  const MoverView view = mover_view(position);
  const int whole = built_in_network<Model, Own>.evaluate(Views<Own>::inputs(view));
  const int driving = Model::fixed(view);
  return {{"network", whole},
          {"driving", driving},
          {"drawn ending", (whole + driving) / Model::drawish(view) - (whole + driving)}};
}

template <class P, class Model, class Own>
std::optional<network::Inputs> Evaluation<P, Model, Own>::network_inputs(const P& position) {
  const MoverView view = mover_view(position);
  if (Model::drawish(view) != 1) return {};
  return Views<Own>::inputs(view);
}

template <class P, class Model, class Own>
std::span<const std::uint8_t> Evaluation<P, Model, Own>::network_file() {
  return Model::network_file();
}

template <class P, class Model, class Own>
int Evaluation<P, Model, Own>::handcrafted(const P& position) {
  return Model::fixed(mover_view(position));
}

}  // namespace crownd::draughts_family
