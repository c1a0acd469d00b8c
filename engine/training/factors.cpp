#include "training/factors.hpp"

#include "games/draughts_family/evaluation.hpp"

#include <cstdlib>

namespace crownd::training {

namespace {

void add_draughts_factors(std::size_t row, std::vector<std::uint32_t>& list) {
  using namespace draughts_family;
  Bits seen = 0;
  const auto& regions = small_regions.regions;
  const auto& first = small_regions.first;
  for (std::size_t i = 0; i < regions.size(); ++i) {
    if (row >= first[i] && row < first[i + 1]) {
      std::size_t digits = row - first[i];
      for (Bits left = regions[i]; left != 0; left &= left - 1, digits /= 3) {
        const Square square = lowest(left);
        if (digits % 3 == 0 || (seen & bit(square)) != 0) continue;
        list.push_back(static_cast<std::uint32_t>(digits % 3 == 1 ? square : places + square));
      }
      return;
    }
    seen |= regions[i];
  }
}

using reduced_chess::Views;

constexpr std::size_t edge_distances = 6;
constexpr std::size_t edge_factors = 4 * edge_distances * edge_distances;
constexpr std::size_t step_factors = std::size_t{Views::farthest + 1} * (Views::farthest + 1);
constexpr std::size_t distance_factor = Views::men * edge_factors;

void add_reduced_chess_factors(std::size_t row, std::vector<std::uint32_t>& list) {
  const auto add = [&](std::size_t factor) { list.push_back(static_cast<std::uint32_t>(factor)); };
  if (row < Views::square_row[Views::sizes]) {
    std::size_t size_index = 0;
    while (row >= Views::square_row[size_index + 1]) ++size_index;
    const std::size_t size = Views::min_size + size_index, place = row - Views::square_row[size_index];
    const auto from_edge = [&](std::size_t line) {
      const std::size_t opposite = size - 1 - line;
      return line <= opposite ? std::min(line, edge_distances - 1)
                              : edge_distances + std::min(opposite, edge_distances - 1);
    };
    const std::size_t man = place / (size * size);
    add(man * edge_factors + from_edge(place / size % size) * 2 * edge_distances + from_edge(place % size));
  } else if (row < Views::size_row) {
    const std::size_t number = row - Views::from_own_king_row, distance = number % Views::distances;
    const auto steps = [](std::size_t along) {
      return static_cast<std::size_t>(std::abs(static_cast<int>(along) - Views::farthest));
    };
    const auto [near, far] = std::minmax({steps(distance / Views::span), steps(distance % Views::span)});
    add(distance_factor + number / Views::distances * step_factors + far * (Views::farthest + 1) + near);
  }
}

}  // namespace

Factors draughts_factors() { return {2 * draughts_family::places, add_draughts_factors}; }

Factors reduced_chess_factors() {
  return {distance_factor + (Views::men_from_own_king + Views::men_from_enemy_king) * step_factors,
          add_reduced_chess_factors};
}

}  // namespace crownd::training
