#pragma once

#include "terminal/table.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::terminal {

enum class Carried : std::uint8_t {
  not_a_command,
  out,      ///< carried out, or refused with a sentence; the game stands as it stood
  changed,  ///< the game or the view of it is another one
  quit,
};

/// Carries out what a person can ask for inside a game: help, moves, hint, eval, undo, flip, save, load, resign, quit.
Carried carry_out(Table& table, std::string_view line);

/// What Tab completes: the legal moves and the commands, behind a command its file.
[[nodiscard]] std::vector<std::string> completions(Table& table, std::string_view typed);

}  // namespace crownd::terminal
