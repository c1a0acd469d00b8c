#include "server/check.hpp"

#include <utility>  // for Asio's coroutines on g++ 12

#include <openssl/ssl.h>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/host_name_verification.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

#include <charconv>
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
  const bool v6 = check.host.find(':') != std::string::npos;
  return (check.tls ? std::string(tls_prefix) : "") + (v6 ? "[" + check.host + "]" : check.host) + ":" +
         std::to_string(check.port);
}

/// One conversation with the daemon. Throws if the daemon does not answer as it should.
class Visit {
 public:
  using Task = asio::awaitable<void>;

  Visit(asio::io_context& io, const Check& check)
      : check_(check), resolver_(io), context_(make_context()), stream_(io, context_) {}

  Task run() {
    const auto found = co_await resolver_.async_resolve(check_.host, std::to_string(check_.port), asio::use_awaitable);
    (void)co_await asio::async_connect(stream_.next_layer(), found, asio::use_awaitable);
    progress_ = "does not answer";
    if (!check_.tls) co_return co_await ask(stream_.next_layer());
    expect_host();
    co_await stream_.async_handshake(asio::ssl::stream_base::client, asio::use_awaitable);
    co_await ask(stream_);
  }

  /// The step that has failed if nothing more happens.
  [[nodiscard]] const std::string& progress() const { return progress_; }

 private:
  [[nodiscard]] asio::ssl::context make_context() const {
    asio::ssl::context context(asio::ssl::context::tls_client);
    ::SSL_CTX_set_min_proto_version(context.native_handle(), TLS1_2_VERSION);
    if (!check_.tls) return context;
    context.set_verify_mode(asio::ssl::verify_peer);
    if (check_.authorities.empty()) {
      context.set_default_verify_paths();
    } else {
      context.load_verify_file(check_.authorities);
    }
    return context;
  }

  /// Verifies that the certificate is for the host that was named.
  void expect_host() {
    stream_.set_verify_callback(asio::ssl::host_name_verification(check_.host));
    boost::system::error_code not_a_number;
    (void)asio::ip::make_address(check_.host, not_a_number);
    if (not_a_number) SSL_set_tlsext_host_name(stream_.native_handle(), check_.host.c_str());
  }

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
  asio::awaitable<std::string> hear(Stream& stream) {
    const auto length = co_await asio::async_read_until(stream, asio::dynamic_buffer(received_, longest_answer), '\n',
                                                        asio::use_awaitable);
    auto line = received_.substr(0, length - 1);
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
  const auto colon = rest.rfind(':');
  auto host = rest.substr(0, colon);
  if (host.size() > 2 && host.front() == '[' && host.back() == ']') host = host.substr(1, host.size() - 2);
  check.host = host;
  const auto port = colon == std::string_view::npos ? std::string_view() : rest.substr(colon + 1);
  const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), check.port);
  if (host.empty() || port.empty() || error != std::errc() || end != port.data() + port.size() || check.port == 0)
    throw std::invalid_argument("'" + std::string(text) +
                                "' is no address of a daemon: HOST:PORT or tls:HOST:PORT is needed, such as "
                                "localhost:7711");
}

int carry_out(const Check& check) {
  asio::io_context io;
  std::optional<std::exception_ptr> outcome;
  std::optional<Visit> visit;
  try {
    visit.emplace(io, check);
  } catch (const boost::system::system_error& error) {
    return fail(check, "cannot be checked: '" + check.authorities +
                           "' has no certificate in PEM form: " + error.code().message());
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
