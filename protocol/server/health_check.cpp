#include "server/flags.hpp"

#include "net/tcp.hpp"
#include "net/tls.hpp"
#include "wire/words.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/write.hpp>

#include <cstdlib>
#include <exception>
#include <iostream>
#include <stdexcept>

namespace crownd::server {

namespace asio = boost::asio;
using asio::ip::tcp;

namespace {

constexpr std::string_view tls_prefix = "tls:";
/// Longer than any line before the answer.
constexpr std::size_t longest_answer = std::size_t{64} << 10;

std::string text_of(const HealthCheck& check) {
  return (check.tls ? std::string(tls_prefix) : "") + net::text_of(check.address);
}

/// One conversation with the daemon. Throws if the daemon does not answer as it should.
class Conversation {
 public:
  using Task = net::Task<>;

  Conversation(asio::io_context& io, const HealthCheck& check)
      : check_(check),
        resolver_(io),
        context_(net::make_client_tls(check.authorities).release()),
        stream_(io, context_) {}

  Task run() {
    const auto found =
        co_await resolver_.async_resolve(check_.address.host, std::to_string(check_.address.port), asio::use_awaitable);
    (void)co_await asio::async_connect(stream_.next_layer(), found, asio::use_awaitable);
    progress_ = "does not answer";
    if (!check_.tls) co_return co_await exchange(stream_.next_layer());
    net::expect_host(stream_.native_handle(), check_.address.host);
    co_await stream_.async_handshake(asio::ssl::stream_base::client, asio::use_awaitable);
    co_await exchange(stream_);
  }

  /// The fault if the check times out now, as words that follow "the daemon".
  [[nodiscard]] const std::string& progress() const { return progress_; }

 private:
  template <class Stream>
  Task exchange(Stream& stream) {
    if (check_.token) {
      co_await send_line(stream, "auth " + *check_.token);
      const auto answer = co_await receive_line(stream);
      if (answer != "authok") throw std::runtime_error("does not accept the token: " + answer);
    }
    co_await send_line(stream, "isready");
    for (std::string answer; answer != "readyok";) {
      answer = co_await receive_line(stream);
      if (answer.starts_with("error ")) throw std::runtime_error("answers '" + answer + "'");
    }
    co_await send_line(stream, "quit");
  }

  template <class Stream>
  Task send_line(Stream& stream, std::string line) {
    line += '\n';
    co_await asio::async_write(stream, asio::buffer(line), asio::use_awaitable);
  }

  template <class Stream>
  net::Task<std::string> receive_line(Stream& stream) {
    const auto length = co_await asio::async_read_until(stream, asio::dynamic_buffer(received_, longest_answer), '\n',
                                                        asio::use_awaitable);
    auto line = wire::printable(std::string_view(received_).substr(0, length - 1));
    received_.erase(0, length);
    co_return line;
  }

  const HealthCheck& check_;
  tcp::resolver resolver_;
  asio::ssl::context context_;
  asio::ssl::stream<tcp::socket> stream_;
  std::string received_;
  std::string progress_ = "cannot be reached";
};

/// `progress`: the fault of the failed step.
std::string reason_of(const std::exception_ptr& failure, const std::string& progress) {
  try {
    std::rethrow_exception(failure);
  } catch (const boost::system::system_error& error) {
    if (error.code() == asio::error::eof || error.code() == asio::ssl::error::stream_truncated)
      return "closed the connection without an answer";
    if (error.code() == asio::error::not_found) return "answers with a line that is too long";
    return progress + ": " + error.code().message();
  } catch (const std::exception& error) {
    return error.what();
  }
}

int fail(const HealthCheck& check, const std::string& reason) {
  std::cerr << "crownd: the daemon at " << text_of(check) << ' ' << reason << '\n';
  return 1;
}

}  // namespace

void read_check_address(std::string_view text, HealthCheck& check) {
  auto rest = text;
  check.tls = rest.starts_with(tls_prefix);
  if (check.tls) rest.remove_prefix(tls_prefix.size());
  const auto address = net::read_address(rest);
  if (!address || address->port == 0)
    throw std::invalid_argument("'" + std::string(text) +
                                "' is no address of a daemon: expected HOST:PORT or tls:HOST:PORT, such as "
                                "localhost:7711");
  check.address = *address;
}

int run(const HealthCheck& check) {
  asio::io_context io;
  std::optional<std::exception_ptr> outcome;
  std::optional<Conversation> conversation;
  try {
    conversation.emplace(io, check);
  } catch (const std::runtime_error& error) {
    return fail(check, std::string("cannot be checked: ") + error.what());
  }
  asio::co_spawn(io, conversation->run(), [&](const std::exception_ptr& failure) { outcome = failure; });
  io.run_for(check.timeout);
  if (!outcome) {
    (void)fail(check,
               conversation->progress() + " within " + std::to_string(check.timeout.count()) + " s (--check-timeout)");
    std::_Exit(1);  // the system may still be resolving the host's name, and exit() would wait for it
  }
  if (*outcome) return fail(check, reason_of(*outcome, conversation->progress()));
  std::cout << "the daemon at " << text_of(check) << " is ready\n";
  return 0;
}

}  // namespace crownd::server
