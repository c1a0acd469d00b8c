#include "server/connection.hpp"

#include "net/tcp.hpp"
#include "server/log.hpp"

#include <openssl/err.h>
#include <poll.h>
#include <sys/socket.h>
#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/ssl/error.hpp>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <new>

namespace crownd::server {

namespace asio = boost::asio;
using net::error_code;
using net::redirect;

namespace {

/// The first byte of every TLS connection (RFC 8446, 5.1).
constexpr unsigned char handshake_record = 22;

int length(std::size_t bytes) {
  return static_cast<int>(std::min<std::size_t>(bytes, std::numeric_limits<int>::max()));
}

/// A larger buffer is freed once it is written: idle clients should cost little memory.
constexpr std::size_t kept_text_capacity = 1024;

/// Until it is authenticated, a client may send no longer lines than this.
constexpr std::size_t max_login_line = 4096;
/// After the last line a client has this long to close its side: closing while it sends would reset the connection, and
/// the client would lose unread output.
constexpr std::chrono::milliseconds linger{500};
/// Bytes per read; small, so that a client that floods the server with commands does not starve the others.
constexpr std::size_t max_read_bytes = 4096;
/// If lines of a client take longer than this, its next lines are handled by the pool, for this many rounds.
constexpr std::chrono::microseconds slow_line_time{200};
constexpr int pool_rounds = 100;
/// A position with hundreds of moves, or a long text.
constexpr std::size_t long_line = 4096;
/// The time slice of a client on a pool; then others run, and its answers are sent.
constexpr std::chrono::milliseconds pool_time_slice{10};
/// Urgent data looks like a hang-up (POLLERR, POLLHUP) at first; the pause before the next poll.
constexpr std::chrono::milliseconds after_false_alarm{50};

std::string seconds_text(std::chrono::milliseconds time) { return std::to_string(time.count() / 1000) + " s"; }

}  // namespace

Stream::Stream(Tcp::socket socket, SSL_CTX* tls) : socket_(std::move(socket)) {
  error_code ignored;
  socket_.non_blocking(true, ignored);
  if (tls == nullptr) return;
  tls_.reset(::SSL_new(tls));
  if (!tls_ || ::SSL_set_fd(tls_.get(), socket_.native_handle()) != 1) throw std::bad_alloc();
  ::SSL_set_accept_state(tls_.get());
}

bool Stream::received_plain_text() {
  unsigned char first = 0;
  return ::recv(socket_.native_handle(), &first, 1, MSG_PEEK | MSG_DONTWAIT) == 1 && first != handshake_record;
}

void Stream::handshake(error_code& error) {
  ::ERR_clear_error();
  error = error_of(::SSL_do_handshake(tls_.get()), needed_to_read_);
  if (!error) needed_to_read_ = Tcp::socket::wait_read;
}

std::size_t Stream::read_some(std::span<char> bytes, error_code& error) {
  if (!tls_) return socket_.read_some(asio::buffer(bytes.data(), bytes.size()), error);
  ::ERR_clear_error();
  needed_to_read_ = Tcp::socket::wait_read;
  const int count = ::SSL_read(tls_.get(), bytes.data(), length(bytes.size()));
  error = error_of(count, needed_to_read_);
  return count > 0 ? static_cast<std::size_t>(count) : 0;
}

std::size_t Stream::write_some(std::string_view bytes, error_code& error) {
  if (!tls_) return socket_.write_some(asio::buffer(bytes.data(), bytes.size()), error);
  ::ERR_clear_error();
  needed_to_write_ = Tcp::socket::wait_write;
  const int count = ::SSL_write(tls_.get(), bytes.data(), length(bytes.size()));
  error = error_of(count, needed_to_write_);
  return count > 0 ? static_cast<std::size_t>(count) : 0;
}

Stream::error_code Stream::error_of(int result, Tcp::socket::wait_type& needed) {
  if (result > 0) return {};
  const int system_error = errno;
  switch (::SSL_get_error(tls_.get(), result)) {
    case SSL_ERROR_WANT_READ: needed = Tcp::socket::wait_read; return asio::error::would_block;
    case SSL_ERROR_WANT_WRITE: needed = Tcp::socket::wait_write; return asio::error::would_block;
    case SSL_ERROR_ZERO_RETURN: return asio::error::eof;
    case SSL_ERROR_SYSCALL:
      if (system_error == 0) return asio::ssl::error::stream_truncated;
      return {system_error, boost::system::system_category()};
    default: {
      const auto code = ::ERR_get_error();
      if (ERR_GET_REASON(code) == SSL_R_UNEXPECTED_EOF_WHILE_READING) return asio::ssl::error::stream_truncated;
      return {static_cast<int>(code), asio::error::get_ssl_category()};
    }
  }
}

void Stream::end_output(error_code& error) {
  error.clear();
  if (tls_ && !needs_handshake()) {
    ::ERR_clear_error();
    const int result = ::SSL_shutdown(tls_.get());
    if (result < 0) error = error_of(result, needed_to_write_);
    if (error == asio::error::would_block) return;
  }
  error_code ignored;
  socket_.shutdown(Tcp::socket::shutdown_send, ignored);
}

Outbox::Put Outbox::put(std::string_view line, session::Delivery delivery) {
  const std::lock_guard lock(mutex_);
  if (closed_) return Put::kept;
  const auto full = waiting_.size() + being_written_ + line.size() + 1;
  if (delivery == session::Delivery::droppable && full > max_bytes_ / 2) return Put::kept;
  if (full > max_bytes_ && blocked_) {
    closed_ = true;
    waiting_ = limit_error_("more output was left unread than the " + std::to_string(max_bytes_) +
                            " bytes allowed (--max-unread); the connection is closed") +
               '\n';
    return Put::overflow;
  }
  waiting_ += line;
  waiting_ += '\n';
  return wake_writer();
}

Outbox::Taken Outbox::take(std::string& text) {
  text.clear();
  if (text.capacity() > kept_text_capacity) text = std::string();
  const std::lock_guard lock(mutex_);
  std::swap(text, waiting_);
  being_written_ = text.size();
  blocked_ = false;
  if (!text.empty()) return Taken::text;
  if (closed_) return Taken::end;
  writer_sleeps_ = true;
  return Taken::nothing;
}

Connection::Connection(Tcp::socket socket, const Tcp::endpoint& peer, std::shared_ptr<ConnectionSettings> settings,
                       const Shared& shared, SlotOrRefusal admission)
    : settings_(std::move(settings)),
      shared_(shared),
      stream_(std::move(socket), settings_->tls.get()),
      name_(net::text_of(peer)),
      origin_(net::origin_of(peer.address())),
      slot_or_refusal_(std::move(admission)),
      output_signal_(stream_.socket().get_executor()),
      room_signal_(stream_.socket().get_executor()),
      lines_(std::min(settings_->environment.limits.max_line_bytes, max_login_line)),
      outbox_(settings_->limits.max_unread_bytes, [this](const auto& sentence) { return limit_error(sentence); }),
      connected_(Clock::now()),
      last_input_(connected_) {}

void Connection::start() {
  net::set_client_options(stream_.socket(), settings_->limits.patience);
  schedule_timeout();
  if (!is_refused()) log_info(name_ + " connected");
  coroutines_ = 1;
  asio::co_spawn(stream_.socket().get_executor(), serve(),
                 [self = shared_from_this()](const std::exception_ptr& failure) { self->end_coroutine(failure); });
}

Connection::Task Connection::serve() {
  if (stream_.needs_handshake()) co_await handshake();
  if (dropped_) co_return;
  begin_session();
  ++coroutines_;
  asio::co_spawn(stream_.socket().get_executor(), write(),
                 [self = shared_from_this()](const std::exception_ptr& failure) { self->end_coroutine(failure); });
  co_await read();
}

Connection::Task Connection::handshake() {
  for (bool first = true; stream_.needs_handshake() && !dropped_; first = false) {
    error_code error;
    co_await stream_.socket().async_wait(first ? Tcp::socket::wait_read : stream_.needed_to_read(), redirect(error));
    if (dropped_) co_return;
    if (first && stream_.received_plain_text()) {
      stream_.disable_tls();
      count("tls");
      log_warning(name_ + " does not use TLS");
      slot_or_refusal_.refusal = "error auth this address speaks TLS only (crown: --connect tls:HOST:PORT)";
      co_return;
    }
    stream_.handshake(error);
    if (error && error != asio::error::would_block) drop("TLS handshake failed: " + error.message());
  }
}

/// Creates no session for a refused client.
void Connection::begin_session() {
  if (!slot_or_refusal_.refusal.empty()) {
    send(slot_or_refusal_.refusal, session::Delivery::guaranteed);
    close();
    return;
  }
  session_ = std::make_unique<session::Session>(settings_->environment, *this, settings_->access);
  if (session_->is_authenticated()) lines_.set_max_line_bytes(settings_->environment.limits.max_line_bytes);
  schedule_timeout();
}

void Connection::end() {
  asio::post(stream_.socket().get_executor(), [self = shared_from_this()] {
    if (self->dropped_) return;
    if (self->session_) return self->session_->end_now();
    self->drop("dropped: the daemon stops");
  });
}

void Connection::token_was(bool right) {
  if (right) return shared_.lockouts.right_token(origin_);
  const auto lockout = shared_.lockouts.wrong_token(origin_);
  const auto seconds_locked = std::to_string(lockout.count());
  log_warning(name_ + " sent a wrong token" +
              (lockout.count() == 0 ? "" : "; its address is locked out for " + seconds_locked + " s"));
}

void Connection::drop(std::string_view why) {
  if (dropped_) return;
  dropped_ = true;
  log_info(name_ + ' ' + std::string(why));
  outbox_.abandon();
  if (session_) session_->end_now();
  stream_.close();
  output_signal_.cancel();
  room_signal_.cancel();
}

void Connection::end_coroutine(const std::exception_ptr& failure) {
  if (failure) {
    try {
      std::rethrow_exception(failure);
    } catch (const std::exception& fault) {
      drop(fault.what());
    }
  }
  if (--coroutines_ > 0) return;
  dropped_ = true;  // the session may be destroyed by another thread from here on
  stream_.close();
  if (!is_refused()) log_info(name_ + " closed");
  shared_.on_end(shared_from_this());
}

void Connection::schedule_timeout() {
  const auto& limits = settings_->limits;
  auto next = Clock::time_point::max();
  if (output_state_ == Output::finished) {
    next = last_progress_ + linger;
  } else {
    if (output_state_ == Output::writes) next = last_progress_ + limits.patience;
    if (!outbox_.closed() && limits.idle_timeout.count() > 0) next = std::min(next, idle_since() + limits.idle_timeout);
    if (!outbox_.closed() && is_logging_in()) next = std::min(next, connected_ + limits.login_timeout);
  }
  next_timeout_.store(next, std::memory_order_relaxed);
}

void Connection::check_timeout() {
  if (Clock::now() < next_timeout_.load(std::memory_order_relaxed)) return;
  asio::post(stream_.socket().get_executor(), [self = shared_from_this()] { self->handle_timeout(); });
}

void Connection::handle_timeout() {
  const auto now = Clock::now();
  if (dropped_ || now < next_timeout_.load(std::memory_order_relaxed)) return;
  if (output_state_ == Output::finished) {
    stream_.close();
  } else if (output_state_ == Output::writes && now >= last_progress_ + settings_->limits.patience) {
    stream_.discard_output();
    count("patience");
    drop("dropped: it read no output for " + seconds_text(settings_->limits.patience) + " (--patience)");
  } else if (outbox_.closed()) {
    schedule_timeout();
  } else if (!session_) {
    count("login-timeout");
    drop("dropped: no TLS handshake within " + seconds_text(settings_->limits.login_timeout) + " (--login-timeout)");
  } else if (is_logging_in() && now >= connected_ + settings_->limits.login_timeout) {
    count("login-timeout");
    end_session("no token came within " + seconds_text(settings_->limits.login_timeout) + " (--login-timeout)");
  } else if (session_->busy()) {
    last_input_ = now;
    schedule_timeout();
  } else if (now >= idle_since() + settings_->limits.idle_timeout && settings_->limits.idle_timeout.count() > 0) {
    count("idle-timeout");
    end_session("idle for " + seconds_text(settings_->limits.idle_timeout) + " (--idle-timeout)");
  } else {
    schedule_timeout();
  }
}

std::string Connection::limit_error(const std::string& sentence) const {
  const auto& dialect = session_ ? session_->dialect() : session::native_dialect();
  return dialect.error(wire::ErrorCode::limit, sentence, false).front();
}

void Connection::end_session(const std::string& why) {
  log_warning(name_ + " dropped: " + why);
  send(limit_error(why + "; the connection is closed"), session::Delivery::guaranteed);
  session_->end_now();
}

// Input: reads lines and chooses the thread that handles them.

Connection::Task Connection::read() {
  while (!dropped_ && !input_ended_) {
    error_code error;
    if (stream_.is_encrypted()) {
      if (!stream_.has_more()) co_await stream_.socket().async_wait(stream_.needed_to_read(), redirect(error));
      if (error || dropped_) co_return;
      input_ended_ = !receive();
    } else {
      const auto count = co_await stream_.socket().async_read_some(asio::buffer(received_), redirect(error));
      if (dropped_) co_return;
      input_ended_ = !handle_received({received_.data(), count}, error);
      if (count == received_.size()) input_ended_ = !receive();
    }
    if (input_ended_) lines_.finish();
    if (handle_inline()) co_await handle_lines();
  }
  if (dropped_) co_return;
  handle_end_of_input();
  co_await detect_hang_up();
}

bool Connection::receive() {
  std::array<char, max_read_bytes> bytes;
  error_code error;
  const auto count = stream_.read_some(bytes, error);
  return handle_received({bytes.data(), count}, error);
}

bool Connection::handle_received(std::string_view bytes, const error_code& error) {
  if (error == asio::error::would_block || error == asio::error::interrupted) return true;
  if (error && error != asio::error::eof) drop(error.message());
  if (error) return false;
  last_input_ = Clock::now();
  schedule_timeout();
  if (!outbox_.closed()) lines_.append(bytes);
  return true;
}

/// Handles all complete lines; waits while the outbox is more than half full (back-pressure).
Connection::Task Connection::handle_lines() {
  bool more = true;
  while (more) {
    if (outbox_.half_full()) co_await sleep(room_signal_);
    if (const auto place = place_of_next_line(); place != Place::own_thread) {
      more = co_await handle_on_pool(place);
    } else {
      more = handle_inline();
    }
  }
}

/// A line goes to the slow pool if it is long, if recent lines were slow, or if it may have to wait for a running
/// command.
Connection::Place Connection::place_of_next_line() {
  const auto line = lines_.peek();
  switch (session::Session::cost_of(line)) {
    case session::Session::Cost::nothing: return Place::own_thread;
    case session::Session::Cost::high: return Place::reading_pool;
    case session::Session::Cost::usual: break;
  }
  return pool_rounds_left_ > 0 || line.size() > long_line || session_->busy() ? Place::slow_pool : Place::own_thread;
}

bool Connection::handle_inline() {
  handle_while([this] { return place_of_next_line() == Place::own_thread; });
  write_now();
  return lines_left_ && !dropped_ && !outbox_.closed();
}

asio::awaitable<bool> Connection::handle_on_pool(Place place) {
  if (pool_rounds_left_ > 0) --pool_rounds_left_;
  auto& pool = place == Place::reading_pool ? shared_.reading_pool : shared_.slow_pool;
  co_await asio::co_spawn(pool, handle_slice(place), asio::use_awaitable);
  write_now();
  co_return lines_left_ && !dropped_ && !outbox_.closed();
}

Connection::Task Connection::handle_slice(Place place) {
  handle_while([this, place, begun = Clock::now()] {
    return place_of_next_line() == place && Clock::now() - begun < pool_time_slice;
  });
  co_return;
}

template <class Condition>
void Connection::handle_while(const Condition& condition) {
  const auto begun = Clock::now();
  lines_left_ = true;
  handling_ = std::this_thread::get_id();
  while (lines_left_ && !outbox_.closed() && !outbox_.half_full() && condition()) {
    switch (lines_.next()) {
      case wire::LineSplitter::Next::nothing: lines_left_ = false; break;
      case wire::LineSplitter::Next::line: session_->handle_line(lines_.line()); break;
      case wire::LineSplitter::Next::too_long: session_->line_too_long(lines_.line()); break;
    }
    if (lines_left_ && session_->is_authenticated())
      lines_.set_max_line_bytes(settings_->environment.limits.max_line_bytes);
    if (lines_left_ && Clock::now() - begun > slow_line_time) pool_rounds_left_ = pool_rounds;
  }
  handling_ = std::thread::id();
}

/// The client may have half-closed the connection and wait for its answers, or be gone. In the latter case the line
/// sent here provokes a reset from its machine.
void Connection::handle_end_of_input() {
  if (outbox_.closed()) return;
  const auto notice = session_->dialect().message("end of input: finishing what was asked");
  if (session_->busy() && notice) send(*notice, session::Delivery::guaranteed);
  session_->end_of_input();
}

Connection::Task Connection::detect_hang_up() {
  while (!dropped_ && output_state_ != Output::finished) {
    error_code error;
    co_await stream_.socket().async_wait(Tcp::socket::wait_error, redirect(error));
    if (error || dropped_) co_return;
    pollfd state{stream_.socket().native_handle(), 0, 0};
    ::poll(&state, 1, 0);
    if ((state.revents & (POLLERR | POLLHUP)) != 0) {
      drop("hung up");
    } else {
      room_signal_.expires_after(after_false_alarm);
      co_await room_signal_.async_wait(redirect(error));
    }
  }
}

// Output: from the session to the outbox, and from there to the socket.

void Connection::send(std::string_view line, session::Delivery delivery) {
  switch (outbox_.put(line, delivery)) {
    case Outbox::Put::kept: return;
    case Outbox::Put::wake: return wake_writer();
    case Outbox::Put::overflow:
      asio::post(stream_.socket().get_executor(), [self = shared_from_this()] { self->handle_overflow(); });
  }
}

/// The outbox has replaced the pending output by an error line: if the client does read on, it learns why.
void Connection::handle_overflow() {
  if (dropped_) return;
  count("max-unread");
  log_warning(name_ + " dropped: it leaves more output unread than the " +
              std::to_string(settings_->limits.max_unread_bytes) + " bytes of --max-unread");
  if (session_) session_->end_now();
}

void Connection::close() {
  if (outbox_.close() == Outbox::Put::wake) wake_writer();
}

void Connection::wake_writer() {
  if (handling_ == std::this_thread::get_id()) return;  // write_now follows
  asio::dispatch(stream_.socket().get_executor(), [self = shared_from_this()] { self->output_signal_.cancel(); });
}

Connection::Task Connection::write() {
  while (!dropped_) {
    co_await write_rest();
    if (dropped_) co_return;
    const auto taken = take_output();
    if (taken == Outbox::Taken::end) co_return co_await finish_output();
    if (taken == Outbox::Taken::nothing) co_await sleep(output_signal_);
  }
}

Connection::Task Connection::write_rest() {
  while (written_ < text_.size() && !dropped_) {
    output_state_ = Output::writes;
    last_progress_ = Clock::now();
    schedule_timeout();
    error_code error;
    const auto count = stream_.write_some(std::string_view(text_).substr(written_), error);
    written_ += count;
    if (!error) continue;
    if (error != asio::error::would_block) co_return drop(error.message());
    outbox_.set_blocked();
    co_await stream_.socket().async_wait(stream_.needed_to_write(), redirect(error));
  }
  output_state_ = Output::sleeps;
  schedule_timeout();
}

Outbox::Taken Connection::take_output() {
  written_ = 0;
  room_signal_.cancel();
  return outbox_.take(text_);
}

/// Writes the answers to the lines just handled. The kernel usually takes them at once, without waking the writer.
void Connection::write_now() {
  while (!dropped_ && output_state_ == Output::sleeps) {
    if (written_ == text_.size() && take_output() == Outbox::Taken::nothing) return;
    error_code error;
    if (written_ < text_.size()) written_ += stream_.write_some(std::string_view(text_).substr(written_), error);
    if (error || outbox_.closed()) {
      output_signal_.cancel();
      return;
    }
  }
}

Connection::Task Connection::sleep(asio::steady_timer& until_cancelled) {
  error_code cancelled;
  until_cancelled.expires_at(Clock::time_point::max());
  co_await until_cancelled.async_wait(redirect(cancelled));
}

Connection::Task Connection::finish_output() {
  output_state_ = Output::writes;
  last_progress_ = Clock::now();
  schedule_timeout();
  while (!dropped_) {
    error_code error;
    stream_.end_output(error);
    if (error != asio::error::would_block) break;
    co_await stream_.socket().async_wait(stream_.needed_to_write(), redirect(error));
  }
  if (dropped_) co_return;
  output_state_ = Output::finished;
  last_progress_ = Clock::now();
  schedule_timeout();
  if (input_ended_) stream_.close();
}

}  // namespace crownd::server
