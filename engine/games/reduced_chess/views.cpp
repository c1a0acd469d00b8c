#include "games/reduced_chess/views.hpp"

#include <algorithm>
#include <cstdlib>

namespace crownd::reduced_chess {

void Views::factors(std::size_t row, std::vector<std::uint32_t>& list) {
  const auto add = [&](std::size_t factor) { list.push_back(static_cast<std::uint32_t>(factor)); };
  if (row < square_row[sizes]) {
    std::size_t size_index = 0;
    while (row >= square_row[size_index + 1]) ++size_index;
    const std::size_t size = smallest_size + size_index, place = row - square_row[size_index];
    const auto from_edge = [&](std::size_t line) {
      const std::size_t opposite = size - 1 - line;
      return line <= opposite ? std::min(line, edge_distances - 1)
                              : edge_distances + std::min(opposite, edge_distances - 1);
    };
    const std::size_t man = place / (size * size);
    add(man * edge_factors + from_edge(place / size % size) * 2 * edge_distances + from_edge(place % size));
  } else if (row < size_row) {
    const std::size_t number = row - from_own_king_row, distance = number % distances;
    const auto steps = [](std::size_t along) {
      return static_cast<std::size_t>(std::abs(static_cast<int>(along) - farthest));
    };
    const auto [near, far] = std::minmax({steps(distance / span), steps(distance % span)});
    add(distance_factor + number / distances * step_factors + far * (farthest + 1) + near);
  }
}

}  // namespace crownd::reduced_chess
