#pragma once

#include "core/rules.hpp"
#include "games/reduced_chess/army.hpp"
#include "games/reduced_chess/patterns.hpp"
#include "games/reduced_chess/position.hpp"
#include "games/reduced_chess/survey.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace crownd::reduced_chess {

/// Terms of the learned evaluation, each for the side to move minus the same for the other side.
enum Term : std::size_t {
  rooks,
  bishops,
  bishop_pair,
  rook_mobility,
  bishop_mobility,
  ring_hits,
  ring_hits_squared,  ///< a tenth of the square: attackers together are worth more than each alone
  rook_checks,
  bishop_checks,
  ready_rook_checks,  ///< rook_checks of the side to move, which can give one now
  flights,
  king_from_edges,  ///< rows and columns from the nearest edges
  loose,
  pins,
  hanging_to_move,  ///< hanging pieces of the side to move, which can still save one
  hanging_waiting,  ///< hanging pieces of the other side
  tempo,
  term_count
};

/// Each term has a weight for a full and one for an empty board, interpolated by the number of pieces
/// besides kings: from `empty_board_pieces`, with which activity decides nothing any more, in `full_board` steps. And
/// both for small and for large boards, interpolated by the size: from `small_board` in `large_board` steps.
inline constexpr int empty_board_pieces = 3;
inline constexpr int full_board = 8;
inline constexpr int small_board = 6;
inline constexpr int large_board = 4;
/// Terms that grow with the board are scaled to this size; in these fractions.
inline constexpr int standard_size = 8;
inline constexpr int fraction = 64;

/// How full a board is, 0 to full_board, and how large, 0 to large_board.
struct Stage {
  int fullness = 0;
  int largeness = 0;
};
[[nodiscard]] inline Stage stage_of(int size, const Overview& seen) {
  return {std::clamp(seen.own.count() + seen.enemy.count() - empty_board_pieces, 0, full_board),
          std::clamp(size - small_board, 0, large_board)};
}

/// The shares that a stage has of the weights of a term, which add up to full_board * large_board: of a full and an
/// empty board, both small, and of the same, both large.
inline constexpr std::size_t shares = 4;
template <class Take>
inline void for_shares(const Stage& stage, Take take) {
  const int emptiness = full_board - stage.fullness, smallness = large_board - stage.largeness;
  take(std::size_t{0}, stage.fullness * smallness);
  take(std::size_t{1}, emptiness * smallness);
  take(std::size_t{2}, stage.fullness * stage.largeness);
  take(std::size_t{3}, emptiness * stage.largeness);
}

/// Features by number: for each term its share of a full and of an empty board, both on a small and on a large one; for
/// each pattern its share of a full and of an empty board; then what armies are worth against one another beyond
/// that.
inline constexpr std::size_t armies = 24;
inline constexpr std::size_t army_pairs = armies * (armies - 1) / 2;
inline constexpr std::size_t first_pattern_feature = shares * term_count;
inline constexpr std::size_t like_bishops_feature = first_pattern_feature + 2 * pattern_count;
inline constexpr std::size_t first_army_feature = like_bishops_feature + 1;
inline constexpr std::size_t feature_count = first_army_feature + army_pairs;
inline constexpr int feature_unit = fraction * full_board * large_board;
inline constexpr int weights_a_centipawn = 4;

/// The values of all terms of a position, in 1/fraction.
using TermValues = std::array<int, term_count>;

/// The index of an army of at most three rooks and three bishops among all such, or `armies`. With several bishops it
/// matters whether they stand on both colours.
[[nodiscard]] inline std::size_t army_number(const Army& army) {
  constexpr int most = 3;
  const int bishop_count = army.bishop_count();
  if (army.rooks > most || bishop_count > most) return armies;
  const int kind = bishop_count < 2 ? bishop_count : 2 * bishop_count - 2 + (army.has_pair() ? 1 : 0);
  return static_cast<std::size_t>(army.rooks * 6 + kind);
}

/// A feature of two armies, and 1 or -1, or 0 where none applies.
struct ArmyFeature {
  std::size_t number = 0;
  int sign = 0;
};
[[nodiscard]] inline ArmyFeature army_feature(const Army& own, const Army& enemy) {
  const std::size_t a = army_number(own), b = army_number(enemy);
  if (a == armies || b == armies || a == b) return {};
  const std::size_t high = std::max(a, b), low = std::min(a, b);
  return {first_army_feature + high * (high - 1) / 2 + low, a > b ? 1 : -1};
}

/// Each side has one bishop, both on squares of one colour, so that they can be traded: good for the side with more
/// rooks.
[[nodiscard]] inline int like_bishops(const Army& own, const Army& enemy) {
  if (own.bishop_count() != 1 || own.bishops != enemy.bishops || own.rooks == enemy.rooks) return 0;
  return own.rooks > enemy.rooks ? 1 : -1;
}

template <std::size_t Words>
[[nodiscard]] inline int from_edges(unsigned square, int size) {
  const int row = static_cast<int>(row_of<Words>(square)), column = static_cast<int>(column_of<Words>(square));
  return std::min(row, size - 1 - row) + std::min(column, size - 1 - column);
}

template <std::size_t Words>
[[nodiscard]] inline TermValues terms_of(const Position<Words>& p, const Overview& seen) {
  const auto mover = static_cast<std::size_t>(index_of(p.side));
  const Activity& own = seen.both[mover];
  const Activity& enemy = seen.both[1 - mover];
  const int scaled = fraction * standard_size / p.size;

  TermValues values{};
  values[rooks] = fraction * (seen.own.rooks - seen.enemy.rooks);
  values[bishops] = fraction * (seen.own.bishop_count() - seen.enemy.bishop_count());
  values[bishop_pair] = fraction * (int{seen.own.has_pair()} - int{seen.enemy.has_pair()});
  values[rook_mobility] = scaled * (own.rook_mobility - enemy.rook_mobility);
  values[bishop_mobility] = scaled * (own.bishop_mobility - enemy.bishop_mobility);
  values[ring_hits] = fraction * (own.ring_hits - enemy.ring_hits);
  values[ring_hits_squared] = fraction * (own.ring_hits * own.ring_hits - enemy.ring_hits * enemy.ring_hits) / 10;
  values[rook_checks] = fraction * (own.rook_checks - enemy.rook_checks);
  values[bishop_checks] = fraction * (own.bishop_checks - enemy.bishop_checks);
  values[ready_rook_checks] = fraction * own.rook_checks;
  values[flights] = fraction * (own.flights - enemy.flights);
  values[king_from_edges] =
      scaled * (from_edges<Words>(p.own_king(), p.size) - from_edges<Words>(p.enemy_king(), p.size));
  values[loose] = fraction * (own.loose - enemy.loose);
  values[pins] = fraction * (own.pins - enemy.pins);
  values[hanging_to_move] = fraction * own.hanging;
  values[hanging_waiting] = -fraction * enemy.hanging;
  values[tempo] = fraction;
  return values;
}

}  // namespace crownd::reduced_chess
