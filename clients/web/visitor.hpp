#pragma once

#include "web/answers.hpp"
#include "web/asio.hpp"
#include "web/engine.hpp"
#include "web/gatekeeper.hpp"
#include "web/request.hpp"
#include "web/seats.hpp"
#include "web/stream.hpp"
#include "web/tab.hpp"

#include <boost/asio/ssl/context.hpp>
#include <boost/beast/core/flat_buffer.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace crownd::web {

/// One connection of a browser: requests, one after another, until one opens a WebSocket.
class Visitor : public std::enable_shared_from_this<Visitor> {
 public:
  /// What all visitors share; outlives them.
  struct Shared {
    const Gatekeeper& gatekeeper;
    const Answers& answers;
    Engines& engines;
    Seats& sessions;
    Tab::Limits tab_limits;
    boost::asio::ssl::context* tls;  ///< null for plain text
  };

  Visitor(Stream stream, Arrival arrival, Seats::Seat seat, const Shared& shared);

  Task<> run();
  /// We end: a tab is told so.
  void end();

 private:
  using Opening = Tab::Opening;

  /// TLS, where it is spoken; false where nobody is served.
  Task<bool> shake_hands();
  /// None where there is no further request that could be answered.
  Task<std::optional<Opening>> read_request();
  Task<> answer_unreadable(const error_code& error);
  Task<> turn_away(const Refusal& refusal, const Opening& request);
  Task<bool> hears_plain_text();
  Task<bool> write(const Answer& answer, const Opening& request, bool keep_alive);
  /// Until a tab is open; null where none will be.
  Task<Engine*> serve_requests();
  Task<Engine*> open_tab(const Opening& opening, const Request& request);
  [[nodiscard]] std::string why_full(Seats::Full full) const;
  /// Waits for the browser to have read what it was sent, so that the kernel does not throw it away.
  Task<> linger();

  std::optional<Stream> stream_;  ///< none when it is the tab's
  const Arrival arrival_;
  std::optional<Seats::Seat> seat_;     ///< of a visit
  std::optional<Seats::Seat> session_;  ///< of a tab
  const Shared& shared_;
  boost::beast::flat_buffer buffer_;
  std::shared_ptr<Tab> tab_;
};

}  // namespace crownd::web
