#pragma once

#include "board/colours.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace crownd::console {

// Properties of the terminal, and how to erase text that was written to it.

/// Number of columns; 80 if unknown.
[[nodiscard]] std::size_t screen_width();

/// How many colours it has, according to TERM.
[[nodiscard]] board::Colours colours_of_terminal();

/// Whether the terminal has no escape sequences.
[[nodiscard]] bool screen_is_dumb();

/// The escape sequences that erase the text, written when the terminal had `old_width` columns, and all after its end,
/// where the cursor is. The cursor is then where the text began.
[[nodiscard]] std::string removal(std::wstring_view text, std::size_t old_width);

}  // namespace crownd::console
