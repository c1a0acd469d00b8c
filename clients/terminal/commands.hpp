#pragma once

#include "terminal/table.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::terminal {

enum class Carried : std::uint8_t {
  not_a_command,
  out,      ///< done, or refused with a message; the game is unchanged
  changed,  ///< the game or the view of it has changed
  quit,
};

/// Executes a command that a person enters in a game, of the list that help shows.
Carried carry_out(Table& table, std::string_view line);

/// Completions for Tab: legal moves and commands; after a command, its file.
[[nodiscard]] std::vector<std::string> completions(Table& table, std::string_view typed);

}  // namespace crownd::terminal
