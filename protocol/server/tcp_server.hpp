#pragma once

#include "server/connection.hpp"
#include "server/limits.hpp"
#include "session/session.hpp"

#include <utility>  // for Asio's coroutines on g++ 12

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>

#include <chrono>
#include <condition_variable>
#include <list>
#include <memory>
#include <mutex>
#include <thread>
#include <unordered_set>
#include <vector>

namespace crownd::server {

/// Serves every client that connects. A few threads share all connections; no thread belongs to one.
class TcpServer {
 public:
  using Tcp = boost::asio::ip::tcp;

  /// Listens, but does not accept yet. Throws std::runtime_error where an address cannot be had.
  TcpServer(session::Environment& environment, const ServerLimits& limits, session::Access access,
            const std::vector<Tcp::endpoint>& addresses);
  TcpServer(const TcpServer&) = delete;
  TcpServer& operator=(const TcpServer&) = delete;
  ~TcpServer();

  /// Accepts clients, in threads of its own.
  void start();
  /// Stops accepting and ends all sessions with their last lines sent. False if some still ran at the deadline.
  bool stop(std::chrono::steady_clock::time_point deadline);

 private:
  using Task = boost::asio::awaitable<void>;

  void listen(const Tcp::endpoint& address);
  Task accept(Tcp::acceptor& acceptor);
  void meet(Tcp::socket socket);
  /// False if there are too many clients already.
  bool welcome(Tcp::socket& socket);
  Task refuse(Tcp::socket socket);
  Task look_at_clocks();
  void retire(const std::shared_ptr<Connection>& connection);

  const ServerLimits limits_;
  const Connection::Shared shared_;
  boost::asio::io_context io_;
  std::list<Tcp::acceptor> acceptors_;
  boost::asio::steady_timer clock_;
  std::vector<std::thread> threads_;

  std::mutex mutex_;
  std::condition_variable fewer_;
  std::unordered_set<std::shared_ptr<Connection>> connections_;
  bool stopping_ = false;
  int refusals_ = 0;  ///< clients that are just being told so; used on the threads of io_ under mutex_

  /// Where sessions are destroyed, which may wait for a search to end. Last, so that it is done first.
  boost::asio::thread_pool undertaker_{1};
};

}  // namespace crownd::server
