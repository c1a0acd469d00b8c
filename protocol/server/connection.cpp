#include "server/connection.hpp"

#include "net/asio.hpp"
#include "net/listen_address.hpp"
#include "net/listener.hpp"

#include <spdlog/spdlog.h>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>

#include <algorithm>
#include <cstddef>

namespace crownd::server {

namespace asio = boost::asio;
using boost::system::error_code;
using net::redirect;

namespace {

/// Until it is authenticated, a client may send no longer lines than this.
constexpr std::size_t longest_login_line = 4096;
/// Lingering close: after the last line a client has so long to close its side; what it still sends is discarded.
/// Closing while it sends would reset the connection, and the client would lose output that it has not read yet.
constexpr std::chrono::milliseconds linger{500};

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
