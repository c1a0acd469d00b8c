#pragma once

#include "net/asio.hpp"
#include "net/look_up.hpp"
#include "web/engines/engine.hpp"
#include "web/stream.hpp"

#include <boost/asio/steady_timer.hpp>

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace crownd::web {

/// A connection to a daemon, line by line. One coroutine may receive while another sends. Buffers at most one line
/// and one read.
class EngineLink {
 public:
  static constexpr std::chrono::seconds usual_time_to_connect{10};

  explicit EngineLink(const Stream::executor_type& executor, std::chrono::seconds patience,
                      std::chrono::seconds time_to_connect = usual_time_to_connect, net::LookUp look_up = net::look_up);

  /// Finds the host, connects and authenticates with the token, all within the time to connect. Returns why that
  /// failed, a sentence for logs, or nothing. Lines that arrived meanwhile, such as refusals, are returned by
  /// next_line.
  net::Task<std::string> connect(const Engine& engine);

  /// Waits for more data; false at the end of the connection.
  net::Task<bool> receive();
  /// The next whole line, without its end (at the end of the connection also an incomplete one). Valid until the next
  /// call of another function.
  [[nodiscard]] std::optional<std::string_view> next_line();

  /// False if the daemon is gone, or has not read within the patience.
  net::Task<bool> send(std::string_view bytes);

  void close();

 private:
  net::Task<std::string> reach(const Engine& engine, const connection::Address& address);
  net::Task<std::string> log_in(const std::string& token);
  [[nodiscard]] bool is_late() const { return deadline_.expiry() <= boost::asio::steady_timer::clock_type::now(); }
  /// Closes the connection at the deadline, unless that is cancelled.
  void arm(std::chrono::seconds time);

  std::shared_ptr<Stream> stream_;  ///< never null
  boost::asio::steady_timer deadline_;
  const std::chrono::seconds patience_;
  const std::chrono::seconds time_to_connect_;
  const net::LookUp look_up_;
  std::string received_;
  std::size_t taken_ = 0;     ///< bytes of received_ that have been returned
  std::size_t searched_ = 0;  ///< no end of line before this index
  bool ended_ = false;
};

}  // namespace crownd::web
