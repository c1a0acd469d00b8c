#include "web/requests/authority.hpp"

#include "web/requests/ascii.hpp"

#include <algorithm>
#include <charconv>

namespace crownd::web {

namespace {

/// Maximum length of a DNS name (RFC 1035, 2.3.4).
constexpr std::size_t longest_host = 253;
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

std::uint16_t port_of(const Authority& authority, std::string_view scheme) {
  return authority.port.value_or(scheme == "https" ? https_port : http_port);
}

}  // namespace

std::optional<Authority> read_authority(std::string_view text) {
  Authority authority;
  authority.is_v6 = text.starts_with('[');
  const auto end = authority.is_v6 ? text.find(']') : text.find(':');
  if (authority.is_v6 && end == std::string_view::npos) return std::nullopt;
  const auto host = authority.is_v6 ? text.substr(1, end - 1) : text.substr(0, end);
  const bool characters_fit = std::ranges::all_of(host, authority.is_v6 ? is_v6_character : is_name_character);
  if (host.empty() || host.size() > longest_host || !characters_fit) return std::nullopt;
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
  return origin;
}

bool same_server(const Authority& one, const Authority& other, std::string_view scheme) {
  return one.host == other.host && one.is_v6 == other.is_v6 && port_of(one, scheme) == port_of(other, scheme);
}

}  // namespace crownd::web
