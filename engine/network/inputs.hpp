#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace crownd::network {

/// The active rows of the first layer for one side's view of a position, by number.
class Rows {
 public:
  static constexpr std::size_t most = 64;

  void add(std::size_t row) { rows_[count_++] = static_cast<std::uint32_t>(row); }
  [[nodiscard]] std::span<const std::uint32_t> all() const { return {rows_.data(), count_}; }

 private:
  std::array<std::uint32_t, most> rows_;  // without initialisers: an evaluation fills only what it needs
  std::size_t count_ = 0;
};

/// The inputs of a network for one position.
struct Inputs {
  Rows mover;              ///< as the side to move sees the board
  Rows opponent;           ///< as the other side sees it
  std::size_t bucket = 0;  ///< selects the output layers: one bucket for each stage of the game
};

}  // namespace crownd::network
