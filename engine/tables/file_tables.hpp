#pragma once

#include "tables/table_file.hpp"

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace crownd::tables {

/// The table files of one game.
class FileTables {
 public:
  /// Of two tables of the same positions, the one with distances wins, else the one that came first.
  void add(std::shared_ptr<const TableFile> file);

  /// Null where there is none, or the file is damaged.
  [[nodiscard]] const TableFile* find(std::uint64_t code) const;
  /// The most pieces of any table.
  [[nodiscard]] int pieces() const { return pieces_; }
  [[nodiscard]] bool empty() const { return by_code_.empty(); }

  /// In no order.
  [[nodiscard]] const std::unordered_map<std::uint64_t, std::shared_ptr<const TableFile>>& all() const {
    return by_code_;
  }

 private:
  std::unordered_map<std::uint64_t, std::shared_ptr<const TableFile>> by_code_;
  int pieces_ = 0;
};

}  // namespace crownd::tables
