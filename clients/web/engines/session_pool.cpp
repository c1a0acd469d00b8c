#include "web/engines/session_pool.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

#include <algorithm>
#include <iostream>
#include <utility>

namespace crownd::web {

namespace asio = boost::asio;

namespace {

/// For a daemon that does not run: how long it may take to come back, and how often we look.
constexpr std::chrono::seconds time_to_come_back{2};
constexpr std::chrono::milliseconds looking_interval{100};
/// New sessions that may end before the answer: a question that ends the daemon is not asked for ever.
constexpr int most_attempts = 2;

}  // namespace

net::Task<SessionPool::Fault> SessionPool::hold(std::shared_ptr<Conversation> conversation) {
  if (is_ended_) co_return Fault::unavailable;
  const auto errand = std::make_shared<Errand>(executor_);
  errand->conversation = std::move(conversation);
  const auto deadline = Timer::clock_type::now() + limits_.time;
  net::error_code ignored;
  errand->deadline.expires_at(deadline);
  if (held_.size() >= limits_.sessions) {
    waiting_.push_back(errand);
    co_await errand->deadline.async_wait(net::redirect(ignored));
    if (!errand->has_turn) {
      std::erase(waiting_, errand);
      co_return is_ended_ ? Fault::unavailable : Fault::late;
    }
    errand->deadline.expires_at(deadline);
  } else {
    held_.insert(errand);
  }
  asio::co_spawn(
      executor_, [this, errand]() -> net::Task<> { co_await serve(errand); }, asio::detached);
  if (!errand->is_done) co_await errand->deadline.async_wait(net::redirect(ignored));
  if (errand->is_done) co_return errand->fault;
  errand->is_given_up = true;
  if (errand->link) errand->link->close();
  co_return Fault::late;
}

net::Task<> SessionPool::serve(ErrandPtr errand) {
  int attempts = 0;
  const auto last_moment = Timer::clock_type::now() + time_to_come_back;
  while (!errand->is_given_up && !is_ended_) {
    const bool is_new = idle_.empty();
    if (is_new) {
      const bool is_open = co_await open(*errand);
      if (!is_open && Timer::clock_type::now() >= last_moment) break;
      if (!is_open) {
        co_await pause();
        continue;
      }
    } else {
      errand->link = idle_.back();
      idle_.pop_back();
    }
    if (co_await attempt(*errand)) {
      errand->fault = Fault::none;
      break;
    }
    if (is_new && ++attempts >= most_attempts) break;
    errand->conversation->restart();
  }
  errand->link.reset();
  errand->is_done = true;
  errand->deadline.cancel();
  held_.erase(errand);
  release();
}

net::Task<bool> SessionPool::open(Errand& errand) {
  errand.link = std::make_shared<EngineLink>(executor_, limits_.time);
  auto& engine = engines_.front();
  const auto fault = co_await errand.link->connect(engine);
  if (!fault.empty() && fault != engine.fault)
    std::cerr << "crown-web: no connection to " << engine.name << ": " << fault << '\n';
  engine.fault = fault;
  co_return fault.empty();
}

net::Task<bool> SessionPool::attempt(Errand& errand) {
  const bool is_held = co_await converse(*errand.link, *errand.conversation);
  if (is_held && !errand.is_given_up && !is_ended_) {
    idle_.push_back(errand.link);
  } else {
    errand.link->close();
  }
  co_return is_held;
}

net::Task<bool> SessionPool::converse(EngineLink& link, Conversation& conversation) {
  for (auto commands = conversation.commands(); !commands.empty(); commands = conversation.commands()) {
    if (!co_await link.send(commands)) co_return false;
    for (bool is_last = false; !is_last;) {
      const auto line = link.next_line();
      if (line) {
        is_last = conversation.read(*line);
      } else {
        const bool more = co_await link.receive();
        if (!more) co_return false;
      }
    }
  }
  co_return true;
}

net::Task<> SessionPool::pause() {
  Timer timer(executor_);
  timer.expires_after(looking_interval);
  net::error_code ignored;
  co_await timer.async_wait(net::redirect(ignored));
}

void SessionPool::release() {
  if (waiting_.empty() || is_ended_) return;
  const auto next = waiting_.front();
  waiting_.pop_front();
  next->has_turn = true;
  held_.insert(next);
  next->deadline.cancel();
}

void SessionPool::end() {
  is_ended_ = true;
  idle_.clear();
  for (const auto& errand : waiting_) errand->deadline.cancel();
  for (const auto& errand : held_) {
    if (errand->link) errand->link->close();
  }
}

}  // namespace crownd::web
