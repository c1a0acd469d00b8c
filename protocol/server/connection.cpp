#include "server/connection.hpp"

#include "net/listen_address.hpp"
#include "net/listener.hpp"

#include <poll.h>
#include <spdlog/spdlog.h>
#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <array>
#include <cstddef>

namespace crownd::server {

namespace asio = boost::asio;
using boost::system::error_code;

namespace {

/// Bytes per read; small, so that a client that floods us with commands does not starve the others.
constexpr std::size_t chunk = 4096;
/// Where lines of a client take longer than this, its next lines are handled elsewhere, for this many rounds.
constexpr std::chrono::microseconds quick{200};
constexpr int slow_rounds = 100;
/// Elsewhere a client has a thread for so long, then others have their turn, and its answers are sent.
constexpr std::chrono::milliseconds longest_round{10};
/// Until it is authenticated, a client may send no longer lines than this.
constexpr std::size_t longest_login_line = 4096;
/// Lingering close: after the last line a client has so long to close its side; what it still sends is discarded.
/// Closing while it sends would reset the connection, and the client would lose output that it has not read yet.
constexpr std::chrono::milliseconds linger{500};
/// Urgent data looks like a hang-up (POLLERR, POLLHUP) at first; how long to wait before the next poll.
constexpr std::chrono::milliseconds after_false_alarm{50};

auto redirect(error_code& error) { return asio::redirect_error(asio::use_awaitable, error); }

std::string seconds(std::chrono::milliseconds time) { return std::to_string(time.count() / 1000) + " s"; }

}  // namespace

Connection::Connection(Tcp::socket socket, const Tcp::endpoint& peer, std::shared_ptr<Terms> terms,
                       const Shared& shared, Admission admission)
    : terms_(std::move(terms)),
      shared_(shared),
      stream_(std::move(socket), terms_->tls_handle()),
      name_(net::text_of(peer)),
      origin_(net::origin_of(peer.address())),
      admission_(std::move(admission)),
      output_(stream_.socket().get_executor()),
      room_(stream_.socket().get_executor()),
      lines_(std::min(terms_->environment.limits.max_line_bytes, longest_login_line)),
      outbox_(terms_->limits.max_unread_bytes),
      connected_(Clock::now()),
      heard_(connected_) {}

void Connection::start() {
  net::prepare(stream_.socket(), terms_->limits.patience);
  plan_next_look();
  if (!is_refused()) spdlog::info("{} connected", name_);
  coroutines_ = 1;
  asio::co_spawn(stream_.socket().get_executor(), converse(),
                 [self = shared_from_this()](const std::exception_ptr& failure) { self->coroutine_ended(failure); });
}

Connection::Task Connection::converse() {
  if (stream_.wants_handshake()) co_await shake_hands();
  if (gone_) co_return;
  begin_session();
  ++coroutines_;
  asio::co_spawn(stream_.socket().get_executor(), write(),
                 [self = shared_from_this()](const std::exception_ptr& failure) { self->coroutine_ended(failure); });
  co_await read();
}

Connection::Task Connection::shake_hands() {
  for (bool first = true; stream_.wants_handshake() && !gone_; first = false) {
    error_code error;
    co_await stream_.socket().async_wait(first ? Tcp::socket::wait_read : stream_.needed_to_read(), redirect(error));
    if (gone_) co_return;
    if (first && stream_.hears_plain_text()) {
      stream_.give_up_tls();
      count(session::Refusal::tls);
      spdlog::warn("{} speaks no TLS", name_);
      admission_.refusal = "error auth this address speaks TLS only (crown: --connect tls:HOST:PORT)";
      co_return;
    }
    stream_.shake_hands(error);
    if (error && error != asio::error::would_block) gone("TLS handshake failed: " + error.message());
  }
}

/// Creates none for a client that is refused.
void Connection::begin_session() {
  if (!admission_.refusal.empty()) {
    send(admission_.refusal, session::Urgency::must_arrive);
    close();
    return;
  }
  session_ = std::make_unique<session::Session>(terms_->environment, *this, terms_->access);
  if (session_->admitted()) lines_.allow(terms_->environment.limits.max_line_bytes);
  plan_next_look();
}

void Connection::end() {
  asio::post(stream_.socket().get_executor(), [self = shared_from_this()] {
    if (self->gone_) return;
    if (self->session_) return self->session_->end_now();
    self->gone("sent away: the daemon stops");
  });
}

void Connection::token_was(bool right) {
  if (right) return shared_.lockouts.right_token(origin_);
  const auto lockout = shared_.lockouts.wrong_token(origin_);
  if (lockout.count() == 0) return spdlog::warn("{} sent a wrong token", name_);
  spdlog::warn("{} sent a wrong token; no token from there is looked at for {} s", name_, lockout.count());
}

void Connection::send(std::string_view line, session::Urgency urgency) {
  switch (outbox_.put(line, urgency)) {
    case Outbox::Put::kept: return;
    case Outbox::Put::wake: return wake_writer();
    case Outbox::Put::overflow:
      asio::post(stream_.socket().get_executor(), [self = shared_from_this()] { self->out_of_room(); });
  }
}

/// Drops the pending output; if the client does read on, it learns why.
void Connection::out_of_room() {
  if (gone_ || outbox_.closed()) return;
  count(session::Refusal::max_unread);
  spdlog::warn("{} cut off: it leaves more output unread than the {} bytes of --max-unread", name_,
               terms_->limits.max_unread_bytes);
  if (outbox_.give_up("error limit more output was left unread than the " +
                      std::to_string(terms_->limits.max_unread_bytes) +
                      " bytes allowed (--max-unread); the connection is closed") == Outbox::Put::wake)
    wake_writer();
  if (session_) session_->end_now();
}

void Connection::close() {
  if (outbox_.close() == Outbox::Put::wake) wake_writer();
}

void Connection::wake_writer() {
  if (handling_ == std::this_thread::get_id()) return;  // write_at_once follows
  asio::dispatch(stream_.socket().get_executor(), [self = shared_from_this()] { self->output_.cancel(); });
}

Connection::Task Connection::read() {
  while (!gone_ && !input_ended_) {
    error_code error;
    if (stream_.is_encrypted()) {
      if (!stream_.has_more()) co_await stream_.socket().async_wait(stream_.needed_to_read(), redirect(error));
      if (error || gone_) co_return;
      input_ended_ = !receive();
    } else {
      const auto count = co_await stream_.socket().async_read_some(asio::buffer(received_), redirect(error));
      if (gone_) co_return;
      input_ended_ = !take_in({received_.data(), count}, error);
      if (count == received_.size()) input_ended_ = !receive();
    }
    if (input_ended_) lines_.finish();
    if (handle_here()) co_await handle_lines();
  }
  if (gone_) co_return;
  handle_end_of_input();
  co_await watch_for_hang_up();
}

bool Connection::receive() {
  std::array<char, chunk> bytes;
  error_code error;
  const auto count = stream_.read_some(bytes, error);
  return take_in({bytes.data(), count}, error);
}

bool Connection::take_in(std::string_view bytes, const error_code& error) {
  if (error == asio::error::would_block || error == asio::error::interrupted) return true;
  if (error && error != asio::error::eof) gone(error.message());
  if (error) return false;
  heard_ = Clock::now();
  plan_next_look();
  if (!outbox_.closed()) lines_.append(bytes);
  return true;
}

/// Handles all complete lines; waits while the outbox is full because the client does not read (back-pressure).
Connection::Task Connection::handle_lines() {
  bool more = true;
  while (more) {
    if (outbox_.crowded()) co_await sleep(room_);
    if (may_take_long()) {
      more = co_await handle_elsewhere();
    } else {
      more = handle_here();
    }
  }
}

/// Some lines took long not long ago, or the next may have to wait until others have been run.
bool Connection::may_take_long() const { return slow_rounds_ > 0 || session_->busy(); }

bool Connection::handle_here() {
  handle_while([this] { return !may_take_long(); });
  write_at_once();
  return lines_are_left_ && !gone_ && !outbox_.closed();
}

asio::awaitable<bool> Connection::handle_elsewhere() {
  if (slow_rounds_ > 0) --slow_rounds_;
  co_await asio::co_spawn(shared_.slow_lines, handle_slow_lines(), asio::use_awaitable);
  write_at_once();
  co_return lines_are_left_ && !gone_ && !outbox_.closed();
}

Connection::Task Connection::handle_slow_lines() {
  handle_while([begun = Clock::now()] { return Clock::now() - begun < longest_round; });
  co_return;
}

template <class GoesOn>
void Connection::handle_while(const GoesOn& goes_on) {
  const auto begun = Clock::now();
  lines_are_left_ = true;
  handling_ = std::this_thread::get_id();
  while (lines_are_left_ && !outbox_.closed() && !outbox_.crowded() && goes_on()) {
    switch (lines_.next()) {
      case wire::LineSplitter::Next::nothing: lines_are_left_ = false; break;
      case wire::LineSplitter::Next::line: session_->handle_line(lines_.line()); break;
      case wire::LineSplitter::Next::too_long: session_->line_too_long(); break;
    }
    if (lines_are_left_ && session_->admitted()) lines_.allow(terms_->environment.limits.max_line_bytes);
    if (lines_are_left_ && Clock::now() - begun > quick) slow_rounds_ = slow_rounds;
  }
  handling_ = std::thread::id();
}

/// The client may have half-closed the connection and wait for its answers, or be gone. If it is gone, the line that is
/// sent here provokes a reset from its machine.
void Connection::handle_end_of_input() {
  if (outbox_.closed()) return;
  if (session_->busy()) send("info string end of input: finishing what was asked", session::Urgency::must_arrive);
  session_->end_of_input();
}

Connection::Task Connection::watch_for_hang_up() {
  while (!gone_ && output_state_ != Output::finished) {
    error_code error;
    co_await stream_.socket().async_wait(Tcp::socket::wait_error, redirect(error));
    if (error || gone_) co_return;
    pollfd state{stream_.socket().native_handle(), 0, 0};
    ::poll(&state, 1, 0);
    if ((state.revents & (POLLERR | POLLHUP)) != 0) {
      gone("hung up");
    } else {
      room_.expires_after(after_false_alarm);
      co_await room_.async_wait(redirect(error));
    }
  }
}

Connection::Task Connection::write() {
  while (!gone_) {
    co_await write_rest();
    if (gone_) co_return;
    const auto taken = take_output();
    if (taken == Outbox::Taken::end) co_return finish_output();
    if (taken == Outbox::Taken::nothing) co_await sleep(output_);
  }
}

Connection::Task Connection::write_rest() {
  while (written_ < text_.size() && !gone_) {
    output_state_ = Output::writes;
    progressed_ = Clock::now();
    plan_next_look();
    error_code error;
    const auto count = stream_.write_some(std::string_view(text_).substr(written_), error);
    written_ += count;
    if (!error) continue;
    if (error != asio::error::would_block) co_return gone(error.message());
    co_await stream_.socket().async_wait(stream_.needed_to_write(), redirect(error));
  }
  output_state_ = Output::sleeps;
  plan_next_look();
}

Outbox::Taken Connection::take_output() {
  written_ = 0;
  room_.cancel();
  return outbox_.take(text_);
}

/// Writes the answers to what was just handled. The kernel nearly always takes them at once, and the writer sleeps on.
void Connection::write_at_once() {
  while (!gone_ && output_state_ == Output::sleeps) {
    if (written_ == text_.size() && take_output() == Outbox::Taken::nothing) return;
    error_code error;
    if (written_ < text_.size()) written_ += stream_.write_some(std::string_view(text_).substr(written_), error);
    if (error || outbox_.closed()) {
      output_.cancel();
      return;
    }
  }
}

Connection::Task Connection::sleep(asio::steady_timer& until_cancelled) {
  error_code cancelled;
  until_cancelled.expires_at(Clock::time_point::max());
  co_await until_cancelled.async_wait(redirect(cancelled));
}

void Connection::finish_output() {
  if (gone_) return;
  output_state_ = Output::finished;
  progressed_ = Clock::now();
  plan_next_look();
  stream_.end_output();
  if (input_ended_) stream_.close();
}

void Connection::gone(std::string_view why) {
  if (gone_) return;
  gone_ = true;
  spdlog::info("{} {}", name_, why);
  outbox_.abandon();
  if (session_) session_->end_now();
  stream_.close();
  output_.cancel();
  room_.cancel();
}

void Connection::coroutine_ended(const std::exception_ptr& failure) {
  if (failure) {
    try {
      std::rethrow_exception(failure);
    } catch (const std::exception& fault) {
      gone(fault.what());
    }
  }
  if (--coroutines_ > 0) return;
  gone_ = true;  // the session may be destroyed by another thread from here on
  stream_.close();
  if (!is_refused()) spdlog::info("{} closed", name_);
  shared_.on_end(shared_from_this());
}

void Connection::plan_next_look() {
  const auto& limits = terms_->limits;
  auto next = Clock::time_point::max();
  if (output_state_ == Output::finished) {
    next = progressed_ + linger;
  } else {
    if (output_state_ == Output::writes) next = progressed_ + limits.patience;
    if (!outbox_.closed() && limits.idle_timeout.count() > 0) next = std::min(next, heard_ + limits.idle_timeout);
    if (!outbox_.closed() && logging_in()) next = std::min(next, connected_ + limits.login_timeout);
  }
  next_look_.store(next, std::memory_order_relaxed);
}

void Connection::look_at_clock() {
  if (Clock::now() < next_look_.load(std::memory_order_relaxed)) return;
  asio::post(stream_.socket().get_executor(), [self = shared_from_this()] { self->look(); });
}

void Connection::look() {
  const auto now = Clock::now();
  if (gone_ || now < next_look_.load(std::memory_order_relaxed)) return;
  if (output_state_ == Output::finished) {
    stream_.close();
  } else if (output_state_ == Output::writes && now >= progressed_ + terms_->limits.patience) {
    stream_.throw_output_away();
    count(session::Refusal::patience);
    gone("cut off: it read nothing of its output for the " + seconds(terms_->limits.patience) + " of --patience");
  } else if (outbox_.closed()) {
    plan_next_look();
  } else if (!session_) {
    count(session::Refusal::login_timeout);
    gone("cut off: no TLS handshake within the " + seconds(terms_->limits.login_timeout) + " of --login-timeout");
  } else if (logging_in() && now >= connected_ + terms_->limits.login_timeout) {
    count(session::Refusal::login_timeout);
    send_away("no token came within " + seconds(terms_->limits.login_timeout) + " (--login-timeout)");
  } else if (session_->busy()) {
    heard_ = now;
    plan_next_look();
  } else if (now >= heard_ + terms_->limits.idle_timeout && terms_->limits.idle_timeout.count() > 0) {
    count(session::Refusal::idle_timeout);
    send_away("idle for " + seconds(terms_->limits.idle_timeout) + " (--idle-timeout)");
  } else {
    plan_next_look();
  }
}

void Connection::send_away(const std::string& why) {
  spdlog::warn("{} sent away: {}", name_, why);
  send("error limit " + why + "; the connection is closed", session::Urgency::must_arrive);
  session_->end_now();
}

}  // namespace crownd::server
