#pragma once

#include "net/access.hpp"
#include "net/descriptor.hpp"
#include "net/tcp.hpp"
#include "server/connection.hpp"
#include "server/flags.hpp"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>

#include <condition_variable>
#include <list>
#include <unordered_set>

namespace crownd::server {

/// Serves every client that connects. A few threads serve all connections; no connection has its own thread.
class TcpServer {
 public:
  explicit TcpServer(ConnectionSettings settings);
  ~TcpServer();

  /// Listens, but does not accept yet. Throws std::runtime_error if it cannot bind the address.
  void listen(const net::Address& address);
  /// The same with a listening socket; takes ownership.
  void adopt(const InheritedSocket& socket);
  /// The addresses that it listens on, with the ports that the system chose.
  [[nodiscard]] std::vector<net::Address> addresses() const;
  /// Starts accepting, on threads of its own.
  void start();
  /// Applies to new clients; existing connections keep their settings.
  void set_settings(ConnectionSettings settings);
  /// Stops accepting; existing sessions continue. Calls `when_empty`, from any thread, when there are none left.
  void drain(std::function<void()> when_empty);
  /// Stops accepting and ends all sessions after their last lines. False if some still ran at the deadline.
  bool stop(std::chrono::steady_clock::time_point deadline);

 private:
  using Tcp = boost::asio::ip::tcp;
  using Task = net::Task<>;

  struct Listener {
    explicit Listener(boost::asio::io_context& io) : acceptor(io) {}

    Tcp::acceptor acceptor;
    net::ReserveDescriptor reserve;
  };

  /// A thread with its own queue of events: to wake idle threads by a shared queue takes longer than most answers.
  struct IoThread {
    boost::asio::io_context io{1};
    boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work{io.get_executor()};
    std::thread thread;
  };

  void close_listeners();
  /// Handles a new connection of a client or a proxy.
  void accept(Tcp::socket socket, const Tcp::endpoint& peer);
  Task accept_proxied(std::shared_ptr<Tcp::socket> socket, Tcp::endpoint proxy);
  /// Handles a failed accept.
  void handle_accept_failure(Listener& listener, const net::error_code& error, bool first);
  void add_connection(Tcp::socket socket, const Tcp::endpoint& peer);
  /// Takes a slot for a client, or counts the refusal.
  [[nodiscard]] Connection::SlotOrRefusal admit(const Tcp::endpoint& peer);
  [[nodiscard]] std::shared_ptr<ConnectionSettings> settings() {
    const std::lock_guard lock(mutex_);
    return settings_;
  }
  Task check_timeouts();
  /// Destroys the session of an ended connection on the reaper's thread.
  void reap(const std::shared_ptr<Connection>& connection);

  net::SessionSlots slots_;
  net::Lockouts lockouts_;
  const Connection::Shared shared_;
  std::vector<IoThread> io_threads_;  ///< the first one accepts clients, too
  std::size_t next_io_thread_ = 0;    ///< of the next client
  std::list<Listener> listeners_;
  boost::asio::steady_timer timer_;

  std::atomic<int> pending_proxies_{0};  ///< proxy connections without a PROXY header yet
  std::mutex mutex_;
  std::shared_ptr<ConnectionSettings> settings_;
  std::function<void()> when_empty_;
  std::condition_variable connection_removed_;
  std::unordered_set<std::shared_ptr<Connection>> connections_;
  bool stopping_ = false;
  std::size_t being_refused_ = 0;  ///< the number of refused clients among connections_

  boost::asio::thread_pool slow_pool_, reading_pool_;  ///< see Connection::Shared
  /// Destroys sessions, which may block until a search has ended. Last, so that it is joined first.
  boost::asio::thread_pool reaper_{1};
};

}  // namespace crownd::server
