#include "web/requests/gatekeeper.hpp"

#include "net/token.hpp"
#include "web/requests/ascii.hpp"
#include "web/requests/authority.hpp"
#include "web/requests/status.hpp"
#include "web/requests/token.hpp"

#include <algorithm>
#include <string>
#include <string_view>

namespace crownd::web {

namespace {

/// Proxies append to such headers: our proxy's entry is the last.
std::string last_item(std::string_view list) {
  std::string last;
  for_each_item(list, [&](std::string_view item) { last = std::string(item); });
  return last;
}

}  // namespace

bool Gatekeeper::came_by_tls(const Request& request, const Arrival& arrival) const {
  return rules_.tls || (is_proxy(arrival) && lower(last_item(request.forwarded_proto)) == "https");
}

std::string Gatekeeper::client_of(const Request& request, const Arrival& arrival) const {
  auto forwarded = is_proxy(arrival) ? last_item(request.forwarded_for) : std::string();
  return forwarded.empty() ? arrival.peer_address : forwarded;
}

std::optional<Refusal> Gatekeeper::refuse(const Request& request, const Arrival& arrival,
                                          std::chrono::seconds lockout) const {
  if (auto refusal = refuse_host(request, arrival)) return refusal;
  if (auto refusal = refuse_origin(request, arrival)) return refusal;
  return request.wants_websocket ? refuse_token(request, arrival, lockout) : std::nullopt;
}

std::optional<Refusal> Gatekeeper::refuse_host(const Request& request, const Arrival& arrival) const {
  const auto authority = request.host ? read_authority(*request.host) : std::nullopt;
  if (!authority) return Refusal{status::bad_request, "the header Host is missing, or is not HOST or HOST:PORT"};
  const auto& host = authority->host;
  if (host == arrival.local_address || (host == "localhost" && arrival.local_is_loopback)) return std::nullopt;
  if (std::ranges::find(rules_.names, host) != rules_.names.end()) return std::nullopt;
  return Refusal{status::misdirected,
                 "this server is not '" + host + "'; if it is meant to be, start it with --host " + host};
}

/// Browsers send Origin with every WebSocket.
std::optional<Refusal> Gatekeeper::refuse_origin(const Request& request, const Arrival& arrival) const {
  if (!request.origin) {
    if (!request.wants_websocket) return std::nullopt;
    return Refusal{status::forbidden, "a WebSocket needs the header Origin"};
  }
  const std::string_view scheme = came_by_tls(request, arrival) ? "https" : "http";
  const auto origin = read_origin(*request.origin);
  const auto host = read_authority(*request.host);
  if (origin && origin->scheme == scheme && same_server(origin->authority, *host, scheme)) return std::nullopt;
  return Refusal{status::forbidden,
                 "the page is not one of this server's: Origin is not " + std::string(scheme) + "://" + *request.host};
}

std::optional<Refusal> Gatekeeper::refuse_token(const Request& request, const Arrival& arrival,
                                                std::chrono::seconds lockout) const {
  if (rules_.behind_proxy && !came_by_tls(request, arrival))
    return Refusal{status::forbidden,
                   "only what came over TLS is served: the proxy must send X-Forwarded-Proto: https"};
  if (!rules_.token) return std::nullopt;
  const auto offered = offered_token(request.subprotocols);
  if (!offered) return Refusal{status::unauthorized, "a token is needed: add #token=TOKEN to the page's address"};
  if (lockout.count() > 0)
    return Refusal{status::too_many_requests, "after wrong tokens from this address none is looked at for another " +
                                                  std::to_string(lockout.count()) + " s (--auth-backoff)"};
  if (!net::same_token(offered->token, *rules_.token)) return Refusal{status::forbidden, "the token is wrong", true};
  return std::nullopt;
}

}  // namespace crownd::web
