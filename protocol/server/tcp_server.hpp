#pragma once

#include "server/address_book.hpp"
#include "server/connection.hpp"
#include "server/descriptors.hpp"
#include "server/limits.hpp"
#include "server/systemd.hpp"
#include "session/session.hpp"

#include <utility>  // for Asio's coroutines on g++ 12

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
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

  /// What the server speaks and whom it lets in.
  struct Manners {
    session::Access access;
    SSL_CTX* tls = nullptr;  ///< null for plain text; outlives the server
  };

  TcpServer(session::Environment& environment, const ServerLimits& limits, const Manners& manners);
  TcpServer(const TcpServer&) = delete;
  TcpServer& operator=(const TcpServer&) = delete;
  ~TcpServer();

  /// Listens, but does not accept yet. Throws std::runtime_error where the address cannot be had.
  void listen(const Tcp::endpoint& address);
  /// The same with a socket that listens already, and is the server's from now on.
  void adopt(const InheritedSocket& socket);
  /// Where it listens, with the port that the system chose.
  [[nodiscard]] std::vector<Tcp::endpoint> addresses() const;
  /// Accepts clients, in threads of its own.
  void start();
  /// Stops accepting and ends all sessions with their last lines sent. False if some still ran at the deadline.
  bool stop(std::chrono::steady_clock::time_point deadline);

 private:
  using Task = boost::asio::awaitable<void>;

  struct Listener {
    explicit Listener(boost::asio::io_context& io) : acceptor(boost::asio::make_strand(io)) {}

    Tcp::acceptor acceptor;
    ReserveDescriptor reserve;
  };

  Task accept(Listener& listener);
  /// No client could be accepted.
  void complain(Listener& listener, const boost::system::error_code& error, bool& complained);
  void meet(Tcp::socket socket, const Tcp::endpoint& peer);
  /// Counts it.
  [[nodiscard]] Connection::Admission refuse(session::Refusal kind, std::string line);
  [[nodiscard]] Connection::Admission admit(const Tcp::endpoint& peer);
  Task look_at_clocks();
  void retire(const std::shared_ptr<Connection>& connection);

  const ServerLimits limits_;
  AddressBook addresses_;
  const Connection::Shared shared_;
  boost::asio::io_context io_;
  std::list<Listener> listeners_;
  boost::asio::steady_timer clock_;
  std::vector<std::thread> threads_;

  std::mutex mutex_;
  std::condition_variable fewer_;
  std::unordered_set<std::shared_ptr<Connection>> connections_;
  bool stopping_ = false;
  std::size_t farewells_ = 0;  ///< of connections_, those that are just being sent away

  /// Where sessions are destroyed, which may wait for a search to end. Last, so that it is done first.
  boost::asio::thread_pool undertaker_{1};
};

}  // namespace crownd::server
