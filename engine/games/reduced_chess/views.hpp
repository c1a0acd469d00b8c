#pragma once

#include "core/side.hpp"
#include "games/reduced_chess/geometry.hpp"
#include "games/reduced_chess/position.hpp"
#include "network/network.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace crownd::reduced_chess {

/// A square by column and row, both from 0.
struct Spot {
  int column = 0;
  int row = 0;
};

template <std::size_t Words>
[[nodiscard]] inline Spot spot_of(unsigned square) {
  return {static_cast<int>(column_of<Words>(square)), static_cast<int>(row_of<Words>(square))};
}

/// The board mirrored and turned so that a king stands in its lower left corner, not above the diagonal; where that
/// leaves a choice, so does the other king. Without pawns all eight ways to lay the board are the same game.
class Orientation {
 public:
  Orientation(Spot king, Spot other_king, int size)
      : last_(size - 1),
        mirrors_columns_(is_beyond(2 * king.column, 2 * other_king.column, last_)),
        mirrors_rows_(is_beyond(2 * king.row, 2 * other_king.row, last_)) {
    const Spot seen = of(king), other = of(other_king);
    swaps_ = is_beyond(seen.row - seen.column, other.row - other.column, 0);
  }

  [[nodiscard]] Spot of(Spot spot) const {
    Spot seen{mirrors_columns_ ? last_ - spot.column : spot.column, mirrors_rows_ ? last_ - spot.row : spot.row};
    if (swaps_) std::swap(seen.column, seen.row);
    return seen;
  }

 private:
  static bool is_beyond(int king, int other_king, int middle) {
    return king > middle || (king == middle && other_king > middle);
  }

  int last_;
  bool mirrors_columns_, mirrors_rows_, swaps_ = false;
};

/// The inputs of the network, for each side with the board laid by its king: where pieces stand on a board of this
/// size, and how far they are from either king, which all sizes share. Larger boards are seen as the largest of these,
/// with the lines in the middle as one.
struct Views {
  static constexpr int smallest_size = 4, largest_size = 11;
  /// Rooks and bishops of both sides; with more the rows would not fit.
  static constexpr int most_pieces = 18;

  enum Man : std::size_t { own_rook, own_bishop, enemy_rook, enemy_bishop, enemy_king, own_king, men };
  /// The first ones of Man, whose distances from the own king and from the enemy king are inputs.
  static constexpr std::size_t men_from_own_king = own_king, men_from_enemy_king = enemy_king;

  // Numbers of rows: squares on the boards of each size, then distances, then sizes.
  static constexpr std::size_t sizes = largest_size - smallest_size + 1;
  static constexpr std::array<std::size_t, sizes + 1> square_row = [] {
    std::array<std::size_t, sizes + 1> first{};
    for (std::size_t i = 0; i < sizes; ++i) first[i + 1] = first[i] + men * (smallest_size + i) * (smallest_size + i);
    return first;
  }();
  static constexpr int farthest = 9;  ///< columns or rows; what is farther counts as this far
  static constexpr std::size_t span = 2 * farthest + 1;
  static constexpr std::size_t distances = span * span;
  static constexpr std::size_t from_own_king_row = square_row[sizes];
  static constexpr std::size_t from_enemy_king_row = from_own_king_row + men_from_own_king * distances;
  static constexpr std::size_t size_row = from_enemy_king_row + men_from_enemy_king * distances;
  static constexpr std::size_t row_count = size_row + sizes;

  static constexpr std::size_t pieces_a_bucket = 2;
  static constexpr std::size_t bucket_count = 8;

  /// Whether the network judges boards of this size with `pieces` rooks and bishops.
  [[nodiscard]] static bool covers(int size, int pieces) { return size >= smallest_size && pieces <= most_pieces; }

  /// For positions that are covered, with `pieces` rooks and bishops.
  template <std::size_t Words>
  [[nodiscard]] static network::Inputs inputs(const Position<Words>& p, int pieces) {
    network::Inputs inputs;
    add_rows(p, p.side, inputs.mover);
    add_rows(p, opponent(p.side), inputs.opponent);
    inputs.bucket = std::min(static_cast<std::size_t>(pieces) / pieces_a_bucket, bucket_count - 1);
    return inputs;
  }

  /// What boards of all sizes share: how far a square is from the edges, and distances whichever way they go.
  static constexpr std::size_t edge_distances = 6;
  static constexpr std::size_t edge_factors = 4 * edge_distances * edge_distances;
  static constexpr std::size_t step_factors = std::size_t{farthest + 1} * (farthest + 1);
  static constexpr std::size_t distance_factor = men * edge_factors;
  static constexpr std::size_t factor_count =
      distance_factor + (men_from_own_king + men_from_enemy_king) * step_factors;
  static void factors(std::size_t row, std::vector<std::uint32_t>& list);

 private:
  /// A row or column of a board as one of the largest size that has rows of its own.
  static int seen_line(int line, int size) {
    constexpr int half = largest_size / 2;
    return line <= half ? line : std::max(half, line - std::max(size - largest_size, 0));
  }

  template <std::size_t Words>
  static void add_rows(const Position<Words>& p, Side side, network::Rows& rows) {
    const auto own = static_cast<std::size_t>(index_of(side));
    const int size = p.size;
    const int seen_size = std::min(size, largest_size);
    const std::size_t size_index = static_cast<std::size_t>(seen_size - smallest_size);
    const Spot king = spot_of<Words>(p.kings[own]), other_king = spot_of<Words>(p.kings[1 - own]);
    const Orientation orientation(king, other_king, size);
    const Spot own_spot = orientation.of(king), enemy_spot = orientation.of(other_king);
    const auto add_square = [&](Man man, Spot spot) {
      rows.add(square_row[size_index] +
               static_cast<std::size_t>((static_cast<int>(man) * seen_size + seen_line(spot.row, size)) * seen_size +
                                        seen_line(spot.column, size)));
    };
    const auto add_distance = [&](std::size_t first, Man man, Spot spot, Spot from) {
      const auto steps = [](int a, int b) {
        return static_cast<std::size_t>(std::clamp(a - b, -farthest, farthest) + farthest);
      };
      rows.add(first + man * distances + steps(spot.row, from.row) * span + steps(spot.column, from.column));
    };
    const auto add_men = [&](const SquareSet<Words>& set, Man man) {
      set.for_each([&](unsigned square) {
        const Spot spot = orientation.of(spot_of<Words>(square));
        add_square(man, spot);
        add_distance(from_own_king_row, man, spot, own_spot);
        add_distance(from_enemy_king_row, man, spot, enemy_spot);
      });
    };
    add_men(p.pieces[own] & p.rooks, own_rook);
    add_men(p.pieces[own] & p.bishops, own_bishop);
    add_men(p.pieces[1 - own] & p.rooks, enemy_rook);
    add_men(p.pieces[1 - own] & p.bishops, enemy_bishop);
    add_square(own_king, own_spot);
    add_square(enemy_king, enemy_spot);
    add_distance(from_own_king_row, enemy_king, enemy_spot, own_spot);
    rows.add(size_row + size_index);
  }
};

static_assert(3 * Views::most_pieces + 4 <= network::Rows::most);

}  // namespace crownd::reduced_chess
