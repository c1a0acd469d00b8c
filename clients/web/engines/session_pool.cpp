#include "web/engines/session_pool.hpp"

#include "wire/words.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

#include <algorithm>
#include <iostream>
#include <string_view>
#include <tuple>
#include <utility>

namespace crownd::web {

namespace asio = boost::asio;

namespace {

/// A daemon that drains ends when its sessions do: idle ones are closed after this time.
constexpr std::chrono::seconds session_lifetime{10};
/// While all daemons are lost: how long one may take to come back, and how often we look, at first.
constexpr std::chrono::seconds time_to_come_back{2};
constexpr std::chrono::milliseconds looking_interval{100};
/// For a daemon that was lost: a busy one answers `isready` sooner.
constexpr std::chrono::seconds time_to_be_ready{2};
/// New sessions that may end before the answer: a question that ends the daemon is not asked for ever.
constexpr int most_attempts = 2;

/// Whether the daemon has too many sessions. Such errors name the flag.
bool says_no_room(std::string_view line) {
  return line.starts_with("error limit ") && line.find("(--max-sessions") != std::string_view::npos;
}

}  // namespace

net::Task<SessionPool::Fault> SessionPool::hold(std::vector<std::shared_ptr<Conversation>> conversations,
                                                const net::Origin& client) {
  if (is_ended_) co_return Fault::unavailable;
  daemons_.resize(engines_.size());
  std::vector<ErrandPtr> errands;
  errands.reserve(conversations.size());
  for (auto& conversation : conversations) {
    const auto errand = std::make_shared<Errand>(executor_, limits_.time, std::move(conversation), client);
    errands.push_back(errand);
    wait_in_line(errand);
  }
  give_turns();
  auto fault = Fault::none;
  for (const auto& errand : errands) {
    net::error_code ignored;
    const bool is_awaited = fault == Fault::none && !is_ended_;
    if (is_awaited && !errand->is_done) co_await errand->deadline.async_wait(net::redirect(ignored));
    if (is_awaited && !errand->is_done && errand->daemon) lose(*errand->daemon);
    if (!errand->is_done) give_up(errand);
    if (fault == Fault::none) fault = errand->fault;
  }
  co_return fault;
}

void SessionPool::wait_in_line(const ErrandPtr& errand) {
  const auto [line, is_new] = lines_.try_emplace(errand->client);
  if (is_new) line->second.last_turn = ++turns_;
  line->second.waiting.push_back(errand);
}

void SessionPool::give_turns() {
  for (auto line = next_in_turn(); line != lines_.end() && !is_ended_; line = next_in_turn()) {
    auto& [waiting, held, last_turn] = line->second;
    const auto errand = waiting.front();
    waiting.pop_front();
    ++held;
    last_turn = ++turns_;
    held_.insert(errand);
    asio::co_spawn(
        executor_, [this, errand]() -> net::Task<> { co_await serve(errand); }, asio::detached);
  }
}

SessionPool::Lines::iterator SessionPool::next_in_turn() {
  const auto free = limits_.sessions - std::min(limits_.sessions, held_.size());
  auto next = lines_.end();
  for (auto one = lines_.begin(); one != lines_.end(); ++one) {
    const auto& line = one->second;
    if (line.waiting.empty() || line.held >= free) continue;
    if (next == lines_.end() ||
        std::tie(line.held, line.last_turn) < std::tie(next->second.held, next->second.last_turn))
      next = one;
  }
  return next;
}

void SessionPool::forget_if_empty(Lines::iterator line) {
  if (line->second.waiting.empty() && line->second.held == 0) lines_.erase(line);
}

void SessionPool::give_up(const ErrandPtr& errand) {
  errand->is_given_up = true;
  errand->fault = is_ended_ ? Fault::unavailable : Fault::late;
  if (const auto line = lines_.find(errand->client); line != lines_.end()) {
    std::erase(line->second.waiting, errand);
    forget_if_empty(line);
  }
  if (errand->session.link) errand->session.link->close();
}

net::Task<> SessionPool::serve(ErrandPtr errand) {
  int attempts = 0;
  const auto last_moment = Timer::clock_type::now() + time_to_come_back;
  while (!errand->is_given_up && !is_ended_) {
    errand->daemon = choose();
    if (!errand->daemon && Timer::clock_type::now() >= last_moment) break;
    if (!errand->daemon) {
      co_await pause(looking_interval);
      continue;
    }
    const auto daemon = *errand->daemon;
    end_old(daemon);
    const bool is_new = daemons_[daemon].idle.empty();
    const bool is_open = co_await connect(*errand, daemon);
    if (!is_open) continue;
    errand->conversation->begin(daemon, is_new);
    if (co_await attempt(*errand, daemon)) {
      errand->fault = Fault::none;
      break;
    }
    if (errand->is_refused) {
      co_await pause(looking_interval);
    } else if (is_new && ++attempts >= most_attempts) {
      break;
    }
  }
  errand->session.link.reset();
  errand->is_done = true;
  errand->deadline.cancel();
  held_.erase(errand);
  const auto line = lines_.find(errand->client);
  --line->second.held;
  forget_if_empty(line);
  give_turns();
}

std::optional<std::size_t> SessionPool::choose() const {
  std::vector<std::size_t> busy(daemons_.size());
  for (const auto& errand : held_) {
    if (errand->daemon && !errand->is_given_up) ++busy[*errand->daemon];
  }
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < daemons_.size(); ++i) {
    if (!daemons_[i].is_lost && (!best || busy[i] < busy[*best])) best = i;
  }
  return best;
}

