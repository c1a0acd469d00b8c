#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace crownd::web {

/// What counts of an HTTP request. A header that came more than once is joined with commas, as RFC 9110, 5.3, has it.
struct Request {
  std::string method;
  std::string target;
  std::optional<std::string> host;
  std::optional<std::string> origin;
  std::string subprotocols;  ///< Sec-WebSocket-Protocol
  std::string if_none_match;
  std::string accept_encoding;
  std::string forwarded_proto;  ///< X-Forwarded-Proto
  std::string forwarded_for;    ///< X-Forwarded-For
  bool wants_websocket = false;
};

/// Where it came from.
struct Arrival {
  std::string local_address;  ///< of ours, without a port
  bool local_is_loopback = false;
  std::string peer_address;
  bool peer_is_loopback = false;
};

/// The path of a request target, without what follows `?`; none where the target is no path of characters that an
/// address may have.
[[nodiscard]] std::optional<std::string_view> path_of(std::string_view target);

/// N of `/engine/N`.
[[nodiscard]] std::optional<std::size_t> engine_of(std::string_view path);

}  // namespace crownd::web
