#include "server/health_check.hpp"

#include "net/tls.hpp"
#include "wire/words.hpp"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <future>
#include <iostream>
#include <stdexcept>

namespace crownd::server {

using boost::asio::ip::tcp;

namespace {

constexpr std::string_view tls_prefix = "tls:";
/// Longer than any line before the answer.
constexpr std::size_t max_line_bytes = std::size_t{64} << 10;
constexpr const char* closed = "closed the connection without an answer";

std::string text_of(const HealthCheck& check) {
  return (check.tls ? std::string(tls_prefix) : "") + net::text_of(check.address);
}

/// One blocking conversation with the daemon.
class Conversation {
 public:
  explicit Conversation(const HealthCheck& check) : check_(check), context_(net::make_client_tls(check.authorities)) {}

  /// Returns the fault of the daemon as words that follow "the daemon"; empty if it is ready.
  std::string run() {
    try {
      connect();
      exchange();
      return {};
    } catch (const boost::system::system_error& error) {
      return progress() + ": " + error.code().message();
    } catch (const std::exception& error) {
      return error.what();
    }
  }

  /// The fault if the check times out now. From any thread.
  [[nodiscard]] std::string progress() const { return connected_ ? "does not answer" : "cannot be reached"; }

 private:
  void connect() {
    boost::asio::connect(socket_, tcp::resolver(io_).resolve(check_.address.host, std::to_string(check_.address.port)));
    connected_ = true;
    stream_.reset(::BIO_new_socket(socket_.native_handle(), BIO_NOCLOSE));
    if (check_.tls) {
      stream_.reset(::BIO_push(::BIO_new_ssl(context_.get(), 1), stream_.release()));
      SSL* tls = nullptr;
      BIO_get_ssl(stream_.get(), &tls);
      net::expect_host(tls, check_.address.host);
      require(static_cast<int>(BIO_do_handshake(stream_.get())));
    }
    stream_.reset(::BIO_push(::BIO_new(::BIO_f_buffer()), stream_.release()));
  }

  void exchange() {
    if (check_.token) {
      send_line("auth " + *check_.token);
      if (const auto answer = receive_line(); answer != "authok")
        throw std::runtime_error("does not accept the token: " + answer);
    }
    send_line("isready");
    for (std::string answer; answer != "readyok";) {
      answer = receive_line();
      if (answer.starts_with("error ")) throw std::runtime_error("answers '" + answer + "'");
    }
  }

  void send_line(const std::string& line) {
    require(::BIO_puts(stream_.get(), (line + '\n').c_str()));
    require(static_cast<int>(BIO_flush(stream_.get())));
  }

  std::string receive_line() {
    std::string line(max_line_bytes, 0);
    const int size = ::BIO_gets(stream_.get(), line.data(), static_cast<int>(line.size()));
    require(size);
    line.resize(static_cast<std::size_t>(size));
    if (line.ends_with('\n')) return wire::printable(line.substr(0, line.size() - 1));
    throw std::runtime_error(line.size() + 1 < max_line_bytes ? closed : "answers with a line that is too long");
  }

  /// Throws the reason of a failed call.
  void require(int result) const {
    const int system_error = errno;
    if (result > 0) return;
    const auto tls_error = ::ERR_peek_error();
    if (tls_error == 0 ? result == 0 : ERR_GET_REASON(tls_error) == SSL_R_UNEXPECTED_EOF_WHILE_READING)
      throw std::runtime_error(closed);
    throw std::runtime_error(progress() + ": " +
                             (tls_error == 0 ? std::strerror(system_error) : net::openssl_reason()));
  }

  struct Free {
    void operator()(BIO* stream) const { ::BIO_free_all(stream); }
  };

  const HealthCheck& check_;
  const net::TlsContext context_;
  boost::asio::io_context io_;
  tcp::socket socket_{io_};
  std::unique_ptr<BIO, Free> stream_;
  std::atomic<bool> connected_ = false;
};

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
  ::signal(SIGPIPE, SIG_IGN);
  std::optional<Conversation> conversation;
  try {
    conversation.emplace(check);
  } catch (const std::runtime_error& error) {
    return fail(check, std::string("cannot be checked: ") + error.what());
  }
  auto fault = std::async(std::launch::async, [&] { return conversation->run(); });
  if (fault.wait_for(check.timeout) != std::future_status::ready) {
    (void)fail(check,
               conversation->progress() + " within " + std::to_string(check.timeout.count()) + " s (--check-timeout)");
    std::_Exit(1);  // the thread may still be waiting
  }
  if (const auto reason = fault.get(); !reason.empty()) return fail(check, reason);
  std::cout << "the daemon at " << text_of(check) << " is ready\n";
  return 0;
}

}  // namespace crownd::server
