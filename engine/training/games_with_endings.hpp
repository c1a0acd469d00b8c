#pragma once

#include "games/all_rules.hpp"
#include "tables/abilities.hpp"

#include <string>

namespace crownd::training {

/// The names of the games that have endgame tables.
[[nodiscard]] inline std::string games_with_endings(const std::string& separator) {
  std::string names;
  games::AllRules::for_each([&]<Rules R>() {
    if constexpr (HasEndings<R>) names += (names.empty() ? "" : separator) + std::string(R::name);
  });
  return names;
}

}  // namespace crownd::training
