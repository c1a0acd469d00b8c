#include "server/tcp_server.hpp"

#include "net/listen_address.hpp"
#include "net/listener.hpp"
#include "server/proxied_client.hpp"

#include <spdlog/spdlog.h>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <exception>
#include <stdexcept>
#include <string>
#include <utility>

namespace crownd::server {

namespace asio = boost::asio;
using boost::system::error_code;

namespace {

constexpr unsigned fewest_threads = 2;
/// Threads for lines that take long (a position of a thousand moves). One of them can be held up for long.
constexpr unsigned fewest_slow_threads = 4;
/// The resolution of idle and other timeouts.
constexpr std::chrono::milliseconds clock_tick{100};
/// Refused clients that are sent the reason; beyond this number they are closed at once.
constexpr std::size_t most_farewells = 32;

}  // namespace

TcpServer::TcpServer(Terms terms)
    : seats_({terms.limits.max_sessions, terms.limits.max_sessions_per_address}),
      lockouts_(terms.limits.longest_lockout),
      shared_{lockouts_, slow_lines_, [this](const std::shared_ptr<Connection>& ended) { retire(ended); }},
      workers_(std::max(fewest_threads, std::thread::hardware_concurrency())),
      clock_(workers_.front().io),
      terms_(std::make_shared<Terms>(std::move(terms))),
      slow_lines_(std::max(fewest_slow_threads, std::thread::hardware_concurrency())) {}

TcpServer::~TcpServer() {
  for (auto& worker : workers_) worker.io.stop();
  for (auto& worker : workers_)
    if (worker.thread.joinable()) worker.thread.join();
  slow_lines_.join();
  undertaker_.join();
}

void TcpServer::listen(const Tcp::endpoint& address) {
  try {
    net::listen(listeners_.emplace_back(workers_.front().io).acceptor, address);
  } catch (const boost::system::system_error& failure) {
    throw std::runtime_error("cannot listen on " + net::text_of(address) + ": " + failure.code().message());
  }
}

void TcpServer::adopt(const InheritedSocket& socket) {
  auto& acceptor = listeners_.emplace_back(workers_.front().io).acceptor;
  acceptor.assign(socket.address.protocol(), socket.descriptor);
}

std::vector<TcpServer::Tcp::endpoint> TcpServer::addresses() const {
  std::vector<Tcp::endpoint> addresses;
  for (const auto& listener : listeners_) addresses.push_back(listener.acceptor.local_endpoint());
  return addresses;
}

void TcpServer::start() {
  for (auto& listener : listeners_) {
    net::Reception reception{
        [this] { return workers_[next_worker_++ % workers_.size()].io.get_executor(); },
        [this](Tcp::socket socket, const Tcp::endpoint& peer) { greet(std::move(socket), peer); },
        [this, &listener](const error_code& error, bool first) { complain(listener, error, first); }};
    asio::co_spawn(listener.acceptor.get_executor(), net::accept_clients(listener.acceptor, std::move(reception)),
                   asio::detached);
  }
  asio::co_spawn(clock_.get_executor(), look_at_clocks(), asio::detached);
  for (auto& worker : workers_) worker.thread = std::thread([&worker] { worker.io.run(); });
}

/// When no file descriptor is left, clients in the backlog are accepted with the spare one, asked to come back later
/// and closed: better than to leave them without an answer.
void TcpServer::complain(Listener& listener, const error_code& error, bool first) {
  if (first) spdlog::warn("cannot accept clients: {}; trying again", error.message());
  const int code = error.value();
  if (error.category() != boost::system::system_category() || (code != EMFILE && code != ENFILE)) return;
  const auto* const line =
      terms()->tls ? "" : "error limit no file descriptor is left for a session; try again later\n";
  const int count = listener.reserve.turn_away(listener.acceptor.native_handle(), line);
  if (count == 0) return;
  terms()->environment.statistics->refuse(session::Refusal::descriptor, static_cast<std::uint64_t>(count));
  spdlog::warn("{} clients refused: no file descriptor is left", count);
}

void TcpServer::greet(Tcp::socket socket, const Tcp::endpoint& peer) {
  const auto now = terms();
  const auto& proxies = now->proxies;
  if (std::none_of(proxies.begin(), proxies.end(), [&](const auto& range) { return range.contains(peer.address()); }))
    return meet(std::move(socket), peer);
  if (unheard_proxies_ >= now->limits.max_sessions) {
    now->environment.statistics->refuse(session::Refusal::max_sessions);
    spdlog::warn("proxy {} refused: too many of its connections have not sent their PROXY header yet",
                 net::text_of(peer));
    return;
  }
  ++unheard_proxies_;
  const auto executor = socket.get_executor();
  asio::co_spawn(executor, meet_behind(std::make_shared<Tcp::socket>(std::move(socket)), peer),
                 [this](const std::exception_ptr&) { --unheard_proxies_; });
}

TcpServer::Task TcpServer::meet_behind(std::shared_ptr<Tcp::socket> socket, Tcp::endpoint proxy) {
  const auto now = terms();
  auto& statistics = *now->environment.statistics;
  try {
    const auto client = co_await client_behind(socket, now->limits.login_timeout);
    meet(std::move(*socket), client.value_or(proxy));
  } catch (const boost::system::system_error& failure) {
    if (failure.code() == asio::error::eof) co_return;  // a health check that only connects
    if (failure.code() == asio::error::operation_aborted) statistics.refuse(session::Refusal::login_timeout);
    spdlog::warn("proxy {} cut off: no PROXY header came: {}", net::text_of(proxy), failure.code().message());
  } catch (const std::exception& fault) {
    statistics.refuse(session::Refusal::proxy_header);
    spdlog::warn("proxy {} cut off: {}", net::text_of(proxy), fault.what());
  }
}

void TcpServer::meet(Tcp::socket socket, const Tcp::endpoint& peer) {
  try {
    const std::lock_guard lock(mutex_);
    if (stopping_) return;
    auto admission = admit(peer);
    const bool refused = !admission.seat;
    if (refused) spdlog::warn("{} refused: {}", net::text_of(peer), admission.refusal);
    if (refused && farewells_ >= most_farewells) return;
    const auto connection =
        std::make_shared<Connection>(std::move(socket), peer, terms_, shared_, std::move(admission));
    connections_.insert(connection);
    if (refused) ++farewells_;
    connection->start();
  } catch (const std::exception& fault) {
    spdlog::error("{} could not be served: {}", net::text_of(peer), fault.what());
  }
}

Connection::Admission TcpServer::admit(const Tcp::endpoint& peer) {
  auto place = seats_.take(net::origin_of(peer.address()));
  if (auto* const seat = std::get_if<net::Seats::Seat>(&place)) return {"", std::move(*seat)};
  const auto& full = std::get<net::Seats::Full>(place);
  terms_->environment.statistics->refuse(full.of_origin ? session::Refusal::max_sessions_per_address
                                                        : session::Refusal::max_sessions);
  return {"error limit " + full.sentence(), std::nullopt};
}

TcpServer::Task TcpServer::look_at_clocks() {
  while (true) {
    error_code error;
    clock_.expires_after(clock_tick);
    co_await clock_.async_wait(net::redirect(error));
    const std::lock_guard lock(mutex_);
    for (const auto& connection : connections_) connection->look_at_clock();
  }
}

void TcpServer::retire(const std::shared_ptr<Connection>& connection) {
  asio::post(undertaker_, [this, connection] {
    connection->destroy_session();
    const std::lock_guard lock(mutex_);
    if (connections_.erase(connection) > 0 && connection->is_refused()) --farewells_;
    fewer_.notify_all();
    if (connections_.empty() && when_empty_) when_empty_();
  });
}

std::shared_ptr<Terms> TcpServer::terms() {
  const std::lock_guard lock(mutex_);
  return terms_;
}

void TcpServer::renew(Terms terms) {
  seats_.set_limits({terms.limits.max_sessions, terms.limits.max_sessions_per_address});
  lockouts_.set_longest(terms.limits.longest_lockout);
  auto renewed = std::make_shared<Terms>(std::move(terms));
  const std::lock_guard lock(mutex_);
  terms_ = std::move(renewed);
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
  return fewer_.wait_until(lock, deadline, [this] { return connections_.empty(); });
}

}  // namespace crownd::server
