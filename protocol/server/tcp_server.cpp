#include "server/tcp_server.hpp"

#include <spdlog/spdlog.h>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <array>
#include <exception>
#include <stdexcept>
#include <string>

namespace crownd::server {

namespace asio = boost::asio;
using boost::system::error_code;

namespace {

/// Commands are short, but one in a hundred takes longer (a position of a thousand moves): it is not to hold up all.
constexpr unsigned fewest_threads = 4;
/// How exact idle times and the like are.
constexpr std::chrono::milliseconds clock_tick{100};
/// After accepting failed, mostly for want of file descriptors.
constexpr std::chrono::milliseconds accept_again_after{100};
/// How long a client that is turned away gets to read why; more at a time than this are turned away without a word.
constexpr std::chrono::milliseconds farewell{500};
constexpr int most_farewells = 100;

auto redirect(error_code& error) { return asio::redirect_error(asio::use_awaitable, error); }

std::string text_of(const asio::ip::tcp::endpoint& endpoint) {
  const auto address = endpoint.address().to_string();
  return (endpoint.address().is_v6() ? "[" + address + "]" : address) + ":" + std::to_string(endpoint.port());
}

}  // namespace

TcpServer::TcpServer(session::Environment& environment, const ServerLimits& limits, session::Access access,
                     const std::vector<Tcp::endpoint>& addresses)
    : limits_(limits),
      shared_{environment, limits_, access, [this](const std::shared_ptr<Connection>& ended) { retire(ended); }},
      clock_(io_) {
  for (const auto& address : addresses) listen(address);
}

TcpServer::~TcpServer() {
  io_.stop();
  for (auto& thread : threads_) thread.join();
  undertaker_.join();
}

void TcpServer::listen(const Tcp::endpoint& address) {
  try {
    auto& acceptor = acceptors_.emplace_back(asio::make_strand(io_));
    acceptor.open(address.protocol());
    acceptor.set_option(Tcp::acceptor::reuse_address(true));
    if (address.address().is_v6()) acceptor.set_option(asio::ip::v6_only(true));
    acceptor.bind(address);
    acceptor.listen();
    spdlog::info("listening on {}", text_of(acceptor.local_endpoint()));
  } catch (const boost::system::system_error& failure) {
    throw std::runtime_error("cannot listen on " + text_of(address) + ": " + failure.code().message());
  }
}

void TcpServer::start() {
  for (auto& acceptor : acceptors_) asio::co_spawn(acceptor.get_executor(), accept(acceptor), asio::detached);
  asio::co_spawn(io_, look_at_clocks(), asio::detached);
  const auto count = std::max(fewest_threads, std::thread::hardware_concurrency());
  for (unsigned i = 0; i < count; ++i) threads_.emplace_back([this] { io_.run(); });
}

TcpServer::Task TcpServer::accept(Tcp::acceptor& acceptor) {
  asio::steady_timer pause(acceptor.get_executor());
  bool complained = false;
  while (acceptor.is_open()) {
    error_code error;
    Tcp::socket socket(asio::make_strand(io_));
    co_await acceptor.async_accept(socket, redirect(error));
    if (error == asio::error::operation_aborted) co_return;
    if (!error) {
      complained = false;
      meet(std::move(socket));
      continue;
    }
    if (!std::exchange(complained, true)) spdlog::warn("cannot accept clients: {}; trying again", error.message());
    pause.expires_after(accept_again_after);
    co_await pause.async_wait(redirect(error));
  }
}

void TcpServer::meet(Tcp::socket socket) {
  try {
    if (!welcome(socket)) asio::co_spawn(socket.get_executor(), refuse(std::move(socket)), asio::detached);
  } catch (const std::exception& fault) {
    spdlog::error("a client could not be served: {}", fault.what());
  }
}

bool TcpServer::welcome(Tcp::socket& socket) {
  const std::lock_guard lock(mutex_);
  if (stopping_) return true;
  if (connections_.size() >= static_cast<std::size_t>(limits_.max_sessions)) return false;
  const auto connection = std::make_shared<Connection>(std::move(socket), shared_);
  connections_.insert(connection);
  connection->start();
  return true;
}

TcpServer::Task TcpServer::refuse(Tcp::socket socket) {
  spdlog::warn("client refused: {} sessions are open already", limits_.max_sessions);
  {
    const std::lock_guard lock(mutex_);
    if (refusals_ >= most_farewells) co_return;
    ++refusals_;
  }
  const auto text = "error limit too many sessions (" + std::to_string(limits_.max_sessions) + "); try again later\n";
  error_code error;
  socket.non_blocking(true, error);
  socket.write_some(asio::buffer(text), error);
  socket.shutdown(Tcp::socket::shutdown_send, error);
  // Closing at once would make the kernel forget the text if the client has sent something.
  asio::steady_timer pause(socket.get_executor(), farewell);
  co_await pause.async_wait(redirect(error));
  const std::lock_guard lock(mutex_);
  --refusals_;
}

TcpServer::Task TcpServer::look_at_clocks() {
  while (true) {
    error_code error;
    clock_.expires_after(clock_tick);
    co_await clock_.async_wait(redirect(error));
    const std::lock_guard lock(mutex_);
    for (const auto& connection : connections_) connection->look_at_clock();
  }
}

void TcpServer::retire(const std::shared_ptr<Connection>& connection) {
  asio::post(undertaker_, [this, connection] {
    connection->destroy_session();
    const std::lock_guard lock(mutex_);
    connections_.erase(connection);
    fewer_.notify_all();
  });
}

bool TcpServer::stop(std::chrono::steady_clock::time_point deadline) {
  for (auto& acceptor : acceptors_) {
    asio::post(acceptor.get_executor(), [&acceptor] {
      error_code ignored;
      acceptor.close(ignored);
    });
  }
  std::unique_lock lock(mutex_);
  stopping_ = true;
  for (const auto& connection : connections_) connection->end();
  return fewer_.wait_until(lock, deadline, [this] { return connections_.empty(); });
}

}  // namespace crownd::server
