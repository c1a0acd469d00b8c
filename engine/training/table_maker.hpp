#pragma once

#include "core/bad_input.hpp"
#include "core/rules.hpp"
#include "tables/solver.hpp"
#include "training/table_output.hpp"

#include <ostream>

namespace crownd::training {

/// The level of each table; `codes` are sorted so that each comes after those that it needs. A table needs only those
/// of lower levels, so all tables of a level can be made at the same time.
template <HasEndings R>
[[nodiscard]] std::map<std::uint64_t, int> levels_of(const std::vector<std::uint64_t>& codes) {
  std::map<std::uint64_t, int> levels;
  for (const std::uint64_t code : codes) {
    int level = 1;
    for (const std::uint64_t smaller : typename R::Ending(code).smaller())
      level = std::max(level, levels.at(smaller) + 1);
    levels[code] = level;
  }
  return levels;
}

/// Prints the level and the name of each table, a line each.
template <HasEndings R>
void write_plan(const std::vector<std::uint64_t>& codes, std::ostream& out) {
  const auto levels = levels_of<R>(codes);
  for (const std::uint64_t code : codes) out << levels.at(code) << ' ' << typename R::Ending(code).name() << '\n';
}

/// Throws std::invalid_argument if none has that name.
template <HasEndings R>
[[nodiscard]] std::uint64_t table_named(const std::vector<std::uint64_t>& codes, const std::string& name) {
  for (const std::uint64_t code : codes)
    if (typename R::Ending(code).name() == name) return code;
  throw std::invalid_argument("there is no table " + name + " of this many pieces");
}

/// Options of crown-tables.
struct TableOrder {
  std::filesystem::path folder;  ///< of the game
  int threads = 1;
  std::size_t memory = 0;  ///< bytes, at most
  int wdl_from = 0;        ///< tables of this many pieces or more have no distances
  const std::atomic<bool>& stop;
};

/// Progress of one table.
struct TableProgress {
  std::string name;
  std::uint64_t places = 0;
  std::uint64_t bytes = 0;  ///< of the file; 0: it is being made
  bool existed = false;
};

/// Makes the tables of a game as files, each from the files of those that its moves lead to.
template <HasEndings R>
class TableMaker {
 public:
  using Ending = typename R::Ending;

  TableMaker(const TableOrder& order, std::function<void(const TableProgress&)> on_progress)
      : order_(order), on_progress_(std::move(on_progress)) {}

  /// The codes sorted so that each comes after those that it needs; missing ones are added.
  [[nodiscard]] static std::vector<std::uint64_t> in_order(const std::vector<std::uint64_t>& codes) {
    std::vector<std::uint64_t> ordered;
    const std::function<void(std::uint64_t)> add = [&](std::uint64_t code) {
      if (std::find(ordered.begin(), ordered.end(), code) != ordered.end()) return;
      for (const std::uint64_t smaller : Ending(code).smaller()) add(smaller);
      ordered.push_back(code);
    };
    for (const std::uint64_t code : codes) add(code);
    return ordered;
  }

  /// Makes a table unless it exists. The tables after its moves must exist. Does nothing once `stop` is true. Throws
  /// std::runtime_error with a message for people.
  void make(std::uint64_t code) {
    const Ending ending(code);
    const std::uint64_t places = ending.table_places();
    if (const auto file = open(ending)) return on_progress_({ending.name(), places, file->bytes(), true});
    on_progress_({ending.name(), places});
    load_smaller(ending);
    const auto value_in_smaller = [&](const TableIndex& spot) {
      return spot.ending == 0 ? tables::draw : known_.at(spot.ending)[spot.place];
    };
    const auto lengths = kind_of(ending) == tables::Kind::distance ? tables::Lengths::exact : tables::Lengths::unknown;
    const auto values = solve(tables::Solver(ending, value_in_smaller, order_.threads, order_.stop, lengths), ending);
    if (values.empty()) return;
    on_progress_({ending.name(), places, write(ending, values)});
  }

 private:
  [[nodiscard]] tables::Kind kind_of(const Ending& ending) const {
    return ending.pieces() >= order_.wdl_from ? tables::Kind::wdl : tables::Kind::distance;
  }

  template <class Solver>
  static std::vector<tables::Value> solve(Solver solver, const Ending& ending) {
    try {
      return solver.run();
    } catch (const std::length_error&) {
      throw std::runtime_error(ending.name() + " has longer wins than a table can hold: use --wdl-from " +
                               std::to_string(ending.pieces()));
    }
  }

  [[nodiscard]] std::filesystem::path path_of(const Ending& ending) const {
    return order_.folder / (ending.name() + ".table");
  }

  /// The file of a table, if it exists, has distances where they are wanted, and its header shows no damage.
  [[nodiscard]] std::unique_ptr<tables::TableFile> open(const Ending& ending) {
    try {
      auto found = read_table(path_of(ending), cache_);
      const auto& about = found->about();
      const bool fits = about.game == R::name && about.code == ending.code() && about.places == ending.table_places() &&
                        (about.kind == tables::Kind::distance || kind_of(ending) == tables::Kind::wdl);
      return fits ? std::move(found) : nullptr;
    } catch (const BadInput&) {
      return nullptr;
    }
  }

  /// Loads the tables that this one needs, and drops all others.
  void load_smaller(const Ending& ending) {
    const auto needed = ending.smaller();
    std::erase_if(known_, [&](const auto& entry) {
      return std::find(needed.begin(), needed.end(), entry.first) == needed.end();
    });
    std::uint64_t bytes = tables::Solver<Ending, tables::Value (*)(const TableIndex&)>::bytes_of(ending);
    for (const std::uint64_t code : needed) bytes += Ending(code).table_places();
    if (bytes > order_.memory)
      throw std::runtime_error(ending.name() + " needs about " + std::to_string(bytes >> 20) +
                               " MB of memory, more than --memory allows");
    for (const std::uint64_t code : needed) {
      if (known_.count(code) != 0) continue;
      const Ending smaller(code);
      const auto file = open(smaller);
      if (!file)
        throw std::runtime_error(path_of(smaller).string() + " is missing or damaged: remove it and call again");
      try {
        known_[code] = values_of(*file);
      } catch (const BadInput& fault) {
        throw std::runtime_error(path_of(smaller).string() + ": " + fault.what() + "; remove it and call again");
      }
    }
  }

  /// The values of a file; for a table without distances, any values with the right result.
  static std::vector<tables::Value> values_of(const tables::TableFile& file) {
    auto values = file.read_all();
    if (file.about().kind == tables::Kind::distance) return values;
    constexpr std::array<tables::Value, 4> by_wdl{tables::draw, tables::value_of_plies(1), tables::value_of_plies(0),
                                                  tables::impossible};
    for (auto& value : values) value = by_wdl[value];
    return values;
  }

  std::uint64_t write(const Ending& ending, const std::vector<tables::Value>& values) {
    TableOutput output(path_of(ending));
    tables::TableWriter writer({std::string(R::name), ending.name(), ending.code(), ending.pieces(), kind_of(ending),
                                values.size(), tables::default_block_bytes},
                               [&](tables::Bytes bytes) { output.write(bytes); });
    writer.write(values);
    writer.finish();
    output.finish();
    return writer.bytes();
  }

  TableOrder order_;
  std::function<void(const TableProgress&)> on_progress_;
  NoCache cache_;
  std::map<std::uint64_t, std::vector<tables::Value>> known_;
};

}  // namespace crownd::training
