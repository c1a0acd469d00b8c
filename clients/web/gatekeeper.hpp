#pragma once

#include "web/request.hpp"

#include <optional>
#include <string>
#include <vector>

namespace crownd::web {

/// Why a request is not served: the status of HTTP, and a sentence for people.
struct Refusal {
  int status = 0;
  std::string sentence;
  bool wrong_token = false;
};

/// Decides whose requests are served. A page of another site must not drive the engine, neither openly (Origin) nor
/// under a name of its own for this machine's address (Host, "DNS rebinding").
class Gatekeeper {
 public:
  struct Rules {
    bool tls = false;
    bool behind_proxy = false;         ///< believe what a peer on this machine says of whom it forwards
    std::vector<std::string> names;    ///< hosts that are ours, besides the address itself
    std::optional<std::string> token;  ///< without it no WebSocket is opened
  };

  explicit Gatekeeper(Rules rules) : rules_(std::move(rules)) {}

  [[nodiscard]] bool wants_token() const { return rules_.token.has_value(); }
  [[nodiscard]] std::optional<Refusal> refuse(const Request& request, const Arrival& arrival) const;
  /// Whom the sessions count for: the peer's address, or the one that a proxy forwards.
  [[nodiscard]] std::string client_of(const Request& request, const Arrival& arrival) const;

 private:
  [[nodiscard]] bool is_proxy(const Arrival& arrival) const { return rules_.behind_proxy && arrival.peer_is_loopback; }
  [[nodiscard]] bool came_by_tls(const Request& request, const Arrival& arrival) const;
  [[nodiscard]] std::optional<Refusal> refuse_host(const Request& request, const Arrival& arrival) const;
  [[nodiscard]] std::optional<Refusal> refuse_origin(const Request& request, const Arrival& arrival) const;
  [[nodiscard]] std::optional<Refusal> refuse_token(const Request& request, const Arrival& arrival) const;

  const Rules rules_;
};

}  // namespace crownd::web
