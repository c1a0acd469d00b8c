#pragma once

namespace crownd {

// Letters and digits as positions and moves use them: ASCII only, independent of the locale.

[[nodiscard]] constexpr bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }
[[nodiscard]] constexpr char lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}
[[nodiscard]] constexpr char upper(char letter) {
  return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
}
[[nodiscard]] constexpr bool is_letter(char letter) { return lower(letter) >= 'a' && lower(letter) <= 'z'; }

}  // namespace crownd
