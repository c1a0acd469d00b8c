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
  std::chrono::seconds wait{};  ///< until the client may try again; 0: nobody knows
};

/// Decides which requests are served. A page of another site must not use the engine, neither openly (Origin) nor
/// by a host name of its own that resolves to this machine (Host, "DNS rebinding").
class Gatekeeper {
 public:
  struct Rules {
    bool tls = false;
    bool behind_proxy = false;                   ///< trust the X-Forwarded headers of peers on this machine
    std::vector<std::string> names;              ///< our host names, besides the address itself
    std::optional<std::string> token;            ///< if set, required for a WebSocket and below /api/
    std::vector<std::string> allowed_origins{};  ///< of pages that may ask below /api/; `*`: any
  };

  explicit Gatekeeper(Rules rules) : rules_(std::move(rules)) {}

  /// Whether this request needs a token.
  [[nodiscard]] bool wants_token(const Request& request) const;
  /// `lockout`: for how long no token of this client is looked at, because of wrong ones from its address.
  [[nodiscard]] std::optional<Refusal> refuse(const Request& request, const Arrival& arrival,
                                              std::chrono::seconds lockout = {}) const;
  /// What a page of another site is told: `*`, its own origin, or nothing where pages of other sites are not served.
  [[nodiscard]] std::optional<std::string> allowed_origin(const Request& request) const;
  /// Whether the answers below /api/ depend on the header Origin.
  [[nodiscard]] bool names_origins() const;
  /// The client that session limits count for: the peer's address, or the one that a proxy forwards.
  [[nodiscard]] std::string client_of(const Request& request, const Arrival& arrival) const;

 private:
  [[nodiscard]] bool allows_all_origins() const;
  [[nodiscard]] bool is_proxy(const Arrival& arrival) const { return rules_.behind_proxy && arrival.peer_is_loopback; }
  [[nodiscard]] bool came_by_tls(const Request& request, const Arrival& arrival) const;
  [[nodiscard]] std::optional<Refusal> refuse_host(const Request& request, const Arrival& arrival) const;
  [[nodiscard]] std::optional<Refusal> refuse_origin(const Request& request, const Arrival& arrival) const;
  [[nodiscard]] std::optional<Refusal> refuse_token(const Request& request, const Arrival& arrival,
                                                    std::chrono::seconds lockout) const;

  const Rules rules_;
};

}  // namespace crownd::web
