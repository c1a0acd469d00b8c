#pragma once

#include "core/bad_input.hpp"
#include "core/rules.hpp"
#include "tables/abilities.hpp"
#include "tables/table_file.hpp"
#include "tables/value.hpp"
#include "tables/verify.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace crownd::training {

/// All tables of one game in a folder, whole in memory: a byte a place.
class TableSet {
 public:
  struct Table {
    tables::Description about;
    std::vector<std::uint8_t> numbers;  ///< Values or Verdicts
  };

  /// Throws std::runtime_error for a file that is damaged or of another game, or if a folder has no tables.
  TableSet(const std::filesystem::path& folder, const std::string& game) {
    if (std::filesystem::is_directory(folder))
      for (const auto& entry : std::filesystem::directory_iterator(folder))
        if (entry.path().extension() == ".table") add(entry.path(), game);
    if (tables_.empty()) throw std::runtime_error("there are no tables of " + game + " in " + folder.string());
  }

  [[nodiscard]] const std::map<std::uint64_t, Table>& tables() const { return tables_; }
  [[nodiscard]] bool has(std::uint64_t code) const { return tables_.count(code) != 0; }
  /// The most pieces of any table.
  [[nodiscard]] int pieces() const { return pieces_; }

  /// The value at an index; nothing where the table is not there, or says that there is no such position.
  [[nodiscard]] std::optional<tables::TableResult> result_of(const TableSpot& spot) const {
    if (spot.ending == 0) return tables::TableResult{};
    const auto found = tables_.find(spot.ending);
    if (found == tables_.end() || spot.place >= found->second.numbers.size()) return {};
    return result_of(found->second.about.kind, found->second.numbers[spot.place]);
  }

  [[nodiscard]] static std::optional<tables::TableResult> result_of(tables::Kind kind, std::uint8_t number) {
    using tables::TableResult;
    if (kind == tables::Kind::distance) {
      if (number == tables::impossible) return {};
      if (number == tables::draw) return TableResult{};
      const int plies = tables::plies_of(number);
      return TableResult{plies % 2 != 0 ? TableResult::Outcome::won : TableResult::Outcome::lost, plies};
    }
    switch (static_cast<tables::Verdict>(number)) {
      case tables::Verdict::drawn: return TableResult{};
      case tables::Verdict::won: return TableResult{TableResult::Outcome::won};
      case tables::Verdict::lost: return TableResult{TableResult::Outcome::lost};
      case tables::Verdict::unreal: break;
    }
    return {};
  }

 private:
  void add(const std::filesystem::path& path, const std::string& game) {
    std::ifstream stream(path, std::ios::binary);
    std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    try {
      const tables::TableFile file(std::make_unique<tables::BytesInMemory>(std::move(bytes)), cache_, nullptr);
      if (file.about().game != game) throw std::runtime_error(path.string() + " is of " + file.about().game);
      tables_[file.about().code] = {file.about(), file.read_all()};
      pieces_ = std::max(pieces_, file.about().pieces);
    } catch (const BadInput& fault) {
      throw std::runtime_error(path.string() + ": " + fault.what());
    }
  }

  tables::BlockCache cache_{0, {[](std::size_t) { return true; }, [](std::size_t) {}}};  ///< caches nothing
  std::map<std::uint64_t, Table> tables_;
  int pieces_ = 0;
};

}  // namespace crownd::training
