#include "web/requests/query.hpp"

#include <charconv>
#include <cstddef>

namespace crownd::web {

namespace {

constexpr int hexadecimal = 16;
constexpr std::size_t digits_of_byte = 2;

std::optional<std::string> decoded(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const char c = text.front();
    text.remove_prefix(1);
    if (c != '%') {
      result += c == '+' ? ' ' : c;
      continue;
    }
    unsigned char byte = 0;
    const auto digits = text.substr(0, digits_of_byte);
    const auto* const last = digits.data() + digits.size();
    const auto [end, error] = std::from_chars(digits.data(), last, byte, hexadecimal);
    if (digits.size() < digits_of_byte || error != std::errc() || end != last) return std::nullopt;
    result += static_cast<char>(byte);
    text.remove_prefix(digits_of_byte);
  }
  return result;
}

}  // namespace

std::optional<Query> read_query(std::string_view target) {
  Query query;
  const auto begin = target.find('?');
  auto rest = begin == std::string_view::npos ? std::string_view() : target.substr(begin + 1);
  while (!rest.empty()) {
    const auto parameter = rest.substr(0, rest.find('&'));
    rest.remove_prefix(parameter.size() == rest.size() ? rest.size() : parameter.size() + 1);
    if (parameter.empty()) continue;
    const auto middle = parameter.find('=');
    auto name = decoded(parameter.substr(0, middle));
    auto value = decoded(middle == std::string_view::npos ? std::string_view() : parameter.substr(middle + 1));
    if (!name || !value) return std::nullopt;
    query.emplace_back(*std::move(name), *std::move(value));
  }
  return query;
}

}  // namespace crownd::web
