#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

namespace crownd::text {

inline constexpr std::string_view blanks = " \t\r\n";

/// What may stand between the squares of a move.
[[nodiscard]] constexpr bool is_separator(char c) { return c == '-' || c == ':' || c == 'x' || c == 'X'; }

/// Without the blanks at both ends.
[[nodiscard]] constexpr std::string_view trimmed(std::string_view text) {
  const auto begin = std::min(text.find_first_not_of(blanks), text.size());
  return text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
}

/// Takes the first word off the text; empty if there is none.
inline std::string_view take_word(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  const auto word = text.substr(0, text.find_first_of(blanks));
  text.remove_prefix(word.size());
  return word;
}

[[nodiscard]] inline std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  for (auto word = take_word(text); !word.empty(); word = take_word(text)) words.push_back(word);
  return words;
}

/// The parts between the separators, one more than there are separators.
[[nodiscard]] inline std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t from = 0; from <= text.size();) {
    const auto to = std::min(text.find(separator, from), text.size());
    parts.push_back(text.substr(from, to - from));
    from = to + 1;
  }
  return parts;
}

}  // namespace crownd::text
