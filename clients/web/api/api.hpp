#pragma once

#include "net/asio.hpp"
#include "net/seats.hpp"
#include "web/api/facts.hpp"
#include "web/api/inquiry.hpp"
#include "web/api/json.hpp"
#include "web/api/throttle.hpp"
#include "web/content/answers.hpp"
#include "web/engines/session_pool.hpp"
#include "web/requests/gatekeeper.hpp"
#include "web/requests/request.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::web {

/// Answers the requests below /api/ in JSON, by asking daemons.
class Api {
 public:
  struct Rules {
    int rate = 0;                    ///< requests a second from each address; 0: no limit
    net::Seats::Limits at_once;      ///< requests that are being answered
    std::size_t max_positions = 0;   ///< of one request
    std::size_t max_body_bytes = 0;  ///< of one request
    bool is_private = false;         ///< there is a token: shared caches keep no answers
  };

  /// `pool` must outlive all requests, but not this.
  Api(SessionPool& pool, const Rules& rules)
      : pool_(pool), rules_(rules), throttle_(rules.rate), seats_(rules.at_once) {}

  /// The request must have passed the gatekeeper; `body` is empty unless it is a POST.
  net::Task<Answer> answer(const Request& request, const net::Origin& client, const std::string& body);

  [[nodiscard]] std::size_t max_body_bytes() const { return rules_.max_body_bytes; }

 private:
  net::Task<Answer> route(const Request& request, const net::Origin& client, const std::string& body);
  net::Task<Answer> games(const Request& request, const net::Origin& client);
  net::Task<Answer> one(const Request& request, const net::Origin& client, Subject subject);
  net::Task<Answer> many(const Request& request, const net::Origin& client, const std::string& body, Subject subject);
  /// An answer that says why they cannot be asked; null if they were.
  net::Task<std::optional<Answer>> ask(std::vector<std::shared_ptr<Inquiry>> inquiries, const net::Origin& client);
  net::Task<std::optional<Answer>> ask(std::shared_ptr<Inquiry> inquiry, const net::Origin& client);
  /// With an ETag, and 304 if the client has this answer already.
  [[nodiscard]] Answer cacheable(const Request& request, const ApiJson& json, bool exact) const;

  SessionPool& pool_;
  const Rules rules_;
  Throttle throttle_;
  net::Seats seats_;
  FactsOfEngines facts_;
};

/// An answer below /api/ that is an error, with the status.
[[nodiscard]] Answer api_error(int status, std::string_view code, const std::string& message);
/// The gatekeeper's refusal of a request below /api/.
[[nodiscard]] Answer api_error(const Refusal& refusal);

}  // namespace crownd::web
