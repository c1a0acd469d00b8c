#pragma once

#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/websocket/ssl.hpp>
#include <boost/beast/websocket/teardown.hpp>

#include <memory>
#include <optional>
#include <utility>

namespace crownd::web {

/// TCP, optionally with TLS: one stream type for Asio and Beast, so their templates are compiled once.
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
    using boost::beast::async_teardown;
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

}  // namespace crownd::web
