#include "server/tcp_server.hpp"

#include "server/log.hpp"
#include "server/proxy.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/read.hpp>

#include <algorithm>
#include <cerrno>
#include <exception>
#include <stdexcept>
#include <utility>

namespace crownd::server {

namespace asio = boost::asio;
using asio::ip::tcp;
using net::error_code;

namespace {

constexpr unsigned min_threads = 2;
/// Threads for lines that take long (a position of a thousand moves).
constexpr unsigned min_slow_threads = 4;
unsigned slow_threads() { return std::max(min_slow_threads, std::thread::hardware_concurrency()); }
/// The resolution of idle and other timeouts.
constexpr std::chrono::milliseconds timeout_check_interval{100};
/// Up to this number, refused clients get the reason; others are closed at once.
constexpr std::size_t max_being_refused = 32;

/// Reads a proxy's header, and not a byte more. Returns the address of the proxy's client; none if the connection is
/// the proxy's own. Throws std::exception with a message if the header is invalid or late.
net::Task<std::optional<tcp::endpoint>> read_proxy_header(std::shared_ptr<tcp::socket> socket,
                                                          std::chrono::milliseconds timeout) {
  asio::steady_timer timer(socket->get_executor(), timeout);
  timer.async_wait([socket](const error_code& cancelled) {
    error_code ignored;
    if (!cancelled) socket->cancel(ignored);
  });
  std::vector<std::uint8_t> header(proxy_header::fixed_bytes);
  co_await asio::async_read(*socket, asio::buffer(header), asio::use_awaitable);
  const auto rest = proxy_header::remaining_bytes(std::span(header).first<proxy_header::fixed_bytes>());
  header.resize(proxy_header::fixed_bytes + rest);
  co_await asio::async_read(*socket, asio::buffer(header) + proxy_header::fixed_bytes, asio::use_awaitable);
  co_return proxy_header::client_of(header);
}

}  // namespace

TcpServer::TcpServer(ConnectionSettings settings)
    : slots_({settings.limits.max_sessions, settings.limits.max_sessions_per_address}),
      lockouts_(settings.limits.max_lockout),
      shared_{lockouts_, slow_pool_, reading_pool_, [this](const std::shared_ptr<Connection>& ended) { reap(ended); }},
      io_threads_(std::max(min_threads, std::thread::hardware_concurrency())),
      timer_(io_threads_.front().io),
      settings_(std::make_shared<ConnectionSettings>(std::move(settings))),
      slow_pool_(slow_threads()),
      reading_pool_(slow_threads()) {}

TcpServer::~TcpServer() {
  for (auto& io_thread : io_threads_) io_thread.io.stop();
  for (auto& io_thread : io_threads_)
    if (io_thread.thread.joinable()) io_thread.thread.join();
  slow_pool_.join();
  reading_pool_.join();
  reaper_.join();
}

void TcpServer::listen(const net::Address& address) {
  try {
    net::listen(listeners_.emplace_back(io_threads_.front().io).acceptor, net::endpoint_of(address));
  } catch (const boost::system::system_error& failure) {
    throw std::runtime_error("cannot listen on " + net::text_of(address) + ": " + failure.code().message());
  }
}

void TcpServer::adopt(const InheritedSocket& socket) {
  auto& acceptor = listeners_.emplace_back(io_threads_.front().io).acceptor;
  acceptor.assign(net::endpoint_of(socket.address).protocol(), socket.descriptor);
}

std::vector<net::Address> TcpServer::addresses() const {
  std::vector<net::Address> addresses;
  for (const auto& listener : listeners_) addresses.push_back(net::address_of(listener.acceptor.local_endpoint()));
  return addresses;
}

void TcpServer::start() {
  for (auto& listener : listeners_) {
    net::AcceptHandlers handlers{
        [this] { return io_threads_[next_io_thread_++ % io_threads_.size()].io.get_executor(); },
        [this](Tcp::socket socket, const Tcp::endpoint& peer) { accept(std::move(socket), peer); },
        [this, &listener](const error_code& error, bool first) { handle_accept_failure(listener, error, first); }};
    asio::co_spawn(listener.acceptor.get_executor(), net::accept_clients(listener.acceptor, std::move(handlers)),
                   asio::detached);
  }
  asio::co_spawn(timer_.get_executor(), check_timeouts(), asio::detached);
  for (auto& io_thread : io_threads_) io_thread.thread = std::thread([&io_thread] { io_thread.io.run(); });
}

/// When no file descriptor is left, the reserve is used to reject the clients in the backlog with an error line.
void TcpServer::handle_accept_failure(Listener& listener, const error_code& error, bool first) {
  if (first) log_warning("cannot accept clients: " + error.message() + "; trying again");
  const int code = error.value();
  if (error.category() != boost::system::system_category() || (code != EMFILE && code != ENFILE)) return;
  const auto* const line =
      settings()->tls ? "" : "error limit no file descriptor is left for a session; try again later\n";
  const int count = listener.reserve.reject_pending(listener.acceptor.native_handle(), line);
  if (count == 0) return;
  settings()->environment.statistics->refuse("descriptor", static_cast<std::uint64_t>(count));
  log_warning(std::to_string(count) + " clients refused: no file descriptor is left");
}

void TcpServer::accept(Tcp::socket socket, const Tcp::endpoint& peer) {
  const auto now = settings();
  const auto& proxies = now->proxies;
  if (std::none_of(proxies.begin(), proxies.end(), [&](const auto& range) { return range.contains(peer.address()); }))
    return add_connection(std::move(socket), peer);
  if (pending_proxies_ >= now->limits.max_sessions) {
    now->environment.statistics->refuse("max-sessions");
    log_warning("proxy " + net::text_of(peer) + " refused: too many proxy connections without a PROXY header");
    return;
  }
  ++pending_proxies_;
  const auto executor = socket.get_executor();
  asio::co_spawn(executor, accept_proxied(std::make_shared<Tcp::socket>(std::move(socket)), peer),
                 [this](const std::exception_ptr&) { --pending_proxies_; });
}

TcpServer::Task TcpServer::accept_proxied(std::shared_ptr<Tcp::socket> socket, Tcp::endpoint proxy) {
  const auto now = settings();
  auto& statistics = *now->environment.statistics;
  try {
    const auto client = co_await read_proxy_header(socket, now->limits.login_timeout);
    add_connection(std::move(*socket), client.value_or(proxy));
  } catch (const boost::system::system_error& failure) {
    if (failure.code() == asio::error::eof) co_return;  // a health check that only connects
    if (failure.code() == asio::error::operation_aborted) statistics.refuse("login-timeout");
    log_warning("proxy " + net::text_of(proxy) + " dropped: no PROXY header: " + failure.code().message());
  } catch (const std::exception& fault) {
    statistics.refuse("proxy-header");
    log_warning("proxy " + net::text_of(proxy) + " dropped: " + fault.what());
  }
}

void TcpServer::add_connection(Tcp::socket socket, const Tcp::endpoint& peer) {
  try {
    const std::lock_guard lock(mutex_);
    if (stopping_) return;
    auto admission = admit(peer);
    const bool refused = !admission.slot;
    if (refused) log_warning(net::text_of(peer) + " refused: " + admission.refusal);
    if (refused && being_refused_ >= max_being_refused) return;
    const auto connection =
        std::make_shared<Connection>(std::move(socket), peer, settings_, shared_, std::move(admission));
    connections_.insert(connection);
    if (refused) ++being_refused_;
    connection->start();
  } catch (const std::exception& fault) {
    log_error(net::text_of(peer) + " could not be served: " + fault.what());
  }
}

Connection::SlotOrRefusal TcpServer::admit(const Tcp::endpoint& peer) {
  auto taken = slots_.take(net::origin_of(peer.address()));
  if (auto* const slot = std::get_if<net::SessionSlots::Slot>(&taken)) return {"", std::move(*slot)};
  const auto& full = std::get<net::SessionSlots::Full>(taken);
  settings_->environment.statistics->refuse(full.of_origin ? session::RefusalKind("max-sessions-per-address")
                                                           : session::RefusalKind("max-sessions"));
  return {"error limit " + full.sentence(), std::nullopt};
}

TcpServer::Task TcpServer::check_timeouts() {
  while (true) {
    error_code error;
    timer_.expires_after(timeout_check_interval);
    co_await timer_.async_wait(net::redirect(error));
    const std::lock_guard lock(mutex_);
    for (const auto& connection : connections_) connection->check_timeout();
  }
}

void TcpServer::reap(const std::shared_ptr<Connection>& connection) {
  asio::post(reaper_, [this, connection] {
    connection->destroy_session();
    const std::lock_guard lock(mutex_);
    if (connections_.erase(connection) > 0 && connection->is_refused()) --being_refused_;
    connection_removed_.notify_all();
    if (connections_.empty() && when_empty_) when_empty_();
  });
}

void TcpServer::set_settings(ConnectionSettings settings) {
  slots_.set_limits({settings.limits.max_sessions, settings.limits.max_sessions_per_address});
  lockouts_.set_max(settings.limits.max_lockout);
  auto renewed = std::make_shared<ConnectionSettings>(std::move(settings));
  const std::lock_guard lock(mutex_);
  settings_ = std::move(renewed);
}

void TcpServer::drain(std::function<void()> when_empty) {
  close_listeners();
  const std::lock_guard lock(mutex_);
  when_empty_ = std::move(when_empty);
  if (connections_.empty()) when_empty_();
}

void TcpServer::close_listeners() {
  for (auto& listener : listeners_) {
    asio::post(listener.acceptor.get_executor(), [&acceptor = listener.acceptor] {
      error_code ignored;
      acceptor.close(ignored);
    });
  }
}

bool TcpServer::stop(std::chrono::steady_clock::time_point deadline) {
  close_listeners();
  std::unique_lock lock(mutex_);
  stopping_ = true;
  for (const auto& connection : connections_) connection->end();
  return connection_removed_.wait_until(lock, deadline, [this] { return connections_.empty(); });
}

}  // namespace crownd::server
