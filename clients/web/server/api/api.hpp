#pragma once

#include "net/access.hpp"
#include "net/tcp.hpp"
#include "web/server/api/json.hpp"
#include "web/server/api/lookup.hpp"
#include "web/server/content/responses.hpp"
#include "web/server/engines/session_pool.hpp"
#include "web/server/requests/access.hpp"
#include "web/server/requests/request.hpp"

namespace crownd::web {

/// Limits requests per second from each origin, with bursts of two seconds.
class Throttle {
 public:
  using Clock = std::chrono::steady_clock;

  /// `rate` is in requests per second; 0: no limit.
  explicit Throttle(int rate) : rate_(rate) {}

  /// Counts a request. Returns the wait before the origin may repeat it; 0: it is accepted.
  std::chrono::seconds wait_of(const net::Origin& origin, Clock::time_point now = Clock::now());

  /// The number of stored origins.
  [[nodiscard]] std::size_t size() const { return free_at_.size(); }

 private:
  void forget_old(Clock::time_point now);

  const int rate_;
  /// When the origin's requests so far would be served at the rate.
  std::map<net::Origin, Clock::time_point> free_at_;
  std::size_t next_cleaning_ = 1024;
};

/// Answers requests below /api/ in JSON.
class Api {
 public:
  struct Rules {
    int rate = 0;                       ///< requests a second from each address; 0: no limit
    net::SessionSlots::Limits at_once;  ///< limits of simultaneous requests
    std::size_t max_positions = 0;      ///< of one request
    std::size_t max_body_bytes = 0;     ///< of one request
    bool is_private = false;            ///< a token is required: shared caches keep no answers
  };

  /// `pool` must outlive all requests, but not this.
  Api(SessionPool& pool, const Rules& rules)
      : pool_(pool), rules_(rules), throttle_(rules.rate), slots_(rules.at_once) {}

  /// AccessControl must have accepted the request; `body` is empty unless it is a POST.
  net::Task<Response> answer(const Request& request, const net::Origin& client, const std::string& body);

  [[nodiscard]] std::size_t max_body_bytes() const { return rules_.max_body_bytes; }

 private:
  net::Task<Response> route(const Request& request, const net::Origin& client, const std::string& body);
  net::Task<Response> games(const Request& request, const net::Origin& client);
  net::Task<Response> one(const Request& request, const net::Origin& client, Subject subject);
  net::Task<Response> many(const Request& request, const net::Origin& client, const std::string& body, Subject subject);
  /// Returns an error response, or none.
  net::Task<std::optional<Response>> ask(std::vector<std::shared_ptr<PositionLookup>> lookups,
                                         const net::Origin& client);
  /// A response with an ETag, or 304.
  [[nodiscard]] Response cacheable(const Request& request, const ApiJson& json, bool exact) const;

  SessionPool& pool_;
  const Rules rules_;
  Throttle throttle_;
  net::SessionSlots slots_;
  EngineInfos engine_infos_;
};

/// An error response below /api/.
[[nodiscard]] Response api_error(int status, std::string_view code, const std::string& message);
/// A refusal of AccessControl as a response below /api/.
[[nodiscard]] Response api_error(const Refusal& refusal);

}  // namespace crownd::web
