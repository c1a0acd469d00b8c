#include "web/server/requests/request.hpp"

#include <charconv>
#include <cstddef>

namespace crownd::web {

namespace {

/// Of an engine's number.
constexpr std::size_t max_digits = 4;

bool is_visible(char c) { return c > ' ' && c <= '~'; }

/// Maximum length of a DNS name (RFC 1035, 2.3.4).
constexpr std::size_t max_host_length = 253;
constexpr std::uint16_t http_port = 80;
constexpr std::uint16_t https_port = 443;

bool is_name_character(char c) { return is_letter(c) || is_digit(c) || c == '-' || c == '.' || c == '_'; }
bool is_v6_character(char c) { return is_digit(c) || (lower(c) >= 'a' && lower(c) <= 'f') || c == ':' || c == '.'; }

std::optional<std::uint16_t> read_port(std::string_view digits) {
  std::uint16_t port = 0;
  const auto* const last = digits.data() + digits.size();
  const auto [end, error] = std::from_chars(digits.data(), last, port);
  if (digits.empty() || error != std::errc() || end != last) return std::nullopt;
  return port;
}

constexpr std::string_view prefix = "token.";
constexpr unsigned bits_of_letter = 6;
constexpr unsigned bits_of_byte = 8;

constexpr std::string_view base64url_letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

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
  if (digits.empty() || digits.size() > max_digits || !std::ranges::all_of(digits, is_digit)) return std::nullopt;
  if (digits.size() > 1 && digits.front() == '0') return std::nullopt;
  std::size_t number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

std::optional<Authority> read_authority(std::string_view text) {
  Authority authority;
  authority.is_v6 = text.starts_with('[');
  const auto end = authority.is_v6 ? text.find(']') : text.find(':');
  if (authority.is_v6 && end == std::string_view::npos) return std::nullopt;
  const auto host = authority.is_v6 ? text.substr(1, end - 1) : text.substr(0, end);
  const bool characters_fit = std::ranges::all_of(host, authority.is_v6 ? is_v6_character : is_name_character);
  if (host.empty() || host.size() > max_host_length || !characters_fit) return std::nullopt;
  authority.host = lower(host);

  auto rest = end == std::string_view::npos ? std::string_view() : text.substr(end + (authority.is_v6 ? 1 : 0));
  if (rest.empty()) return authority;
  if (!rest.starts_with(':')) return std::nullopt;
  authority.port = read_port(rest.substr(1));
  if (!authority.port) return std::nullopt;
  return authority;
}

std::optional<PageOrigin> read_origin(std::string_view text) {
  constexpr std::string_view after_scheme = "://";
  const auto end = text.find(after_scheme);
  if (end == std::string_view::npos) return std::nullopt;
  PageOrigin origin{lower(text.substr(0, end)), {}};
  if (origin.scheme != "http" && origin.scheme != "https") return std::nullopt;
  auto authority = read_authority(text.substr(end + after_scheme.size()));
  if (!authority) return std::nullopt;
  origin.authority = *std::move(authority);
  if (!origin.authority.port) origin.authority.port = origin.scheme == "https" ? https_port : http_port;
  return origin;
}

std::optional<std::string> decode_base64url(std::string_view text) {
  while (text.ends_with('=')) text.remove_suffix(1);
  std::string bytes;
  std::uint32_t bits = 0;
  unsigned count = 0;
  for (const char c : text) {
    const auto value = base64url_letters.find(c);
    if (value == std::string_view::npos) return std::nullopt;
    bits = bits << bits_of_letter | static_cast<std::uint32_t>(value);
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
