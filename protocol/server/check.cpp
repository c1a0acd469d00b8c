#include "server/check.hpp"

#include "net/asio.hpp"
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

#include <cstddef>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <stdexcept>

namespace crownd::server {

namespace asio = boost::asio;
using asio::ip::tcp;

namespace {

constexpr std::string_view tls_prefix = "tls:";
/// Longer than any line that comes before the answer.
constexpr std::size_t longest_answer = std::size_t{64} << 10;

std::string text_of(const Check& check) {
  return (check.tls ? std::string(tls_prefix) : "") + net::text_of(check.address);
}

/// One conversation with the daemon. Throws if the daemon does not answer as it should.
class Visit {
 public:
  using Task = net::Task<>;

  Visit(asio::io_context& io, const Check& check)
      : check_(check),
        resolver_(io),
        context_(net::make_client_tls(check.authorities).release()),
        stream_(io, context_) {}

  Task run() {
    const auto found =
        co_await resolver_.async_resolve(check_.address.host, std::to_string(check_.address.port), asio::use_awaitable);
    (void)co_await asio::async_connect(stream_.next_layer(), found, asio::use_awaitable);
    progress_ = "does not answer";
    if (!check_.tls) co_return co_await ask(stream_.next_layer());
    net::expect_host(stream_.native_handle(), check_.address.host);
    co_await stream_.async_handshake(asio::ssl::stream_base::client, asio::use_awaitable);
    co_await ask(stream_);
  }

  /// The step that has failed if nothing more happens.
  [[nodiscard]] const std::string& progress() const { return progress_; }

 private:
  template <class Stream>
  Task ask(Stream& stream) {
    if (check_.token) {
      co_await say(stream, "auth " + *check_.token);
      const auto answer = co_await hear(stream);
      if (answer != "authok") throw std::runtime_error("does not accept the token: " + answer);
    }
    co_await say(stream, "isready");
    for (std::string answer; answer != "readyok";) {
      answer = co_await hear(stream);
      if (answer.starts_with("error ")) throw std::runtime_error("answers '" + answer + "'");
    }
    co_await say(stream, "quit");
  }

  template <class Stream>
  Task say(Stream& stream, std::string line) {
    line += '\n';
    co_await asio::async_write(stream, asio::buffer(line), asio::use_awaitable);
  }

  template <class Stream>
  net::Task<std::string> hear(Stream& stream) {
    const auto length = co_await asio::async_read_until(stream, asio::dynamic_buffer(received_, longest_answer), '\n',
                                                        asio::use_awaitable);
    auto line = wire::printable(std::string_view(received_).substr(0, length - 1));
    received_.erase(0, length);
    co_return line;
  }

  const Check& check_;
  tcp::resolver resolver_;
  asio::ssl::context context_;
  asio::ssl::stream<tcp::socket> stream_;
  std::string received_;
  std::string progress_ = "cannot be reached";
};

/// `progress`: the step that the check had reached.
std::string why(const std::exception_ptr& failure, const std::string& progress) {
  try {
    std::rethrow_exception(failure);
  } catch (const boost::system::system_error& error) {
    if (error.code() == asio::error::eof || error.code() == asio::ssl::error::stream_truncated)
      return "closed the connection without an answer";
    if (error.code() == asio::error::not_found) return "answers with a line beyond all measure";
    return progress + ": " + error.code().message();
  } catch (const std::exception& error) {
    return error.what();
  }
}

int fail(const Check& check, const std::string& reason) {
  std::cerr << "crownd: the daemon at " << text_of(check) << ' ' << reason << '\n';
  return 1;
}

}  // namespace

void read_check_address(std::string_view text, Check& check) {
  auto rest = text;
  check.tls = rest.starts_with(tls_prefix);
  if (check.tls) rest.remove_prefix(tls_prefix.size());
  const auto address = net::read_address(rest);
  if (!address || address->port == 0)
    throw std::invalid_argument("'" + std::string(text) +
                                "' is no address of a daemon: HOST:PORT or tls:HOST:PORT is needed, such as "
                                "localhost:7711");
  check.address = *address;
}

int carry_out(const Check& check) {
  asio::io_context io;
  std::optional<std::exception_ptr> outcome;
  std::optional<Visit> visit;
  try {
    visit.emplace(io, check);
  } catch (const std::runtime_error& error) {
    return fail(check, std::string("cannot be checked: ") + error.what());
  }
  asio::co_spawn(io, visit->run(), [&](const std::exception_ptr& failure) { outcome = failure; });
  io.run_for(check.patience);
  if (!outcome) {
    (void)fail(check, visit->progress() + " within " + std::to_string(check.patience.count()) + " s (--check-timeout)");
    std::_Exit(1);  // the system may still be resolving the host's name, and exit() would wait for it
  }
  if (*outcome) return fail(check, why(*outcome, visit->progress()));
  std::cout << "the daemon at " << text_of(check) << " is ready\n";
  return 0;
}

}  // namespace crownd::server
