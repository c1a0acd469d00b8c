#pragma once

#include "games/reduced_chess/moves.hpp"

namespace crownd::reduced_chess {

/// The number of legal moves.
template <std::size_t Words>
[[nodiscard]] inline std::uint64_t count_moves(const Position<Words>& p) {
  std::uint64_t count = 0;
  visit_moves(p, open_squares(p), [&](unsigned, const SquareSet<Words>& targets) {
    count += targets.size();
    return false;
  });
  return count;
}

#if defined(__AVX2__)

// On boards up to 8x8, a vector holds one set of squares for each direction of a kind, so that all its pieces move
// together.

using Rays [[gnu::vector_size(32)]] = std::uint64_t;
using RayWords = std::array<std::uint64_t, 4>;

/// The directions of rooks, or of bishops.
struct Directions {
  alignas(Rays) RayWords rotations;  ///< of a set of squares by one step
  alignas(Rays) RayWords land;       ///< where a step may end: not beyond an edge
};

/// `steps`: the difference of square numbers from one square to the next.
[[nodiscard]] constexpr Directions directions(std::array<int, 4> steps) {
  constexpr std::uint64_t first_row = 0xff, first_column = 0x0101'0101'0101'0101;
  Directions result{};
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const int columns = (steps[i] + 9) % 8 - 1, rows = steps[i] - columns;
    result.rotations[i] = static_cast<std::uint64_t>(steps[i] & 63);
    result.land[i] = ~((rows > 0   ? first_row
                        : rows < 0 ? first_row << 56
                                   : 0) |
                       (columns > 0   ? first_column
                        : columns < 0 ? first_column << 7
                                      : 0));
  }
  return result;
}
inline constexpr Directions rook_directions = directions({8, -8, 1, -1});
inline constexpr Directions bishop_directions = directions({9, 7, -9, -7});

/// The squares that sliders attack in each direction, the first occupied square of each ray included. No two see the
/// same square in one direction. By doubling, as seen_towards.
[[nodiscard]] inline Rays rays(const Directions& directions, std::uint64_t sliders, std::uint64_t occupied) {
  const Rays land = std::bit_cast<Rays>(directions.land), one = std::bit_cast<Rays>(directions.rotations);
  const Rays two = one * 2 & 63, four = one * 4 & 63;
  const auto moved = [](Rays sets, Rays by) { return sets << by | sets >> (-by & 63); };
  Rays reached = sliders & ~Rays{}, open = land & ~occupied;
  reached |= open & moved(reached, one);
  open &= moved(open, one);
  reached |= open & moved(reached, two);
  open &= moved(open, two);
  reached |= open & moved(reached, four);
  return moved(reached, one) & land;
}

[[nodiscard]] inline std::uint64_t count_moves(const Position<1>& p) {
  const auto word = [](const SquareSet<1>& set) { return set.words[0]; };
  const unsigned king = p.own_king();
  const auto wanted = open_squares(p);
  const auto constraints = constraints_of(p);
  const auto allowed = wanted & constraints.targets;
  std::uint64_t count = 0;
  if (!allowed.empty()) {
    const auto add = [&](const Directions& directions, const SquareSet<1>& sliders) {
      const Rays seen = rays(directions, word(sliders), word(p.occupied())) & word(allowed);
      for (const std::uint64_t squares : std::bit_cast<RayWords>(seen))
        count += static_cast<std::uint64_t>(std::popcount(squares));
    };
    const auto free = p.own() & ~constraints.pinned;
    add(rook_directions, free & p.rooks);
    add(bishop_directions, free & p.bishops);
    (p.own() & constraints.pinned).for_each([&](unsigned square) {
      const auto sight =
          p.rooks.has(square) ? rook_sight<1>(square, p.occupied()) : bishop_sight<1>(square, p.occupied());
      count += (sight & allowed & line_through<1>(king, square)).size();
    });
  }
  const auto targets = geometry<1>.king_steps[king] & wanted & ~geometry<1>.king_steps[p.enemy_king()];
  if (targets.empty()) return count;
  auto occupied = p.occupied();
  occupied.remove(king);
  const auto seen = std::bit_cast<RayWords>(rays(rook_directions, word(p.enemy() & p.rooks), word(occupied)) |
                                            rays(bishop_directions, word(p.enemy() & p.bishops), word(occupied)));
  return count + static_cast<std::uint64_t>(std::popcount(word(targets) & ~(seen[0] | seen[1] | seen[2] | seen[3])));
}

#endif

}  // namespace crownd::reduced_chess
