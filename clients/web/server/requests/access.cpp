#include "web/server/requests/access.hpp"

#include "net/access.hpp"

#include <algorithm>

namespace crownd::web {

namespace {

/// The last entry of a header, which our own proxy appended.
std::string last_item(std::string_view list) {
  std::string last;
  for_each_item(list, [&](std::string_view item) { last = std::string(item); });
  return last;
}

/// Whether the request needs the token: WebSockets and the API, except preflights and the API's description.
bool needs_token(const Request& request) {
  if (request.wants_websocket) return true;
  return is_api(request.target) && request.method != "OPTIONS" && path_of(request.target) != description_path;
}

std::optional<std::string> token_of(const Request& request) {
  if (!request.wants_websocket) {
    const auto token = bearer_token(request.authorization);
    return token ? std::optional(std::string(*token)) : std::nullopt;
  }
  auto offered = offered_token(request.subprotocols);
  return offered ? std::optional(std::move(offered->token)) : std::nullopt;
}

}  // namespace

bool AccessControl::came_by_tls(const Request& request, const Endpoints& ends) const {
  return rules_.tls || (is_proxy(ends) && lower(last_item(request.forwarded_proto)) == "https");
}

std::string AccessControl::client_of(const Request& request, const Endpoints& ends) const {
  auto forwarded = is_proxy(ends) ? last_item(request.forwarded_for) : std::string();
  return forwarded.empty() ? ends.peer_address : forwarded;
}

bool AccessControl::requires_token(const Request& request) const { return rules_.token && needs_token(request); }

bool AccessControl::allows_all_origins() const {
  return std::ranges::find(rules_.allowed_origins, "*") != rules_.allowed_origins.end();
}

bool AccessControl::depends_on_origin() const { return !rules_.allowed_origins.empty() && !allows_all_origins(); }

std::optional<std::string> AccessControl::allowed_origin(const Request& request) const {
  if (!request.origin || !is_api(request.target) || request.wants_websocket) return std::nullopt;
  if (allows_all_origins()) return "*";
  const auto origin = read_origin(*request.origin);
  const auto is_allowed = [&](const std::string& allowed) { return origin && read_origin(allowed) == origin; };
  return std::ranges::any_of(rules_.allowed_origins, is_allowed) ? request.origin : std::nullopt;
}

std::optional<Refusal> AccessControl::refuse(const Request& request, const Endpoints& ends,
                                             std::chrono::seconds lockout) const {
  if (auto refusal = refuse_host(request, ends)) return refusal;
  if (auto refusal = refuse_origin(request, ends)) return refusal;
  return needs_token(request) ? refuse_token(request, ends, lockout) : std::nullopt;
}

std::optional<Refusal> AccessControl::refuse_host(const Request& request, const Endpoints& ends) const {
  const auto authority = request.host ? read_authority(*request.host) : std::nullopt;
  if (!authority) return Refusal{status::bad_request, "the header Host is missing, or is not HOST or HOST:PORT"};
  const auto& host = authority->host;
  if (host == ends.local_address || (host == "localhost" && ends.local_is_loopback)) return std::nullopt;
  if (std::ranges::find(rules_.names, host) != rules_.names.end()) return std::nullopt;
  return Refusal{status::misdirected,
                 "this server is not '" + host + "'; if it is meant to be, start it with --host " + host};
}

/// Browsers send Origin with every WebSocket.
std::optional<Refusal> AccessControl::refuse_origin(const Request& request, const Endpoints& ends) const {
  if (!request.origin) {
    if (!request.wants_websocket) return std::nullopt;
    return Refusal{status::forbidden, "a WebSocket needs the header Origin"};
  }
  if (allowed_origin(request)) return std::nullopt;
  const auto own = (came_by_tls(request, ends) ? "https://" : "http://") + *request.host;
  const auto origin = read_origin(*request.origin);
  if (origin && origin == read_origin(own)) return std::nullopt;
  return Refusal{status::forbidden, "the page is not one of this server's: Origin is not " + own};
}

std::optional<Refusal> AccessControl::refuse_token(const Request& request, const Endpoints& ends,
                                                   std::chrono::seconds lockout) const {
  if (rules_.behind_proxy && !came_by_tls(request, ends))
    return Refusal{status::forbidden,
                   "only what came over TLS is served: the proxy must send X-Forwarded-Proto: https"};
  if (!rules_.token) return std::nullopt;
  const auto offered = token_of(request);
  if (!offered)
    return Refusal{status::unauthorized, request.wants_websocket
                                             ? "a token is needed: add #token=TOKEN to the page's address"
                                             : "a token is needed: send the header Authorization: Bearer TOKEN"};
  if (lockout.count() > 0)
    return Refusal{status::too_many_requests,
                   "after wrong tokens from this address none is looked at for another " +
                       std::to_string(lockout.count()) + " s (--auth-backoff)",
                   false, lockout};
  if (!net::same_token(*offered, *rules_.token)) return Refusal{status::forbidden, "the token is wrong", true};
  return std::nullopt;
}

}  // namespace crownd::web
