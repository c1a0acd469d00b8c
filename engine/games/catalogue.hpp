#pragma once

#include "core/rules.hpp"
#include "play/abilities.hpp"
#include "play/any_game.hpp"

#include <memory>
#include <span>
#include <string_view>

namespace crownd::games {

/// A game that can be played.
struct Entry {
  std::string_view name;   ///< as in PROTOCOL.md
  std::string_view title;  ///< for people
  std::unique_ptr<play::AnyGame> (*make)();
  std::span<const BenchPosition> bench;
  std::span<const UciVariant> uci_variants = {};
};

/// All games, in the order in which `games` lists them.
[[nodiscard]] std::span<const Entry> catalogue();

/// The game of that name, or null.
[[nodiscard]] const Entry* find(std::string_view name);

}  // namespace crownd::games
