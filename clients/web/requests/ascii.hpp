#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace crownd::web {

// Characters as HTTP defines them, whatever the locale.

[[nodiscard]] constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
[[nodiscard]] constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
[[nodiscard]] constexpr bool is_letter(char c) { return lower(c) >= 'a' && lower(c) <= 'z'; }

[[nodiscard]] inline std::string lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), [](char c) { return lower(c); });
  return result;
}

/// Without leading and trailing blanks.
[[nodiscard]] constexpr std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t";
  const auto from = text.find_first_not_of(blanks);
  return from == std::string_view::npos ? std::string_view()
                                        : text.substr(from, text.find_last_not_of(blanks) - from + 1);
}

/// Calls `use` with each element of a comma-separated list.
template <class Use>
void for_each_item(std::string_view list, const Use& use) {
  while (!list.empty()) {
    const auto comma = list.find(',');
    if (const auto item = trimmed(list.substr(0, comma)); !item.empty()) use(item);
    list = comma == std::string_view::npos ? std::string_view() : list.substr(comma + 1);
  }
}

}  // namespace crownd::web
