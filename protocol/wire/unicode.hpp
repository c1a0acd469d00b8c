#pragma once

#include <cstddef>
#include <string_view>

namespace crownd::wire {

/// A character of UTF-8 text (RFC 3629).
struct CodePoint {
  char32_t value = 0;
  std::size_t bytes = 0;  ///< its length; 0 where the text is no UTF-8
};

/// The first character of a text that is not empty.
[[nodiscard]] CodePoint first_code_point(std::string_view text);

/// Whether a character only steers how text is shown: it breaks lines, reverses or hides what stands beside it, or
/// sends commands to a terminal. The categories Cc (control), Cf (format), Zl and Zp (separators) of Unicode 15.
[[nodiscard]] bool is_control(char32_t character);

}  // namespace crownd::wire
