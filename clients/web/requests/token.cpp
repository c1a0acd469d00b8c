#include "web/requests/token.hpp"

#include "web/requests/ascii.hpp"

#include <cstdint>

namespace crownd::web {

namespace {

constexpr std::string_view prefix = "token.";
constexpr unsigned bits_of_letter = 6;
constexpr unsigned bits_of_byte = 8;

std::optional<unsigned> value_of(char c) {
  if (c >= 'A' && c <= 'Z') return static_cast<unsigned>(c - 'A');
  if (c >= 'a' && c <= 'z') return static_cast<unsigned>(c - 'a') + 26;
  if (is_digit(c)) return static_cast<unsigned>(c - '0') + 52;
  if (c == '-') return 62U;
  if (c == '_') return 63U;
  return std::nullopt;
}

}  // namespace

std::optional<std::string> decode_base64url(std::string_view text) {
  while (text.ends_with('=')) text.remove_suffix(1);
  std::string bytes;
  std::uint32_t bits = 0;
  unsigned count = 0;
  for (const char c : text) {
    const auto value = value_of(c);
    if (!value) return std::nullopt;
    bits = bits << bits_of_letter | *value;
    count += bits_of_letter;
    if (count < bits_of_byte) continue;
    count -= bits_of_byte;
    bytes += static_cast<char>(bits >> count & 0xFFU);
  }
  const bool has_rest = count == bits_of_letter || (bits & ((1U << count) - 1)) != 0;
  if (has_rest) return std::nullopt;
  return bytes;
}

std::optional<OfferedToken> offered_token(std::string_view subprotocols) {
  std::optional<OfferedToken> found;
  for_each_item(subprotocols, [&](std::string_view item) {
    if (found || !item.starts_with(prefix)) return;
    if (auto token = decode_base64url(item.substr(prefix.size()))) found = {std::string(item), *std::move(token)};
  });
  return found;
}

std::optional<std::string_view> bearer_token(std::string_view authorization) {
  constexpr std::string_view scheme = "bearer ";
  if (lower(authorization.substr(0, scheme.size())) != scheme) return std::nullopt;
  return trimmed(authorization.substr(scheme.size()));
}

}  // namespace crownd::web
