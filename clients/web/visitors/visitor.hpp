#pragma once

#include "net/asio.hpp"
#include "net/lockouts.hpp"
#include "net/seats.hpp"
#include "web/api/api.hpp"
#include "web/content/answers.hpp"
#include "web/engines/engine.hpp"
#include "web/requests/gatekeeper.hpp"
#include "web/requests/request.hpp"
#include "web/stream.hpp"
#include "web/visitors/tab.hpp"

#include <boost/asio/ssl/context.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace crownd::web {

/// One connection of a browser: requests, one after another, until one upgrades to a WebSocket.
class Visitor : public std::enable_shared_from_this<Visitor> {
 public:
  /// Shared by all visitors; outlives them.
  struct Shared {
    const Gatekeeper& gatekeeper;
    net::Lockouts& lockouts;
    const Answers& answers;
    Api& api;
    Engines& engines;
    net::Seats& sessions;
    Tab::Limits tab_limits;
    boost::asio::ssl::context* tls;  ///< null for plain text
  };

  Visitor(Stream stream, Arrival arrival, net::Seats::Seat seat, const Shared& shared);

  net::Task<> run();
  /// The server shuts down: notifies a tab.
  void end();

 private:
  using Opening = Tab::Opening;
  using Parser = boost::beast::http::request_parser<boost::beast::http::string_body>;

  /// The TLS handshake, if TLS is used; false if the connection is not to be served.
  net::Task<bool> shake_hands();
  /// Reads the headers; false if there is no further request that can be answered.
  net::Task<bool> read_request(Parser& parser);
  /// Reads the body; gives an answer if it cannot be read, or has too many bytes.
  net::Task<std::optional<Answer>> read_body(Parser& parser);
  net::Task<Answer> answer(Parser& parser, const Request& request);
  net::Task<Answer> answer_api(Parser& parser, const Request& request);
  net::Task<> answer_unreadable(const net::error_code& error);
  net::Task<> turn_away(const Refusal& refusal, const Opening& opening, const Request& request);
  /// As the gatekeeper, with a lockout for whoever guesses tokens.
  [[nodiscard]] std::optional<Refusal> refuse(const Request& request);
  net::Task<bool> hears_plain_text();
  net::Task<bool> write(const Answer& answer, const Opening& request, bool keep_alive);
  /// Serves requests until a tab is opened; null if none will be.
  net::Task<Engine*> serve_requests();
  /// Answers one request; false if there is no further one. Sets `engine` if a tab was opened.
  net::Task<bool> serve_request(Engine*& engine);
  net::Task<Engine*> open_tab(const Opening& opening, const Request& request);
  /// Waits until the browser has read the response, so that the kernel does not discard it (lingering close).
  net::Task<> linger();

  std::optional<Stream> stream_;  ///< none after it was moved to the tab
  const Arrival arrival_;
  std::optional<net::Seats::Seat> seat_;     ///< of a visit
  std::optional<net::Seats::Seat> session_;  ///< of a tab
  const Shared& shared_;
  boost::beast::flat_buffer buffer_;
  std::shared_ptr<Tab> tab_;
};

}  // namespace crownd::web
