#pragma once

#include "core/rules.hpp"
#include "tables/value.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::tables {

/// One game's endgame tables: the value of every position of at most `pieces()` pieces. Never changes, so that any
/// number of searches may share it.
///
/// The form of a file; numbers have their lowest byte first:
///
///     bytes   what
///     0-7     "crowntab"
///     8-11    version of the form, 1
///     12-15   most pieces of a position
///     16-31   name of the game, filled up with zeros
///     32-39   checksum of the values, and of bytes 0-31
///     40-     a Value for each place, see index.hpp
class Tables {
 public:
  /// From the bytes of a file. Throws BadInput where they are no table of this version, or damaged.
  explicit Tables(std::vector<std::uint8_t> file);

  [[nodiscard]] const std::string& game() const { return game_; }
  [[nodiscard]] int pieces() const { return pieces_; }

  /// Of a position of at most pieces() pieces, at least one a side.
  [[nodiscard]] Value value_of(const TablePieces& pieces) const;

 private:
  std::vector<std::uint8_t> file_;
  std::string game_;
  int pieces_ = 0;
};

/// The bytes of a file with these values.
[[nodiscard]] std::vector<std::uint8_t> file_of(std::string_view game, int pieces, std::span<const Value> values);

}  // namespace crownd::tables
