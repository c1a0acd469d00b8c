#pragma once

#include "net/lockouts.hpp"
#include "net/origin.hpp"
#include "net/seats.hpp"
#include "server/outbox.hpp"
#include "server/stream.hpp"
#include "server/terms.hpp"
#include "session/session.hpp"
#include "wire/line_splitter.hpp"

#include <utility>  // for Asio's coroutines on g++ 12

#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

namespace crownd::server {

/// One TCP client and its session. One coroutine reads, another writes, both on the one thread of the socket's
/// executor; private functions run there too, unless they say otherwise. Lives until both have ended.
class Connection final : public session::Client, public std::enable_shared_from_this<Connection> {
 public:
  using Tcp = boost::asio::ip::tcp;
  using Clock = std::chrono::steady_clock;
  /// Called once, on that thread, when the client is gone and only destroy_session remains to be called.
  using OnEnd = std::function<void(std::shared_ptr<Connection>)>;

  /// Shared by all connections; outlives them.
  struct Shared {
    net::Lockouts& lockouts;
    boost::asio::thread_pool& slow_lines;  ///< handles what would hold up the other connections
    OnEnd on_end;
  };

  /// Why a client is refused, or the seat of its session.
  struct Admission {
    std::string refusal;  ///< the line that is sent to it before the close; empty if it is admitted
    std::optional<net::Seats::Seat> seat;
  };

  /// The executor of `socket` must have one thread.
  Connection(Tcp::socket socket, const Tcp::endpoint& peer, std::shared_ptr<Terms> terms, const Shared& shared,
             Admission admission);

  void start();
  /// The daemon stops: ends searches, flushes all output, then closes the connection. From any thread.
  void end();
  /// Call a few times a second, from any thread: closes a connection that has timed out, because it was idle or did not
  /// read.
  void look_at_clock();
  /// Joins the search's thread. Call after on_end, on a thread that may block.
  void destroy_session() { session_.reset(); }
  [[nodiscard]] bool is_refused() const { return !admission_.seat; }

  void send(std::string_view line, session::Urgency urgency) override;
  void close() override;
  [[nodiscard]] std::string_view name() const override { return name_; }
  [[nodiscard]] std::chrono::seconds lockout() const override { return shared_.lockouts.lockout(origin_); }
  void token_was(bool right) override;

 private:
  using Task = boost::asio::awaitable<void>;

  Task converse();
  Task shake_hands();
  Task read();
  Task handle_lines();
  [[nodiscard]] bool may_take_long() const;
  /// Handles lines until one may take long or there is no more room. Gives whether lines are left.
  bool handle_here();
  /// Handles lines in a thread of `slow_lines`. Gives whether lines are left.
  boost::asio::awaitable<bool> handle_elsewhere();
  Task handle_slow_lines();
  /// In either thread.
  template <class GoesOn>
  void handle_while(const GoesOn& goes_on);
  Task watch_for_hang_up();
  Task write();
  Task write_rest();
  void write_at_once();
  Outbox::Taken take_output();
  Task sleep(boost::asio::steady_timer& until_cancelled);

  void begin_session();
  /// Takes what has been received, or the error. Whether there may be more to receive.
  bool take_in(std::string_view bytes, const boost::system::error_code& error);
  bool receive();
  void handle_end_of_input();
  void finish_output();
  void out_of_room();
  /// The client is gone or is dropped; nothing more is sent.
  void gone(std::string_view why);
  void coroutine_ended(const std::exception_ptr& failure);
  void wake_writer();

  void count(session::Refusal kind) { terms_->environment.statistics->refuse(kind); }
  void plan_next_look();
  void look();
  /// Sends the reason to the client and ends the session.
  void send_away(const std::string& why);
  /// Whether the client still has to authenticate.
  [[nodiscard]] bool logging_in() const { return !session_ || !session_->admitted(); }

  const std::shared_ptr<Terms> terms_;
  const Shared& shared_;
  Stream stream_;
  const std::string name_;
  const net::Origin origin_;
  Admission admission_;
  boost::asio::steady_timer output_;  ///< the writer waits on it for output
  boost::asio::steady_timer room_;    ///< the reader waits on it for room in the outbox
  std::array<char, 256> received_;    ///< enough for most lines
  wire::LineSplitter lines_;
  Outbox outbox_;
  std::string text_;         ///< last taken from the outbox
  std::size_t written_ = 0;  ///< bytes of text_ that have been written
  std::unique_ptr<session::Session> session_;
  std::atomic<std::thread::id> handling_;  ///< the thread that runs commands for the reader
  bool lines_are_left_ = false;
  int slow_rounds_ = 0;  ///< how often lines are handled elsewhere, since some have taken long

  enum class Output : std::uint8_t { sleeps, writes, finished };
  Output output_state_ = Output::sleeps;
  bool input_ended_ = false;
  bool gone_ = false;
  int coroutines_ = 0;
  const Clock::time_point connected_;
  Clock::time_point heard_;       ///< last activity
  Clock::time_point progressed_;  ///< when a write last made progress, or began
  std::atomic<Clock::time_point> next_look_{Clock::time_point::max()};
};

}  // namespace crownd::server
