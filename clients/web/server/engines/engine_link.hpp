#pragma once

#include "connection/socket_channel.hpp"
#include "net/tcp.hpp"
#include "web/server/engines/resolve.hpp"

#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/role.hpp>
#include <boost/beast/core/tcp_stream.hpp>

#include <cstddef>
#include <optional>

namespace crownd::web {

/// TCP, optionally with TLS: one stream type, so that templates are compiled once.
class Stream {
 public:
  using Tcp = boost::beast::tcp_stream;
  using Tls = boost::asio::ssl::stream<Tcp&>;
  using executor_type = Tcp::executor_type;

  explicit Stream(Tcp::socket_type socket) : parts_(std::make_unique<Parts>(std::move(socket))) {}

  /// Adds TLS from now on. The context must outlive the stream.
  Tls& add_tls(boost::asio::ssl::context& context) { return parts_->tls.emplace(parts_->tcp, context); }
  [[nodiscard]] bool has_tls() const { return parts_->tls.has_value(); }

  [[nodiscard]] executor_type get_executor() { return parts_->tcp.get_executor(); }
  [[nodiscard]] Tcp& next_layer() { return parts_->tcp; }
  [[nodiscard]] const Tcp& next_layer() const { return parts_->tcp; }
  [[nodiscard]] Tcp::socket_type& socket() { return parts_->tcp.socket(); }

  template <class Buffers, class Token>
  auto async_read_some(const Buffers& buffers, Token&& token) {
    if (parts_->tls) return parts_->tls->async_read_some(buffers, std::forward<Token>(token));
    return parts_->tcp.async_read_some(buffers, std::forward<Token>(token));
  }
  template <class Buffers, class Token>
  auto async_write_some(const Buffers& buffers, Token&& token) {
    if (parts_->tls) return parts_->tls->async_write_some(buffers, std::forward<Token>(token));
    return parts_->tcp.async_write_some(buffers, std::forward<Token>(token));
  }

  /// Beast calls this to close a WebSocket's connection.
  template <class Handler>
  friend void async_teardown(boost::beast::role_type role, Stream& stream, Handler&& handler) {
    if (stream.parts_->tls) return async_teardown(role, *stream.parts_->tls, std::forward<Handler>(handler));
    async_teardown(role, stream.parts_->tcp, std::forward<Handler>(handler));
  }

 private:
  struct Parts {
    explicit Parts(Tcp::socket_type socket) : tcp(std::move(socket)) {}

    Tcp tcp;
    std::optional<Tls> tls;
  };

  std::unique_ptr<Parts> parts_;  ///< on the heap, since TLS refers to TCP and must not move
};

/// A daemon for tabs.
struct Engine {
  std::string name;
  /// None while it does not run.
  std::function<std::optional<connection::Address>()> address;
  std::shared_ptr<boost::asio::ssl::context> tls;  ///< null for plain text
  std::optional<std::string> token;
  std::string fault;  ///< why the last connection failed; empty if it succeeded
};

using Engines = std::vector<Engine>;

/// A connection to a daemon. One coroutine may receive while another sends. Buffers at most one line and one read.
class EngineLink {
 public:
  static constexpr std::chrono::seconds default_connect_timeout{10};

  explicit EngineLink(const Stream::executor_type& executor, std::chrono::seconds patience,
                      std::chrono::seconds connect_timeout = default_connect_timeout, Resolve how = resolve);

  /// Resolves the host, connects and authenticates within the timeout. Returns a fault for logs, or an empty text.
  /// next_line returns lines that arrived meanwhile, such as refusals.
  net::Task<std::string> connect(const Engine& engine);
  /// The same; false on a fault. Reports one that differs from engine.fault, which is updated, on standard error.
  net::Task<bool> open(Engine& engine);

  /// Waits for more data; false at the end of the connection.
  net::Task<bool> receive();
  /// The next line without its end. At the end of the connection a line may be incomplete. Valid until the next call of
  /// another function.
  [[nodiscard]] std::optional<std::string_view> next_line();

  /// False if the daemon is gone or did not read in time.
  net::Task<bool> send(std::string_view bytes);

  void close();

 private:
  net::Task<std::string> reach(const Engine& engine, const connection::Address& address);
  net::Task<std::string> log_in(const std::string& token);
  [[nodiscard]] bool is_late() const { return deadline_.expiry() <= boost::asio::steady_timer::clock_type::now(); }
  /// Closes the connection after this time unless the timer is cancelled.
  void arm(std::chrono::seconds time);

  std::shared_ptr<Stream> stream_;  ///< never null
  boost::asio::steady_timer deadline_;
  const std::chrono::seconds patience_;
  const std::chrono::seconds connect_timeout_;
  const Resolve resolve_;
  std::string received_;
  std::size_t taken_ = 0;     ///< returned bytes of received_
  std::size_t searched_ = 0;  ///< no end of line before this index
  bool ended_ = false;
};

}  // namespace crownd::web
