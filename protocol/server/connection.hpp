#pragma once

#include "net/access.hpp"
#include "server/flags.hpp"
#include "session/client.hpp"
#include "session/session.hpp"
#include "wire/words.hpp"

#include <openssl/ssl.h>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/system/error_code.hpp>

#include <algorithm>
#include <array>
#include <exception>
#include <functional>
#include <utility>  // for Asio's coroutines on g++ 12

namespace crownd::server {

/// The bytes of one TCP client, with or without TLS. Non-blocking: on `would_block` the caller waits until the socket
/// is ready and calls again. One thread at a time. Asio's ssl::stream would keep 70 KiB of buffers for every idle
/// client.
class Stream {
 public:
  using Tcp = boost::asio::ip::tcp;
  using error_code = boost::system::error_code;

  /// `tls` is null for no TLS, and outlives the stream.
  Stream(Tcp::socket socket, SSL_CTX* tls);

  [[nodiscard]] Tcp::socket& socket() { return socket_; }

  /// Whether the TLS handshake is not finished.
  [[nodiscard]] bool needs_handshake() const { return tls_ && ::SSL_is_init_finished(tls_.get()) == 0; }
  [[nodiscard]] bool is_encrypted() const { return tls_ != nullptr; }
  /// Whether the received bytes do not start a TLS handshake.
  [[nodiscard]] bool received_plain_text();
  /// Continues without TLS.
  void disable_tls() { tls_.reset(); }
  void handshake(error_code& error);

  std::size_t read_some(std::span<char> bytes, error_code& error);
  std::size_t write_some(std::string_view bytes, error_code& error);
  /// The event to wait for after `would_block`. TLS may have to write before it can read, and vice versa.
  [[nodiscard]] Tcp::socket::wait_type needed_to_read() const { return needed_to_read_; }
  [[nodiscard]] Tcp::socket::wait_type needed_to_write() const { return needed_to_write_; }
  /// Whether read_some has decrypted bytes, though the socket may have none.
  [[nodiscard]] bool has_more() const { return tls_ && ::SSL_pending(tls_.get()) > 0; }

  /// Half-closes: nothing more will be written. `would_block` if TLS cannot send its end yet; then call again.
  void end_output(error_code& error);
  /// On close, discards unsent output (SO_LINGER 0), which the kernel would keep for a peer that reads nothing.
  void discard_output() {
    error_code ignored;
    socket_.set_option(boost::asio::socket_base::linger(true, 0), ignored);
  }
  void close() {
    error_code ignored;
    socket_.close(ignored);
  }

 private:
  struct Free {
    void operator()(SSL* tls) const { ::SSL_free(tls); }
  };

  /// Converts OpenSSL's error after `result` to an error code, and sets the event to wait for.
  error_code error_of(int result, Tcp::socket::wait_type& needed);

  Tcp::socket socket_;
  std::unique_ptr<SSL, Free> tls_;
  Tcp::socket::wait_type needed_to_read_ = Tcp::socket::wait_read;
  Tcp::socket::wait_type needed_to_write_ = Tcp::socket::wait_write;
};

/// The queue of output lines of one client: many producers, one writer. Droppable lines are dropped when it is more
/// than half full; other lines are bounded only while the socket accepts no bytes. Thread-safe.
class Outbox {
 public:
  /// `limit_error` returns the error line with a sentence.
  Outbox(std::size_t max_bytes, std::function<std::string(const std::string&)> limit_error)
      : max_bytes_(max_bytes), limit_error_(std::move(limit_error)) {}

  enum class Put : std::uint8_t {
    kept,      ///< the writer is awake, or the outbox is closed
    wake,      ///< kept, and the caller must wake the writer
    overflow,  ///< no room for a line that must arrive: closed; an `error` line replaces all pending ones
  };
  [[nodiscard]] Put put(std::string_view line, session::Delivery delivery);

  /// Lines put after this are discarded. Returns `wake` if the caller must wake the writer.
  Put close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    return wake_writer();
  }
  /// Closes, and discards pending lines.
  void abandon() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    waiting_ = std::string();
  }

  enum class Taken : std::uint8_t {
    text,
    nothing,  ///< the next put or close will return `wake`
    end,      ///< closed, and everything has been taken
  };
  /// Moves all pending lines to `text`, whose old content must have been written.
  [[nodiscard]] Taken take(std::string& text);

  /// Reports that the socket accepts no more bytes; until the next `take` the queue is bounded.
  void set_blocked() {
    const std::lock_guard lock(mutex_);
    blocked_ = true;
  }

  /// Back-pressure: more than half full, with the bytes being written, so no more input should be read.
  [[nodiscard]] bool half_full() const {
    const std::lock_guard lock(mutex_);
    return waiting_.size() + being_written_ > max_bytes_ / 2;
  }
  [[nodiscard]] bool closed() const {
    const std::lock_guard lock(mutex_);
    return closed_;
  }

 private:
  [[nodiscard]] Put wake_writer() { return std::exchange(writer_sleeps_, false) ? Put::wake : Put::kept; }

  const std::size_t max_bytes_;
  const std::function<std::string(const std::string&)> limit_error_;
  mutable std::mutex mutex_;
  std::string waiting_;
  std::size_t being_written_ = 0;
  bool writer_sleeps_ = false;
  bool blocked_ = false;
  bool closed_ = false;
};

/// The settings of a connection from start to end; a reload changes only those of later connections.
struct ConnectionSettings {
  session::Environment environment;
  ServerLimits limits;
  session::Access access;
  std::shared_ptr<SSL_CTX> tls;       ///< null: no TLS
  std::vector<AddressRange> proxies;  ///< addresses that must send the PROXY protocol's header first
};

