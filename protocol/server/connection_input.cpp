// What a client sends: how it is read, and by which thread its lines are handled.
#include "net/asio.hpp"
#include "server/connection.hpp"

#include <poll.h>
#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <array>
#include <chrono>
#include <cstddef>

namespace crownd::server {

namespace asio = boost::asio;
using boost::system::error_code;
using net::redirect;

namespace {

/// Bytes per read; small, so that a client that floods us with commands does not starve the others.
constexpr std::size_t chunk = 4096;
/// Where lines of a client take longer than this, its next lines are handled elsewhere, for this many rounds.
constexpr std::chrono::microseconds quick{200};
constexpr int slow_rounds = 100;
/// Elsewhere a client has a thread for so long, then others have their turn, and its answers are sent.
constexpr std::chrono::milliseconds longest_round{10};
/// Urgent data looks like a hang-up (POLLERR, POLLHUP) at first; how long to wait before the next poll.
constexpr std::chrono::milliseconds after_false_alarm{50};

}  // namespace

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
      case wire::LineSplitter::Next::too_long: session_->line_too_long(lines_.line()); break;
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

}  // namespace crownd::server
