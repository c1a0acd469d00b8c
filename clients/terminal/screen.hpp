#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace crownd::terminal {

// What the terminal is like, and how to remove from it what was written.

/// How many columns it has; 80 where it does not say.
[[nodiscard]] std::size_t screen_width();

/// Whether it understands no escape sequences.
[[nodiscard]] bool screen_is_dumb();

/// Removes the text that was written when the terminal had `old_width` columns, and all that stands behind its end,
/// where the cursor is. The cursor is then where the text began.
[[nodiscard]] std::string removal(std::wstring_view text, std::size_t old_width);

}  // namespace crownd::terminal
