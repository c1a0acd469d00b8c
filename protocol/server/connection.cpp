#include "server/connection.hpp"

#include <netinet/tcp.h>
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

/// Read at once; small, so that a flood of commands lets other clients in between.
constexpr std::size_t chunk = 4096;
/// The kernel's part of the unread output.
constexpr int send_buffer_bytes = 64 << 10;
/// After the last line a client may take this long to close its side; what it still sends is not looked at. Closing
/// while it sends would make the kernel throw away what it has not read yet.
constexpr std::chrono::milliseconds linger{500};
/// Urgent data looks like a hang-up at first; how long not to look again.
constexpr std::chrono::milliseconds after_false_alarm{50};

auto redirect(error_code& error) { return asio::redirect_error(asio::use_awaitable, error); }

std::string name_of(const asio::ip::tcp::socket& socket) {
  error_code error;
  const auto endpoint = socket.remote_endpoint(error);
  if (error) return "unknown";
  const auto address = endpoint.address().to_string();
  return (endpoint.address().is_v6() ? "[" + address + "]" : address) + ":" + std::to_string(endpoint.port());
}

}  // namespace

Connection::Connection(Tcp::socket socket, const Shared& shared)
    : shared_(shared),
      socket_(std::move(socket)),
      peer_(name_of(socket_)),
      output_(socket_.get_executor()),
      room_(socket_.get_executor()),
      lines_(shared.environment.limits.max_line_bytes),
      outbox_(shared.limits.max_unread_bytes),
      heard_(Clock::now()) {}

void Connection::start() {
  set_options();
  plan_next_look();
  spdlog::info("{} connected", peer_);
  coroutines_ = 2;
  const auto strand = socket_.get_executor();
  const auto ended = [self = shared_from_this()](const std::exception_ptr& failure) { self->coroutine_ended(failure); };
  asio::co_spawn(strand, read(), ended);
  asio::co_spawn(strand, write(), ended);
}

void Connection::set_options() {
  error_code ignored;
  socket_.non_blocking(true, ignored);
  socket_.set_option(Tcp::no_delay(true), ignored);
  socket_.set_option(asio::socket_base::send_buffer_size(send_buffer_bytes), ignored);
  // A peer whose machine or network is gone is noticed after about two minutes.
  socket_.set_option(asio::socket_base::keep_alive(true), ignored);
  const auto set = [this](int option, int value) {
    ::setsockopt(socket_.native_handle(), IPPROTO_TCP, option, &value, sizeof value);
  };
  set(TCP_KEEPIDLE, 60);
  set(TCP_KEEPINTVL, 15);
  set(TCP_KEEPCNT, 4);
}

void Connection::end() {
  asio::post(socket_.get_executor(), [self = shared_from_this()] {
    if (!self->gone_ && self->session_) self->session_->end_now();
  });
}

void Connection::send(std::string_view line, session::Urgency urgency) {
  switch (outbox_.put(line, urgency)) {
    case Outbox::Put::kept: return;
    case Outbox::Put::wake: return wake_writer();
    case Outbox::Put::overflow:
      outbox_.abandon();
      asio::post(socket_.get_executor(), [self = shared_from_this()] {
        self->gone("cut off: more output waits for it than --max-unread allows");
      });
  }
}

void Connection::close() {
  if (outbox_.close() == Outbox::Put::wake) wake_writer();
}

void Connection::wake_writer() {
  if (handling_ == std::this_thread::get_id()) return;  // write_at_once follows
  asio::dispatch(socket_.get_executor(), [self = shared_from_this()] { self->output_.cancel(); });
}

Connection::Task Connection::read() {
  session_ = std::make_unique<session::Session>(shared_.environment, *this, shared_.access);
  while (!gone_ && !input_ended_) {
    error_code error;
    co_await socket_.async_wait(Tcp::socket::wait_read, redirect(error));
    if (error || gone_) co_return;
    input_ended_ = !receive();
    co_await handle_lines();
  }
  if (gone_) co_return;
  handle_end_of_input();
  co_await watch_for_hang_up();
}

bool Connection::receive() {
  std::array<char, chunk> bytes;
  error_code error;
  const auto count = socket_.read_some(asio::buffer(bytes), error);
  if (error == asio::error::would_block || error == asio::error::interrupted) return true;
  if (error && error != asio::error::eof) gone(error.message());
  if (error) return false;
  heard_ = Clock::now();
  plan_next_look();
  if (!outbox_.closed()) lines_.append({bytes.data(), count});
  return true;
}

