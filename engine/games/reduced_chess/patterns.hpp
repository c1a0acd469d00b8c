#pragma once

#include "games/reduced_chess/army.hpp"
#include "games/reduced_chess/geometry.hpp"
#include "games/reduced_chess/position.hpp"
#include "games/reduced_chess/survey.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace crownd::reduced_chess {

// Patterns of the learned evaluation: what is on the board or is not, with a weight each. They mean the same on boards
// of all sizes: where rooks and bishops stand as seen from each of the kings, how far kings are from the edges, and
// how much the squares around a king are under attack.

/// Distances beyond this many columns or rows count as this many.
inline constexpr std::size_t farthest = 7;
inline constexpr std::size_t offsets = (farthest + 1) * (farthest + 2) / 2;
/// Kings farther from an edge than this are in the middle.
inline constexpr std::size_t deepest = 4;
inline constexpr std::size_t depths = (deepest + 1) * (deepest + 2) / 2;
/// Squares to which a king can step, and attacks on the squares around it; more of them count as these numbers.
inline constexpr int most_flights = 5;
inline constexpr int most_hits = 9;
inline constexpr std::size_t dangers = (most_flights + 1) * (most_hits + 1);

/// The first pattern of each group: of a rook as seen from its own king and from the enemy's, the same of a bishop; of
/// a king on the board; of attacks on the king of the side to move and on that of the other.
namespace first_pattern {
inline constexpr std::size_t rook_and_own = 0;
inline constexpr std::size_t rook_and_enemy = rook_and_own + offsets;
inline constexpr std::size_t bishop_and_own = rook_and_enemy + offsets;
inline constexpr std::size_t bishop_and_enemy = bishop_and_own + offsets;
inline constexpr std::size_t king = bishop_and_enemy + offsets;
inline constexpr std::size_t danger_to_mover = king + depths;
inline constexpr std::size_t danger_to_other = danger_to_mover + dangers;
}  // namespace first_pattern
inline constexpr std::size_t pattern_count = first_pattern::danger_to_other + dangers;

/// The number of two distances in any order: (0, 0) is 0, (1, 0) is 1, (1, 1) is 2, (2, 0) is 3.
[[nodiscard]] constexpr std::size_t number_of_pair(std::size_t a, std::size_t b) {
  const std::size_t high = std::max(a, b), low = std::min(a, b);
  return high * (high + 1) / 2 + low;
}

/// number_of_pair of the distances between two squares in columns and rows.
template <std::size_t Words>
[[nodiscard]] inline std::size_t offset_number(unsigned a, unsigned b) {
  static constexpr auto numbers = [] {
    constexpr std::size_t side = stride<Words>;
    std::array<std::array<std::uint8_t, side>, side> table{};
    for (std::size_t columns = 0; columns < side; ++columns)
      for (std::size_t rows = 0; rows < side; ++rows)
        table[columns][rows] =
            static_cast<std::uint8_t>(number_of_pair(std::min(columns, farthest), std::min(rows, farthest)));
    return table;
  }();
  const auto between = [](unsigned x, unsigned y) { return x > y ? x - y : y - x; };
  return numbers[between(column_of<Words>(a), column_of<Words>(b))][between(row_of<Words>(a), row_of<Words>(b))];
}

/// Of a king, by the activity of its own and of the other side.
[[nodiscard]] inline std::size_t danger_number(const Activity& own, const Activity& enemy) {
  const int hits = std::min(enemy.ring_hits + enemy.rook_checks + enemy.bishop_checks, most_hits);
  return static_cast<std::size_t>(std::min(own.flights, most_flights) * (most_hits + 1) + hits);
}

/// What the evaluation looks at: the armies of the side to move and of the other, and survey().
struct Overview {
  Army own;
  Army enemy;
  std::array<Activity, 2> both;
};

/// Calls add(number, sign) for each pattern of a board, `sign` 1 for the side to move and -1 for the other.
template <std::size_t Words, class Add>
inline void each_pattern(const Position<Words>& p, const Overview& seen, Add add) {
  const auto mover = static_cast<std::size_t>(index_of(p.side));
  for (const std::size_t side : {mover, 1 - mover}) {
    const int sign = side == mover ? 1 : -1;
    const unsigned own_king = p.kings[side], enemy_king = p.kings[1 - side];
    const auto seen_from_kings = [&](const SquareSet<Words>& set, std::size_t from_own, std::size_t from_enemy) {
      set.for_each([&](unsigned square) {
        add(from_own + offset_number<Words>(square, own_king), sign);
        add(from_enemy + offset_number<Words>(square, enemy_king), sign);
      });
    };
    seen_from_kings(p.pieces[side] & p.rooks, first_pattern::rook_and_own, first_pattern::rook_and_enemy);
    seen_from_kings(p.pieces[side] & p.bishops, first_pattern::bishop_and_own, first_pattern::bishop_and_enemy);
    const auto depth = [&](unsigned place) { return std::min<std::size_t>({place, p.size - 1 - place, deepest}); };
    const std::size_t king = number_of_pair(depth(column_of<Words>(own_king)), depth(row_of<Words>(own_king)));
    add(first_pattern::king + king, sign);
    add((side == mover ? first_pattern::danger_to_mover : first_pattern::danger_to_other) +
            danger_number(seen.both[side], seen.both[1 - side]),
        sign);
  }
}

}  // namespace crownd::reduced_chess
