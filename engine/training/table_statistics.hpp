#pragma once

#include "core/rules.hpp"
#include "games/draughts_family/judge.hpp"
#include "training/table_set.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <ostream>
#include <string>
#include <vector>

namespace crownd::training {

/// Statistics of the positions of one or several draughts tables.
struct TableStatistics {
  std::uint64_t positions = 0;
  std::uint64_t first_wins = 0;  ///< of the first army, whoever is to move; for like armies, of the side to move
  std::uint64_t second_wins = 0;
  int longest_win = 0;   ///< plies, 0 where lengths are unknown or nobody wins
  std::string position;  ///< one with the longest win

  void add(const TableStatistics& other) {
    positions += other.positions;
    first_wins += other.first_wins;
    second_wins += other.second_wins;
    if (other.longest_win <= longest_win) return;
    longest_win = other.longest_win;
    position = other.position;
  }
};

/// As the game writes it, with the side to move going up the board.
template <class R>
[[nodiscard]] std::string position_text(const typename R::Ending& ending, std::size_t place) {
  const bool first = place < ending.places();
  const draughts_family::MoverView pieces = ending.pieces_at(first ? place : place - ending.places());
  return R::format_position(*R::position_of(first ? pieces : draughts_family::other_view(pieces)));
}

template <class R>
[[nodiscard]] TableStatistics statistics_of(const TableSet::Table& table) {
  using tables::TableResult;
  const typename R::Ending ending(table.about.code);
  TableStatistics found;
  std::size_t longest_at = 0;
  for (std::size_t place = 0; place < table.numbers.size(); ++place) {
    const auto value = TableSet::result_of(table.about.kind, table.numbers[place]);
    if (!value) continue;
    ++found.positions;
    if (value->outcome == TableResult::Outcome::drawn) continue;
    const bool mover_wins = value->outcome == TableResult::Outcome::won, first_to_move = place < ending.places();
    ++(mover_wins == first_to_move ? found.first_wins : found.second_wins);
    if (!mover_wins || value->plies <= found.longest_win) continue;
    found.longest_win = value->plies;
    longest_at = place;
  }
  if (found.longest_win > 0) found.position = position_text<R>(ending, longest_at);
  return found;
}

/// A table in Markdown: a row for each number of pieces, and with `each_table` for each material too.
template <class R>
void write_statistics(const TableSet& set, bool each_table, std::ostream& out) {
  const auto write = [&](const std::string& name, const TableStatistics& row) {
    const auto share = [&](std::uint64_t count) {
      constexpr std::uint64_t tenths_of_percent = 1'000;
      const std::uint64_t tenths = (count * tenths_of_percent + row.positions / 2) / row.positions;
      return std::to_string(tenths / 10) + '.' + std::to_string(tenths % 10) + " %";
    };
    const std::uint64_t draws = row.positions - row.first_wins - row.second_wins;
    out << "| " << name << " | " << row.positions << " | " << share(row.first_wins) << " | " << share(draws) << " | "
        << share(row.second_wins) << " | " << (row.longest_win > 0 ? std::to_string(row.longest_win) : "") << " | "
        << (row.position.empty() ? "" : "`" + row.position + "`") << " |\n";
  };
  out << "| " << R::name << " | positions | won | drawn | lost | longest win, plies | position |\n"
      << "| --- | --- | --- | --- | --- | --- | --- |\n";
  std::map<int, TableStatistics> by_pieces;
  for (const auto& [code, table] : set.tables()) {
    const auto found = statistics_of<R>(table);
    by_pieces[table.about.pieces].add(found);
    if (each_table && found.positions > 0) write(table.about.name, found);
  }
  for (const auto& [pieces, all] : by_pieces) write(std::to_string(pieces) + " pieces", all);
}

}  // namespace crownd::training
