#pragma once

#include "core/rules.hpp"
#include "games/english/rules.hpp"
#include "games/spanish/rules.hpp"
#include "games/towers/rules.hpp"
#include "tables/access.hpp"
#include "tables/computed_tables.hpp"
#include "tables/solver.hpp"
#include "tables/value.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <utility>
#include <vector>

namespace crownd::testing {

inline constexpr int few_pieces = 3;

using SolvedTables = std::map<std::uint64_t, std::vector<tables::Value>>;

/// All tables of up to that many pieces.
template <draughts_family::HasMoverView R>
SolvedTables solved_tables(int pieces) {
  const std::atomic<bool> stop{false};
  SolvedTables known;
  for (int count = 2; count <= pieces; ++count)
    for (const std::uint64_t code : draughts_family::slices_of(count)) {
      auto values = tables::solve_ending<typename R::Ending>(code, 1, stop, known);
      known.emplace(code, std::move(values));
    }
  return known;
}

/// The winner's own moves in the longest win of a table.
inline int longest_win(const std::vector<tables::Value>& values) {
  int longest = 0;
  for (const tables::Value value : values)
    if (value != tables::impossible && tables::score_of(value).is_win())
      longest = std::max(longest, tables::score_of(value).moves_to_end());
  return longest;
}

/// The exact scores of all positions of few pieces.
template <draughts_family::HasMoverView R>
class SmallTables {
 public:
  explicit SmallTables(int pieces) : values_(solved_tables<R>(pieces)) {}

  /// None if there are too many pieces, or a side has none.
  [[nodiscard]] std::optional<Score> probe(const typename R::Position& position) const {
    if (!R::Ending::covers(position)) return {};
    const TableIndex spot = R::table_index(position);
    const auto found = values_.find(spot.ending);
    if (found == values_.end()) return {};
    return tables::score_of(found->second[spot.place]);
  }

 private:
  SolvedTables values_;
};

/// Of up to few_pieces pieces, computed once per run.
template <draughts_family::HasMoverView R>
const SmallTables<R>& small_tables() {
  static const SmallTables<R> made(few_pieces);
  return made;
}

/// The exact score of a finished position, or one in the tables.
template <draughts_family::HasMoverView R>
std::optional<Score> exact_score(const SmallTables<R>& tables, const typename R::Position& position) {
  return R::result(position).over() ? Score::loss_in(0) : tables.probe(position);
}

/// The tables of a search: in memory, in one set of computed tables shared by all tests.
inline tables::ComputedTables& any_computed_tables() {
  static tables::ComputedTables computed_tables({[](std::size_t) { return true; }, [](std::size_t) {}});
  return computed_tables;
}

/// Positions of exactly this many pieces, men and kings of both sides, either side to move; the same in every run.
template <draughts_family::HasMoverView R>
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
    auto position = R::position_of({sets[0], sets[1], sets[2], sets[3]});
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
