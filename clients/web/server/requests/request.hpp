#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// HTTP status codes (RFC 9110, 15; RFC 6585).
namespace crownd::web::status {

constexpr int ok = 200;
constexpr int no_content = 204;
constexpr int not_modified = 304;
constexpr int bad_request = 400;
constexpr int unauthorized = 401;
constexpr int forbidden = 403;
constexpr int not_found = 404;
constexpr int method_not_allowed = 405;
constexpr int too_large = 413;
constexpr int misdirected = 421;
constexpr int unprocessable = 422;
constexpr int upgrade_required = 426;
constexpr int too_many_requests = 429;
constexpr int headers_too_large = 431;
constexpr int unavailable = 503;
constexpr int late = 504;

}  // namespace crownd::web::status

namespace crownd::web {

// Characters as HTTP defines them, independent of the locale.

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

/// An HTTP request. Repeated headers are joined with commas (RFC 9110, 5.3).
struct Request {
  std::string method;
  std::string target;
  std::optional<std::string> host;
  std::optional<std::string> origin;
  std::string subprotocols;  ///< Sec-WebSocket-Protocol
  std::string if_none_match;
  std::string accept_encoding;
  std::string authorization;
  std::string forwarded_proto;  ///< X-Forwarded-Proto
  std::string forwarded_for;    ///< X-Forwarded-For
  bool wants_websocket = false;
};

/// Both ends of the connection.
struct Endpoints {
  std::string local_address;  ///< our address, without a port
  bool local_is_loopback = false;
  std::string peer_address;
  bool peer_is_loopback = false;
};

/// The path of a request target without the query; none for an invalid path.
[[nodiscard]] std::optional<std::string_view> path_of(std::string_view target);

/// The file that describes the API.
constexpr std::string_view description_path = "/api/openapi.json";

/// Whether the target is below `/api/`.
[[nodiscard]] bool is_api(std::string_view target);

/// N of `/engine/N`.
[[nodiscard]] std::optional<std::size_t> engine_of(std::string_view path);

/// The value of the header Host: a name or an address, and optionally a port.
struct Authority {
  std::string host;  ///< in lower case; an IPv6 address without its brackets
  bool is_v6 = false;
  std::optional<std::uint16_t> port;

  friend bool operator==(const Authority&, const Authority&) = default;
};

/// `NAME[:PORT]`, `1.2.3.4[:PORT]`, `[::1][:PORT]` (RFC 3986, 3.2.2 and 3.2.3, without user names and percent signs).
[[nodiscard]] std::optional<Authority> read_authority(std::string_view text);

/// The value of the header Origin: `http://` or `https://`, and an authority, with the default port if it has none.
struct PageOrigin {
  std::string scheme;
  Authority authority;

  bool operator==(const PageOrigin&) const = default;
};
[[nodiscard]] std::optional<PageOrigin> read_origin(std::string_view text);

/// Decodes base64url (RFC 4648, 5), with or without `=` at the end; none if it is invalid.
[[nodiscard]] std::optional<std::string> decode_base64url(std::string_view text);

/// A token offered as the WebSocket subprotocol `token.XXXX` in base64url, since pages cannot set other headers.
struct OfferedToken {
  std::string subprotocol;  ///< the whole item
  std::string token;
};
/// `subprotocols` is the header Sec-WebSocket-Protocol.
[[nodiscard]] std::optional<OfferedToken> offered_token(std::string_view subprotocols);

/// The token of the header `Authorization: Bearer TOKEN` (RFC 6750, 2.1).
[[nodiscard]] std::optional<std::string_view> bearer_token(std::string_view authorization);

}  // namespace crownd::web
