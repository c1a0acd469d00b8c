// What a client gets: how it comes into the outbox, and from there to the socket.
#include "net/asio.hpp"
#include "server/connection.hpp"

#include <spdlog/spdlog.h>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>

#include <string>
#include <string_view>
#include <thread>

namespace crownd::server {

namespace asio = boost::asio;
using boost::system::error_code;
using net::redirect;

void Connection::send(std::string_view line, session::Urgency urgency) {
  switch (outbox_.put(line, urgency)) {
    case Outbox::Put::kept: return;
    case Outbox::Put::wake: return wake_writer();
    case Outbox::Put::overflow:
      asio::post(stream_.socket().get_executor(), [self = shared_from_this()] { self->out_of_room(); });
  }
}

/// The outbox has replaced the pending output by an error line: if the client does read on, it learns why.
void Connection::out_of_room() {
  if (gone_) return;
  count(session::Refusal::max_unread);
  spdlog::warn("{} cut off: it leaves more output unread than the {} bytes of --max-unread", name_,
               terms_->limits.max_unread_bytes);
  if (session_) session_->end_now();
}

void Connection::close() {
  if (outbox_.close() == Outbox::Put::wake) wake_writer();
}

void Connection::wake_writer() {
  if (handling_ == std::this_thread::get_id()) return;  // write_at_once follows
  asio::dispatch(stream_.socket().get_executor(), [self = shared_from_this()] { self->output_.cancel(); });
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
    outbox_.stuck();
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

}  // namespace crownd::server