/// One TCP client and its session. One coroutine reads, another writes, both on the one thread of the socket's
/// executor; private functions run there too, unless they say otherwise. Lives until both have ended.
class Connection final : public session::Client, public std::enable_shared_from_this<Connection> {
 public:
  using Tcp = boost::asio::ip::tcp;
  using Clock = std::chrono::steady_clock;
  /// Called once, on that thread, after the connection has ended. The callee must call destroy_session.
  using OnEnd = std::function<void(std::shared_ptr<Connection>)>;

  /// Shared by all connections; outlives them.
  struct Shared {
    net::Lockouts& lockouts;
    boost::asio::thread_pool& slow_pool;     ///< handles lines that would delay other connections
    boost::asio::thread_pool& reading_pool;  ///< handles lines that read games, which would delay other slow lines
    OnEnd on_end;
  };

  /// The slot of its session, or the reason to refuse the client.
  struct SlotOrRefusal {
    std::string refusal;  ///< the line that it is sent before the close; empty if it is admitted
    std::optional<net::SessionSlots::Slot> slot;
  };

  /// The executor of `socket` must have one thread.
  Connection(Tcp::socket socket, const Tcp::endpoint& peer, std::shared_ptr<ConnectionSettings> settings,
             const Shared& shared, SlotOrRefusal admission);

  void start();
  /// The daemon stops: ends searches, flushes all output, then closes the connection. From any thread.
  void end();
  /// Closes a connection without input or progress of its output for too long. Call it often, from any thread.
  void check_timeout();
  /// Joins the search's thread. Call after on_end, on a thread that may block.
  void destroy_session() { session_.reset(); }
  [[nodiscard]] bool is_refused() const { return !slot_or_refusal_.slot; }

  void send(std::string_view line, session::Delivery delivery) override;
  void close() override;
  [[nodiscard]] std::string_view name() const override { return name_; }
  [[nodiscard]] std::chrono::seconds lockout() const override { return shared_.lockouts.lockout(origin_); }
  void token_was(bool right) override;

 private:
  using Task = boost::asio::awaitable<void>;

  Task serve();
  Task handshake();
  Task read();
  Task handle_lines();
  /// The threads that handle a line.
  enum class Place : std::uint8_t { own_thread, slow_pool, reading_pool };
  [[nodiscard]] Place place_of_next_line();
  /// Handles lines until one needs another thread or the outbox is half full. Returns whether lines are left.
  bool handle_inline();
  /// Lets a thread of the pool execute handle_slice. Returns whether lines are left.
  boost::asio::awaitable<bool> handle_on_pool(Place place);
  /// Runs on a pool: handles lines for one time slice, as long as they belong there.
  Task handle_slice(Place place);
  /// In either thread.
  template <class Condition>
  void handle_while(const Condition& condition);
  Task detect_hang_up();
  Task write();
  Task write_rest();
  void write_now();
  Outbox::Taken take_output();
  Task sleep(boost::asio::steady_timer& until_cancelled);

  void begin_session();
  /// Handles the bytes of a read, or its error. Returns whether to read on.
  bool handle_received(std::string_view bytes, const boost::system::error_code& error);
  bool receive();
  void handle_end_of_input();
  Task finish_output();
  void handle_overflow();
  /// Closes at once; pending output is lost.
  void drop(std::string_view why);
  void end_coroutine(const std::exception_ptr& failure);
  void wake_writer();

  void count(session::RefusalKind kind) { settings_->environment.statistics->refuse(kind); }
  void schedule_timeout();
  void handle_timeout();
  /// The error of code `limit` with this sentence, as the client's protocol writes it.
  [[nodiscard]] std::string limit_error(const std::string& sentence) const;
  /// Sends the reason to the client and ends the session.
  void end_session(const std::string& why);
  /// The last input or output; after a search, its result.
  [[nodiscard]] Clock::time_point idle_since() const { return std::max(last_input_, last_progress_); }
  /// Whether the client still has to authenticate.
  [[nodiscard]] bool is_logging_in() const { return !session_ || !session_->is_authenticated(); }

  const std::shared_ptr<ConnectionSettings> settings_;
  const Shared& shared_;
  Stream stream_;
  const std::string name_;
  const net::Origin origin_;
  SlotOrRefusal slot_or_refusal_;
  boost::asio::steady_timer output_signal_;  ///< the writer waits on it for output
  boost::asio::steady_timer room_signal_;  ///< the reader waits on it: for room in the outbox, or after a false hang-up
  std::array<char, 256> received_;         ///< enough for most lines
  wire::LineSplitter lines_;
  Outbox outbox_;
  std::string text_;         ///< last taken from the outbox
  std::size_t written_ = 0;  ///< bytes of text_ already written
  std::unique_ptr<session::Session> session_;
  std::atomic<std::thread::id> handling_;  ///< the thread that runs commands for the reader
  bool lines_left_ = false;
  int pool_rounds_left_ = 0;  ///< rounds left on the pool, after slow lines

  enum class Output : std::uint8_t { sleeps, writes, finished };
  Output output_state_ = Output::sleeps;
  bool input_ended_ = false;
  bool dropped_ = false;
  int coroutines_ = 0;
  const Clock::time_point connected_;
  Clock::time_point last_input_;
  Clock::time_point last_progress_;  ///< when a write last made progress, or began
  std::atomic<Clock::time_point> next_timeout_{Clock::time_point::max()};
};

}  // namespace crownd::server
