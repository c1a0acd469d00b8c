#pragma once

#include "web/server/requests/request.hpp"

#include <chrono>
#include <vector>

namespace crownd::web {

/// The refusal of a request, with a message for people.
struct Refusal {
  int status = 0;
  std::string sentence;
  bool wrong_token = false;
  std::chrono::seconds wait{};  ///< until the client may try again; 0: unknown
};

/// Decides which requests are served. Pages of other sites must not use the engine, neither directly (Origin) nor by a
/// host name of their own that resolves to this machine (Host, "DNS rebinding").
class AccessControl {
 public:
  struct Rules {
    bool tls = false;
    bool behind_proxy = false;                   ///< trust the X-Forwarded headers of peers on this machine
    std::vector<std::string> names;              ///< our host names, besides the address itself
    std::optional<std::string> token;            ///< if set, required for a WebSocket and below /api/
    std::vector<std::string> allowed_origins{};  ///< of pages that may ask below /api/; `*`: any
  };

  explicit AccessControl(Rules rules) : rules_(std::move(rules)) {}

  /// Whether this request needs a token.
  [[nodiscard]] bool requires_token(const Request& request) const;
  /// `lockout`: how long tokens of this client are ignored after wrong ones.
  [[nodiscard]] std::optional<Refusal> refuse(const Request& request, const Endpoints& ends,
                                              std::chrono::seconds lockout = {}) const;
  /// The value of Access-Control-Allow-Origin: `*`, the origin of the request, or none.
  [[nodiscard]] std::optional<std::string> allowed_origin(const Request& request) const;
  /// Whether the answers below /api/ depend on the header Origin.
  [[nodiscard]] bool depends_on_origin() const;
  /// The client that session limits count for: the peer's address, or the one that a proxy forwards.
  [[nodiscard]] std::string client_of(const Request& request, const Endpoints& ends) const;

 private:
  [[nodiscard]] bool allows_all_origins() const;
  [[nodiscard]] bool is_proxy(const Endpoints& ends) const { return rules_.behind_proxy && ends.peer_is_loopback; }
  [[nodiscard]] bool came_by_tls(const Request& request, const Endpoints& ends) const;
  [[nodiscard]] std::optional<Refusal> refuse_host(const Request& request, const Endpoints& ends) const;
  [[nodiscard]] std::optional<Refusal> refuse_origin(const Request& request, const Endpoints& ends) const;
  [[nodiscard]] std::optional<Refusal> refuse_token(const Request& request, const Endpoints& ends,
                                                    std::chrono::seconds lockout) const;

  const Rules rules_;
};

}  // namespace crownd::web
