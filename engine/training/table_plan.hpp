#pragma once

#include "core/rules.hpp"
#include "tables/abilities.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <ostream>
#include <stdexcept>
#include <string>
#include <vector>

namespace crownd::training {

/// The tables with these codes, each after those that its moves lead to, by levels: a table needs only those of
/// lower levels, so that all of one level can be made at the same time, on as many machines.
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

/// A line for each: its level and its name.
template <HasEndings R>
void write_plan(const std::vector<std::uint64_t>& codes, std::ostream& out) {
  const auto levels = levels_of<R>(codes);
  for (const std::uint64_t code : codes) out << levels.at(code) << ' ' << typename R::Ending(code).name() << '\n';
}

/// Throws std::invalid_argument where none of them has that name.
template <HasEndings R>
[[nodiscard]] std::uint64_t table_named(const std::vector<std::uint64_t>& codes, const std::string& name) {
  for (const std::uint64_t code : codes)
    if (typename R::Ending(code).name() == name) return code;
  throw std::invalid_argument("there is no table " + name + " of this many pieces");
}

}  // namespace crownd::training
