#pragma once

#include "core/bad_input.hpp"
#include "core/rules.hpp"
#include "games/all_rules.hpp"
#include "games/draughts_family/evaluation.hpp"
#include "games/draughts_family/position.hpp"
#include "platform/system.hpp"
#include "tables/table_file.hpp"
#include "tables/value.hpp"
#include "training/verify.hpp"

#include <bit>
#include <fstream>
#include <iterator>
#include <map>
#include <ostream>
#include <random>

namespace crownd::training {

/// All tables of one game in a folder, in memory: one byte per place.
class TableSet {
 public:
  struct Table {
    tables::Description about;
    std::vector<std::uint8_t> numbers;  ///< Values or Verdicts
    int plies_added = 0;                ///< see tables::plies_added

    /// Nothing for an impossible position.
    [[nodiscard]] std::optional<TableResult> result_at(std::size_t place) const {
      const std::uint8_t number = numbers[place];
      if (about.kind == tables::Kind::distance) {
        if (number == tables::impossible) return {};
        if (number == tables::draw) return TableResult{};
        const int plies = tables::plies_of(number);
        return TableResult{plies % 2 != 0 ? TableResult::Outcome::won : TableResult::Outcome::lost,
                           plies - plies_added};
      }
      switch (static_cast<tables::Verdict>(number)) {
        case tables::Verdict::drawn: return TableResult{};
        case tables::Verdict::won: return TableResult{TableResult::Outcome::won};
        case tables::Verdict::lost: return TableResult{TableResult::Outcome::lost};
        case tables::Verdict::unreal: break;
      }
      return {};
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
  [[nodiscard]] bool has(std::uint64_t code) const { return tables_.count(code) != 0; }
  /// The most pieces of any table.
  [[nodiscard]] int pieces() const { return pieces_; }

  /// Nothing for an impossible position, or if the table does not exist.
  [[nodiscard]] std::optional<TableResult> result_of(const TableSpot& spot) const {
    if (spot.ending == 0) return TableResult{};
    const auto found = tables_.find(spot.ending);
    if (found == tables_.end() || spot.place >= found->second.numbers.size()) return {};
    return found->second.result_at(spot.place);
  }

 private:
  void add(const std::filesystem::path& path, const std::string& game) {
    std::ifstream stream(path, std::ios::binary);
    std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    try {
      const tables::TableFile file(std::make_unique<tables::BytesInMemory>(std::move(bytes)), cache_, nullptr);
      if (file.about().game != game) throw std::runtime_error(path.string() + " is of " + file.about().game);
      tables_[file.about().code] = {file.about(), file.read_all(), plies_added_};
      pieces_ = std::max(pieces_, file.about().pieces);
    } catch (const BadInput& fault) {
      throw std::runtime_error(path.string() + ": " + fault.what());
    }
  }

  tables::BlockCache cache_{0, {[](std::size_t) { return true; }, [](std::size_t) {}}};  ///< caches nothing
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
    add(draughts_family::MoverView{}, part / kinds, part % kinds, pieces, visit);
  }

  [[nodiscard]] static Position random(std::mt19937_64& random, int pieces) {
    while (true) {
      draughts_family::MoverView chosen;
      for (std::uint32_t taken = 0; std::popcount(taken) < pieces;) {
        const std::uint32_t bit = std::uint32_t{1} << random() % squares;
        if ((taken & bit) != 0) continue;
        taken |= bit;
        set_of(chosen, static_cast<unsigned>(random() % kinds)) |= bit;
      }
      if (const auto position = position_of(chosen)) return *position;
    }
  }

 private:
  static std::uint32_t& set_of(draughts_family::MoverView& pieces, unsigned kind) {
    return kind == 0   ? pieces.own_men
           : kind == 1 ? pieces.own_kings
           : kind == 2 ? pieces.enemy_men
                       : pieces.enemy_kings;
  }

  static std::optional<Position> position_of(const draughts_family::MoverView& pieces) {
    if ((pieces.own_men | pieces.own_kings) == 0 || (pieces.enemy_men | pieces.enemy_kings) == 0) return {};
    return R::position_of(pieces);
  }

  template <class Visit>
  static void add(draughts_family::MoverView pieces, unsigned square, unsigned kind, int left, Visit& visit) {
    set_of(pieces, kind) |= std::uint32_t{1} << square;
    if (left == 1) {
      if (const auto position = position_of(pieces)) visit(*position);
      return;
    }
    for (unsigned next = square + 1; next < squares; ++next)
      for (unsigned other = 0; other < kinds; ++other) add(pieces, next, other, left - 1, visit);
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
    const auto value = table.result_at(place);
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
  if (data.empty()) throw std::invalid_argument("there is no folder of this user to put tables in: use --dir DIR");
  return data / "crownd" / "tables";
}

}  // namespace crownd::training