/// All lines that are there; waits while the client does not read what it has asked for.
Connection::Task Connection::handle_lines() {
  if (input_ended_) lines_.finish();
  while (handle_while_there_is_room()) {
    if (outbox_.crowded()) co_await sleep(room_);
  }
}

/// Whether lines are left.
bool Connection::handle_while_there_is_room() {
  bool more = !gone_;
  handling_ = std::this_thread::get_id();
  while (more && !outbox_.crowded() && !outbox_.closed()) {
    switch (lines_.next()) {
      case LineSplitter::Next::nothing: more = false; break;
      case LineSplitter::Next::line: session_->handle_line(lines_.line()); break;
      case LineSplitter::Next::too_long: session_->line_too_long(); break;
    }
  }
  handling_ = std::thread::id();
  write_at_once();
  return more && !gone_ && !outbox_.closed();
}

/// The client may have closed its sending half only and wait for its answers, or be gone. If it is gone, the probe
/// makes its machine say so.
void Connection::handle_end_of_input() {
  if (outbox_.closed()) return;
  if (session_->busy()) send("info string end of input: finishing what was asked", session::Urgency::must_arrive);
  session_->end_of_input();
}

Connection::Task Connection::watch_for_hang_up() {
  while (!gone_ && output_state_ != Output::finished) {
    error_code error;
    co_await socket_.async_wait(Tcp::socket::wait_error, redirect(error));
    if (error || gone_) co_return;
    pollfd state{socket_.native_handle(), 0, 0};
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
    const auto rest = asio::buffer(text_) + written_;
    const auto count = co_await socket_.async_write_some(rest, redirect(error));
    if (error) co_return gone(error.message());
    written_ += count;
  }
  output_state_ = Output::sleeps;
  plan_next_look();
}

Outbox::Taken Connection::take_output() {
  written_ = 0;
  room_.cancel();
  return outbox_.take(text_);
}

/// The answers to what has just been handled. The kernel nearly always takes them at once, and the writer sleeps on.
void Connection::write_at_once() {
  while (!gone_ && output_state_ == Output::sleeps) {
    if (written_ == text_.size() && take_output() == Outbox::Taken::nothing) return;
    error_code error;
    if (written_ < text_.size()) written_ += socket_.write_some(asio::buffer(text_) + written_, error);
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
  error_code ignored;
  if (gone_) return;
  output_state_ = Output::finished;
  progressed_ = Clock::now();
  plan_next_look();
  socket_.shutdown(Tcp::socket::shutdown_send, ignored);
  if (input_ended_) socket_.close(ignored);
}

void Connection::gone(std::string_view why) {
  if (gone_) return;
  gone_ = true;
  spdlog::info("{} {}", peer_, why);
  outbox_.abandon();
  if (session_) session_->end_now();
  error_code ignored;
  socket_.close(ignored);
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
  gone_ = true;  // the session is no longer ours to use
  error_code ignored;
  socket_.close(ignored);
  spdlog::info("{} closed", peer_);
  shared_.on_end(shared_from_this());
}

void Connection::plan_next_look() {
  const auto& limits = shared_.limits;
  auto next = Clock::time_point::max();
  if (output_state_ == Output::finished) {
    next = progressed_ + linger;
  } else {
    if (limits.idle_timeout.count() > 0) next = heard_ + limits.idle_timeout;
    if (output_state_ == Output::writes) next = std::min(next, progressed_ + limits.patience);
  }
  next_look_.store(next, std::memory_order_relaxed);
}

void Connection::look_at_clock() {
  if (Clock::now() < next_look_.load(std::memory_order_relaxed)) return;
  asio::post(socket_.get_executor(), [self = shared_from_this()] { self->look(); });
}

void Connection::look() {
  const auto now = Clock::now();
  if (gone_ || now < next_look_.load(std::memory_order_relaxed)) return;
  if (output_state_ == Output::finished) {
    error_code ignored;
    socket_.close(ignored);
  } else if (output_state_ == Output::writes && now >= progressed_ + shared_.limits.patience) {
    gone("cut off: it does not read its output");
  } else if (session_ && session_->busy()) {
    heard_ = now;
    plan_next_look();
  } else if (session_) {
    spdlog::info("{} idle for too long", peer_);
    send("error limit idle for too long; the connection is closed", session::Urgency::must_arrive);
    session_->end_now();
  }
}

}  // namespace crownd::server