void SessionPool::end_old(std::size_t daemon) {
  std::erase_if(daemons_[daemon].idle,
                [now = Timer::clock_type::now()](const Session& session) { return session.ends_at <= now; });
}

net::Task<bool> SessionPool::connect(Errand& errand, std::size_t daemon) {
  auto& idle = daemons_[daemon].idle;
  if (!idle.empty()) {
    errand.session = idle.back();
    idle.pop_back();
    co_return true;
  }
  errand.session.link = std::make_shared<EngineLink>(executor_, limits_.time);
  errand.session.ends_at = Timer::clock_type::now() + session_lifetime;
  const bool is_open = co_await open(*errand.session.link, daemon);
  if (!is_open) lose(daemon);
  co_return is_open;
}

net::Task<bool> SessionPool::attempt(Errand& errand, std::size_t daemon) {
  const bool is_held = co_await converse(errand);
  if (is_held && !errand.is_given_up && !is_ended_) {
    daemons_[daemon].idle.push_back(errand.session);
  } else {
    errand.session.link->close();
  }
  co_return is_held;
}

void SessionPool::lose(std::size_t daemon) {
  if (daemons_[daemon].is_lost || is_ended_) return;
  daemons_[daemon].is_lost = true;
  daemons_[daemon].idle.clear();
  asio::co_spawn(
      executor_, [this, daemon]() -> net::Task<> { co_await look_for(daemon); }, asio::detached);
}

net::Task<> SessionPool::look_for(std::size_t daemon) {
  for (Timer::duration interval = looking_interval; !is_ended_;
       interval = std::min<Timer::duration>(2 * interval, time_to_come_back)) {
    const bool is_found = co_await is_ready(daemon);
    if (is_found) {
      daemons_[daemon].is_lost = false;
      break;
    }
    co_await pause(interval);
  }
}

net::Task<bool> SessionPool::is_ready(std::size_t daemon) {
  const auto link = std::make_shared<EngineLink>(executor_, time_to_be_ready);
  Timer deadline(executor_, time_to_be_ready);
  deadline.async_wait([weak = std::weak_ptr(link)](const net::error_code& cancelled) {
    if (const auto late = weak.lock(); late && !cancelled) late->close();
  });
  bool is_good = co_await open(*link, daemon);
  if (is_good) is_good = co_await link->send("isready\n");
  auto line = link->next_line();
  while (is_good && !line) {
    is_good = co_await link->receive();
    line = link->next_line();
  }
  co_return line == "readyok";
}

net::Task<bool> SessionPool::open(EngineLink& link, std::size_t daemon) {
  auto& engine = engines_[daemon];
  const auto fault = co_await link.connect(engine);
  if (!fault.empty() && fault != engine.fault)
    std::cerr << "crown-web: no connection to " << engine.name << ": " << wire::printable(fault) << '\n';
  engine.fault = fault;
  co_return fault.empty();
}

net::Task<bool> SessionPool::converse(Errand& errand) {
  auto& link = *errand.session.link;
  auto& conversation = *errand.conversation;
  errand.is_refused = false;
  for (auto commands = conversation.commands(); !commands.empty(); commands = conversation.commands()) {
    if (const auto time = conversation.pause(); time.count() > 0) co_await pause(time);
    if (!co_await link.send(commands)) co_return false;
    for (bool is_last = false; !is_last;) {
      const auto line = link.next_line();
      if (line && says_no_room(*line)) {
        errand.is_refused = true;
        co_return false;
      }
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

net::Task<> SessionPool::pause(Timer::duration time) {
  Timer timer(executor_, time);
  net::error_code ignored;
  co_await timer.async_wait(net::redirect(ignored));
}

void SessionPool::end() {
  is_ended_ = true;
  for (auto& daemon : daemons_) daemon.idle.clear();
  for (const auto& [client, line] : lines_) {
    for (const auto& errand : line.waiting) errand->deadline.cancel();
  }
  for (const auto& errand : held_) {
    if (errand->session.link) errand->session.link->close();
  }
}

}  // namespace crownd::web
