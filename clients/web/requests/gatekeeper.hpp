#pragma once

#include "web/requests/request.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace crownd::web {

/// Why a request is refused: the HTTP status, and a sentence for people.
struct Refusal {
  int status = 0;
  std::string sentence;
  bool wrong_token = false;
};

/// Decides which requests are served. A page of another site must not use the engine, neither openly (Origin) nor
/// by a host name of its own that resolves to this machine (Host, "DNS rebinding").
class Gatekeeper {
 public:
  struct Rules {
    bool tls = false;
    bool behind_proxy = false;         ///< trust the X-Forwarded headers of peers on this machine
    std::vector<std::string> names;    ///< our host names, besides the address itself
    std::optional<std::string> token;  ///< if set, required for a WebSocket
  };

  explicit Gatekeeper(Rules rules) : rules_(std::move(rules)) {}

  [[nodiscard]] bool wants_token() const { return rules_.token.has_value(); }
  /// `lockout`: for how long no token of this client is looked at, because of wrong ones from its address.
  [[nodiscard]] std::optional<Refusal> refuse(const Request& request, const Arrival& arrival,
                                              std::chrono::seconds lockout = {}) const;
  /// The client that session limits count for: the peer's address, or the one that a proxy forwards.
  [[nodiscard]] std::string client_of(const Request& request, const Arrival& arrival) const;

 private:
  [[nodiscard]] bool is_proxy(const Arrival& arrival) const { return rules_.behind_proxy && arrival.peer_is_loopback; }
  [[nodiscard]] bool came_by_tls(const Request& request, const Arrival& arrival) const;
  [[nodiscard]] std::optional<Refusal> refuse_host(const Request& request, const Arrival& arrival) const;
  [[nodiscard]] std::optional<Refusal> refuse_origin(const Request& request, const Arrival& arrival) const;
  [[nodiscard]] std::optional<Refusal> refuse_token(const Request& request, const Arrival& arrival,
                                                    std::chrono::seconds lockout) const;

  const Rules rules_;
};

}  // namespace crownd::web
