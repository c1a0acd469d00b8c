#pragma once

#include "core/bad_input.hpp"
#include "core/rules.hpp"
#include "games/all_rules.hpp"
#include "games/draughts_family/evaluation.hpp"
#include "games/draughts_family/position.hpp"
#include "platform/system.hpp"
#include "training/table_output.hpp"

#include <bit>
#include <map>
#include <ostream>
#include <random>

namespace crownd::training {

/// All tables of one game in a folder, in memory: one byte per place.
class TableSet {
 public:
  struct Table {
    tables::Description about;
    std::vector<std::uint8_t> numbers;  ///< of type Value or Wdl
    int plies_added = 0;                ///< see tables::plies_added

    /// Nothing for an impossible position.
    [[nodiscard]] std::optional<Score> score_at(std::size_t place) const {
      return tables::score_in(about.kind, numbers[place], plies_added);
    }
  };

  /// `plies_added`: see tables::plies_added. Throws std::runtime_error for a damaged file, a file of another game, or a
  /// folder without tables.
  TableSet(const std::filesystem::path& folder, const std::string& game, int plies_added) : plies_added_(plies_added) {
    if (std::filesystem::is_directory(folder))
      for (const auto& entry : std::filesystem::directory_iterator(folder))
        if (entry.path().extension() == ".table") add(entry.path(), game);
    if (tables_.empty()) throw std::runtime_error("there are no tables of " + game + " in " + folder.string());
  }

  [[nodiscard]] const std::map<std::uint64_t, Table>& tables() const { return tables_; }
  /// The maximum over all tables.
  [[nodiscard]] int max_pieces() const { return pieces_; }

  /// Nothing for an impossible position, or if the table does not exist.
  [[nodiscard]] std::optional<Score> score_of(const TableIndex& spot) const {
    if (spot.ending == 0) return Score::draw();
    const auto found = tables_.find(spot.ending);
    if (found == tables_.end() || spot.place >= found->second.numbers.size()) return {};
    return found->second.score_at(spot.place);
  }

 private:
  void add(const std::filesystem::path& path, const std::string& game) {
    try {
      const auto file = read_table(path, cache_);
      const auto& about = file->about();
      if (about.game != game) throw std::runtime_error(path.string() + " is of " + about.game);
      tables_[about.code] = {about, file->read_all(), plies_added_};
      pieces_ = std::max(pieces_, about.pieces);
    } catch (const BadInput& fault) {
      throw std::runtime_error(path.string() + ": " + fault.what());
    }
  }

  NoCache cache_;
  std::map<std::uint64_t, Table> tables_;
  int pieces_ = 0;
  int plies_added_;
};

/// Positions of few pieces, generated independently of the numbering of tables.
template <draughts_family::HasMoverView R>
class TablePositions {
 public:
  using Position = typename R::Position;
  static constexpr int squares = 32;
  static constexpr unsigned kinds = 4;  ///< men and kings of both sides

  /// The enumeration of all positions is split into this many parts.
  static constexpr unsigned parts = squares * kinds;

  /// Calls visit for each position of `pieces` pieces, some for each side, with the kind and square of the first piece
  /// given by `part`. The first side is to move.
  template <class Visit>
  static void for_each(int pieces, unsigned part, Visit visit) {
    add(Sets{}, part / kinds, part % kinds, pieces, visit);
  }

  [[nodiscard]] static Position random(std::mt19937_64& random, int pieces) {
    while (true) {
      Sets sets{};
      for (std::uint32_t taken = 0; std::popcount(taken) < pieces;) {
        const std::uint32_t bit = std::uint32_t{1} << random() % squares;
        if ((taken & bit) != 0) continue;
        taken |= bit;
        sets[random() % kinds] |= bit;
      }
      if (const auto position = position_of(sets)) return *position;
    }
  }

 private:
  using Sets = std::array<std::uint32_t, kinds>;  ///< own men, own kings, enemy men, enemy kings

  static std::optional<Position> position_of(const Sets& sets) {
    if ((sets[0] | sets[1]) == 0 || (sets[2] | sets[3]) == 0) return {};
    return R::position_of({sets[0], sets[1], sets[2], sets[3]});
  }

  template <class Visit>
  static void add(Sets sets, unsigned square, unsigned kind, int left, Visit& visit) {
    sets[kind] |= std::uint32_t{1} << square;
    if (left == 1) {
      if (const auto position = position_of(sets)) visit(*position);
      return;
    }
    for (unsigned next = square + 1; next < squares; ++next)
      for (unsigned other = 0; other < kinds; ++other) add(sets, next, other, left - 1, visit);
  }
};

/// Statistics of the positions of one or several draughts tables.
struct TableStatistics {
  std::uint64_t positions = 0;
  std::uint64_t first_wins = 0;  ///< of the first army, whoever is to move; for like armies, of the side to move
  std::uint64_t second_wins = 0;
  int longest_win = 0;   ///< plies, 0 if lengths are unknown or nobody wins
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

/// The position in the form of the game, with the side to move going up the board.
template <class R>
[[nodiscard]] std::string position_text(const typename R::Ending& ending, std::size_t place) {
  const bool first = place < ending.places();
  const draughts_family::MoverView pieces = ending.pieces_at(first ? place : place - ending.places());
  return R::format_position(*R::position_of(first ? pieces : draughts_family::other_view(pieces)));
}

template <class R>
[[nodiscard]] TableStatistics statistics_of(const TableSet::Table& table) {
  const typename R::Ending ending(table.about.code);
  TableStatistics found;
  std::size_t longest_at = 0;
  for (std::size_t place = 0; place < table.numbers.size(); ++place) {
    const auto score = table.score_at(place);
    if (!score) continue;
    ++found.positions;
    if (*score == Score::draw()) continue;
    const bool mover_wins = *score > Score::draw(), first_to_move = place < ending.places();
    ++(mover_wins == first_to_move ? found.first_wins : found.second_wins);
    if (!score->is_win() || score->plies_to_end() <= found.longest_win) continue;
    found.longest_win = score->plies_to_end();
    longest_at = place;
  }
  if (found.longest_win > 0) found.position = position_text<R>(ending, longest_at);
  return found;
}

/// A table in Markdown: a row for each number of pieces, and with `each_table` for each material too.
template <class R>
void write_statistics(const TableSet& set, int max_pieces, bool each_table, std::ostream& out) {
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
    if (table.about.pieces > max_pieces) continue;
    const auto found = statistics_of<R>(table);
    by_pieces[table.about.pieces].add(found);
    if (each_table && found.positions > 0) write(table.about.name, found);
  }
  for (const auto& [pieces, all] : by_pieces) write(std::to_string(pieces) + " pieces", all);
}

/// The names of the games with endgame tables.
[[nodiscard]] inline std::string games_with_endings(const std::string& separator) {
  std::string names;
  games::AllRules::for_each([&]<Rules R>() {
    if constexpr (HasEndings<R>) names += (names.empty() ? "" : separator) + std::string(R::name);
  });
  return names;
}

/// The folder of the tables: `given`, or if it is empty the user's folder, which crownd searches by
/// default. Throws std::invalid_argument if there is none.
[[nodiscard]] inline std::filesystem::path folder_of_tables(const std::string& given) {
  if (!given.empty()) return given;
  const auto data = platform::user_data_folder();
  if (data.empty()) throw std::invalid_argument("this user has no data folder: use --dir DIR");
  return data / "crownd" / "tables";
}

}  // namespace crownd::training
