#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace crownd::web {

/// The parts of an HTTP request that are used. Repeated headers are joined with commas, as in RFC 9110, 5.3.
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

/// How the request came in.
struct Arrival {
  std::string local_address;  ///< our address, without a port
  bool local_is_loopback = false;
  std::string peer_address;
  bool peer_is_loopback = false;
};

/// The path of a request target, without the query; none if the target is not a path or has invalid
/// characters.
[[nodiscard]] std::optional<std::string_view> path_of(std::string_view target);

/// The description of the API, a file.
constexpr std::string_view description_path = "/api/openapi.json";

/// Whether the target is below `/api/`, where all answers are JSON and pages of other sites may be allowed.
[[nodiscard]] bool is_api(std::string_view target);

/// N of `/engine/N`.
[[nodiscard]] std::optional<std::size_t> engine_of(std::string_view path);

}  // namespace crownd::web
