#pragma once

#include "core/rules.hpp"
#include "play/any_game.hpp"

namespace crownd::games {

struct Entry {
  std::string_view name;   ///< as in PROTOCOL.md
  std::string_view title;  ///< for people
  std::unique_ptr<play::AnyGame> (*make)();
  std::span<const BenchPosition> bench;
  std::span<const UciVariant> uci_variants = {};
};

/// All games, in the order of the command `games`.
[[nodiscard]] std::span<const Entry> catalogue();

/// The game of that name, or null.
[[nodiscard]] const Entry* find(std::string_view name);

}  // namespace crownd::games
