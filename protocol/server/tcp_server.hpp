#pragma once

#include "net/asio.hpp"
#include "net/descriptor_limit.hpp"
#include "net/lockouts.hpp"
#include "net/seats.hpp"
#include "server/connection.hpp"
#include "server/systemd.hpp"
#include "server/terms.hpp"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <thread>
#include <unordered_set>
#include <vector>

namespace crownd::server {

/// Serves every client that connects. A few threads serve all connections; no connection has its own thread.
class TcpServer {
 public:
  using Tcp = boost::asio::ip::tcp;

  explicit TcpServer(Terms terms);
  TcpServer(const TcpServer&) = delete;
  TcpServer& operator=(const TcpServer&) = delete;
  ~TcpServer();

  /// Listens, but does not accept yet. Throws std::runtime_error if it cannot bind the address.
  void listen(const Tcp::endpoint& address);
  /// The same with a socket that already listens; takes ownership.
  void adopt(const InheritedSocket& socket);
  /// The addresses that it listens on, with the ports that the system chose.
  [[nodiscard]] std::vector<Tcp::endpoint> addresses() const;
  /// Starts accepting, on threads of its own.
  void start();
  /// Applies to new clients; existing connections keep their terms.
  void renew(Terms terms);
  /// Stops accepting; existing sessions go on. Calls `when_empty`, from any thread, when there are none left.
  void drain(std::function<void()> when_empty);
  /// Stops accepting and ends all sessions after their last lines. False if some still ran at the deadline.
  bool stop(std::chrono::steady_clock::time_point deadline);

 private:
  using Task = net::Task<>;

  struct Listener {
    explicit Listener(boost::asio::io_context& io) : acceptor(io) {}

    Tcp::acceptor acceptor;
    net::ReserveDescriptor reserve;
  };

  /// A thread and what it serves. Each has its own queue of events, so that none has to be woken for what another can
  /// do: a wake-up takes longer than most answers.
  struct Worker {
    boost::asio::io_context io{1};
    boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work{io.get_executor()};
    std::thread thread;
  };

  void close_listeners();
  /// A connection of a client or of a proxy.
  void greet(Tcp::socket socket, const Tcp::endpoint& peer);
  Task meet_behind(std::shared_ptr<Tcp::socket> socket, Tcp::endpoint proxy);
  /// Handles a failed accept.
  void complain(Listener& listener, const net::error_code& error, bool first);
  void meet(Tcp::socket socket, const Tcp::endpoint& peer);
  /// Counts a refusal.
  [[nodiscard]] Connection::Admission admit(const Tcp::endpoint& peer);
  [[nodiscard]] std::shared_ptr<Terms> terms();
  Task look_at_clocks();
  void retire(const std::shared_ptr<Connection>& connection);

  net::Seats seats_;
  net::Lockouts lockouts_;
  const Connection::Shared shared_;
  std::vector<Worker> workers_;  ///< the first one accepts clients, too
  std::size_t next_worker_ = 0;  ///< of the next client
  std::list<Listener> listeners_;
  boost::asio::steady_timer clock_;

  std::atomic<int> unheard_proxies_{0};  ///< proxy connections whose PROXY header has not come yet
  std::mutex mutex_;
  std::shared_ptr<Terms> terms_;
  std::function<void()> when_empty_;
  std::condition_variable fewer_;
  std::unordered_set<std::shared_ptr<Connection>> connections_;
  bool stopping_ = false;
  std::size_t farewells_ = 0;  ///< those of connections_ that are just being refused

  /// Handles lines that take long.
  boost::asio::thread_pool slow_lines_;
  /// Destroys sessions, which may block until a search has ended. Last, so that it is joined first.
  boost::asio::thread_pool undertaker_{1};
};

}  // namespace crownd::server
