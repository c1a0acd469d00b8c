#pragma once

#include "games/english/rules.hpp"
#include "games/spanish/rules.hpp"
#include "games/towers/rules.hpp"
#include "tables/generator.hpp"
#include "tables/index.hpp"
#include "tables/probe.hpp"
#include "tables/tables.hpp"

#include <cstddef>
#include <optional>
#include <random>
#include <vector>

namespace crownd::testing {

inline constexpr int few_pieces = 3;

/// Tables of up to few_pieces pieces, worked out once a run.
template <HasTablePieces R>
const tables::Tables& small_tables() {
  static const tables::Tables made(tables::file_of(R::name, few_pieces, tables::Generator<R>(few_pieces).run()));
  return made;
}

/// The exact score of a position that is over or in the tables.
template <HasTablePieces R>
std::optional<Score> exact_score(const tables::Tables& tables, const typename R::Position& position) {
  return R::result(position).over() ? Score::loss_in(0) : tables::probe<R>(tables, position);
}

/// Positions of exactly so many pieces, men and kings of both sides, either side to move; the same in every run.
template <HasTablePieces R>
std::vector<typename R::Position> random_positions(int pieces, std::size_t count) {
  std::mt19937 random(20'240'229);
  std::vector<typename R::Position> positions;
  while (positions.size() < count) {
    std::uint32_t sets[4] = {};
    for (std::uint32_t taken = 0, placed = 0; placed < static_cast<std::uint32_t>(pieces);) {
      const std::uint32_t bit = std::uint32_t{1} << random() % 32;
      if ((taken & bit) != 0) continue;
      taken |= bit;
      sets[random() % 4] |= bit;
      ++placed;
    }
    if ((sets[0] | sets[1]) == 0 || (sets[2] | sets[3]) == 0) continue;
    auto position = R::table_position({sets[0], sets[1], sets[2], sets[3]});
    if (!position) continue;
    const auto moves = legal_moves<R>(*position);
    if (random() % 2 != 0 && !moves.empty()) {
      const auto next = R::after(*position, moves[random() % moves.size()]);
      if (R::piece_count(next) == pieces) position = next;
    }
    positions.push_back(*position);
  }
  return positions;
}

}  // namespace crownd::testing
