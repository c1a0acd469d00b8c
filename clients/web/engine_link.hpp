#pragma once

#include "web/asio.hpp"
#include "web/engine.hpp"
#include "web/stream.hpp"

#include <boost/asio/steady_timer.hpp>

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace crownd::web {

/// A connection to a daemon, line by line. One coroutine may receive while another sends. Holds no more than one line
/// and what is received at once.
class EngineLink {
 public:
  EngineLink(const Stream::executor_type& executor, std::chrono::seconds patience);

  /// Connects and shows the token. Gives why that failed, a sentence for logs, or nothing. Lines that the daemon said
  /// meanwhile, refusals for one, can be had with next_line.
  Task<std::string> connect(const Engine& engine);

  /// Waits for more to be received; false when nothing more will come.
  Task<bool> receive();
  /// The next whole line, without its end (after the end also one that has none). Holds until the next call of another
  /// function.
  [[nodiscard]] std::optional<std::string_view> next_line();

  /// False if the daemon is gone, or does not read for as long as our patience lasts.
  Task<bool> send(std::string_view bytes);

  void close();

 private:
  Task<std::string> reach(const Engine& engine, const connection::Address& address);
  Task<std::string> log_in(const std::string& token);
  /// Closes the connection after this time, unless the deadline is cancelled.
  void arm(std::chrono::seconds time);

  std::shared_ptr<Stream> stream_;  ///< never null
  boost::asio::steady_timer deadline_;
  const std::chrono::seconds patience_;
  std::string received_;
  std::size_t taken_ = 0;     ///< so much of received_ has been given out
  std::size_t searched_ = 0;  ///< no end of line before here
  bool ended_ = false;
};

}  // namespace crownd::web
