#include "web/requests/request.hpp"

#include "web/requests/ascii.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>

namespace crownd::web {

namespace {

/// No command line names more engines than this allows.
constexpr std::size_t most_digits = 4;

bool is_visible(char c) { return c > ' ' && c <= '~'; }

}  // namespace

std::optional<std::string_view> path_of(std::string_view target) {
  if (!target.starts_with('/') || !std::ranges::all_of(target, is_visible)) return std::nullopt;
  return target.substr(0, target.find('?'));
}

bool is_api(std::string_view target) { return target.starts_with("/api/"); }

std::optional<std::size_t> engine_of(std::string_view path) {
  constexpr std::string_view prefix = "/engine/";
  if (!path.starts_with(prefix)) return std::nullopt;
  const auto digits = path.substr(prefix.size());
  if (digits.empty() || digits.size() > most_digits || !std::ranges::all_of(digits, is_digit)) return std::nullopt;
  if (digits.size() > 1 && digits.front() == '0') return std::nullopt;
  std::size_t number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

}  // namespace crownd::web
