#include "web/server/engines/session_pool.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

#include <algorithm>
#include <tuple>

namespace crownd::web {

namespace asio = boost::asio;

namespace {

/// A daemon that drains ends when its sessions do: idle ones are closed after this time.
constexpr std::chrono::seconds session_lifetime{10};
/// While all daemons are lost: how long to wait for one, and the first interval of polls.
constexpr std::chrono::seconds reconnect_timeout{2};
constexpr std::chrono::milliseconds reconnect_interval{100};
/// For a lost daemon to answer `isready`; a busy one answers sooner.
constexpr std::chrono::seconds ready_timeout{2};
/// New sessions for a conversation, so that a request that crashes the daemon is not repeated forever.
constexpr int max_attempts = 2;

/// Whether the daemon has too many sessions. Such errors name the flag.
bool is_session_limit(std::string_view line) {
  return line.starts_with("error limit ") && line.find("(--max-sessions") != std::string_view::npos;
}

/// Whether the daemon ends the session, for example by --idle-timeout. Such a line answers no command.
bool ends_session(std::string_view line) {
  return line.starts_with("error limit ") && line.ends_with("; the connection is closed");
}

}  // namespace

net::Task<SessionPool::Fault> SessionPool::run(std::vector<std::shared_ptr<Conversation>> conversations,
                                               const net::Origin& client) {
  if (is_ended_) co_return Fault::unavailable;
  daemons_.resize(engines_.size());
  std::vector<JobPtr> jobs;
  jobs.reserve(conversations.size());
  for (auto& conversation : conversations) {
    const auto job = std::make_shared<Job>(executor_, limits_.time, std::move(conversation), client);
    jobs.push_back(job);
    const auto [queue, is_new] = queues_.try_emplace(client);
    if (is_new) queue->second.last_turn = ++turns_;
    queue->second.waiting.push_back(job);
  }
  schedule();
  auto fault = Fault::none;
  for (const auto& job : jobs) {
    net::error_code ignored;
    const bool is_awaited = fault == Fault::none && !is_ended_;
    if (is_awaited && !job->is_done) co_await job->deadline.async_wait(net::redirect(ignored));
    if (is_awaited && !job->is_done && job->daemon) mark_lost(*job->daemon);
    if (!job->is_done) abandon(job);
    if (fault == Fault::none) fault = job->fault;
  }
  co_return fault;
}

void SessionPool::schedule() {
  for (auto queue = next_client(); queue != queues_.end() && !is_ended_; queue = next_client()) {
    auto& [waiting, running, last_turn] = queue->second;
    const auto job = waiting.front();
    waiting.pop_front();
    ++running;
    last_turn = ++turns_;
    running_.insert(job);
    asio::co_spawn(
        executor_, [this, job]() -> net::Task<> { co_await serve(job); }, asio::detached);
  }
}

SessionPool::ClientQueues::iterator SessionPool::next_client() {
  const auto free = limits_.sessions - std::min(limits_.sessions, running_.size());
  auto next = queues_.end();
  for (auto one = queues_.begin(); one != queues_.end(); ++one) {
    const auto& queue = one->second;
    if (queue.waiting.empty() || queue.running >= free) continue;
    if (next == queues_.end() ||
        std::tie(queue.running, queue.last_turn) < std::tie(next->second.running, next->second.last_turn))
      next = one;
  }
  return next;
}

void SessionPool::erase_if_empty(ClientQueues::iterator queue) {
  if (queue->second.waiting.empty() && queue->second.running == 0) queues_.erase(queue);
}

void SessionPool::abandon(const JobPtr& job) {
  job->is_given_up = true;
  job->fault = is_ended_ ? Fault::unavailable : Fault::late;
  if (const auto queue = queues_.find(job->client); queue != queues_.end()) {
    std::erase(queue->second.waiting, job);
    erase_if_empty(queue);
  }
  if (job->session.link) job->session.link->close();
}

net::Task<> SessionPool::serve(JobPtr job) {
  int attempts = 0;
  const auto deadline = Timer::clock_type::now() + reconnect_timeout;
  while (!job->is_given_up && !is_ended_) {
    job->daemon = choose();
    if (!job->daemon && Timer::clock_type::now() >= deadline) break;
    if (!job->daemon) {
      co_await pause(reconnect_interval);
      continue;
    }
    const auto daemon = *job->daemon;
    std::erase_if(daemons_[daemon].idle,
                  [now = Timer::clock_type::now()](const Session& session) { return session.ends_at <= now; });
    const bool is_new = daemons_[daemon].idle.empty();
    const bool is_open = co_await connect(*job, daemon);
    if (!is_open) continue;
    job->conversation->begin(daemon, is_new);
    if (co_await attempt(*job, daemon)) {
      job->fault = Fault::none;
      break;
    }
    if (job->is_refused) {
      co_await pause(reconnect_interval);
    } else if (is_new && ++attempts >= max_attempts) {
      break;
    }
  }
  job->session.link.reset();
  job->is_done = true;
  job->deadline.cancel();
  running_.erase(job);
  const auto queue = queues_.find(job->client);
  --queue->second.running;
  erase_if_empty(queue);
  schedule();
}

std::optional<std::size_t> SessionPool::choose() const {
  std::vector<std::size_t> busy(daemons_.size());
  for (const auto& job : running_) {
    if (job->daemon && !job->is_given_up) ++busy[*job->daemon];
  }
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < daemons_.size(); ++i) {
    if (!daemons_[i].is_lost && (!best || busy[i] < busy[*best])) best = i;
  }
  return best;
}

net::Task<bool> SessionPool::connect(Job& job, std::size_t daemon) {
  auto& idle = daemons_[daemon].idle;
  if (!idle.empty()) {
    job.session = idle.back();
    idle.pop_back();
    co_return true;
  }
  job.session.link = std::make_shared<EngineLink>(executor_, limits_.time);
  job.session.ends_at = Timer::clock_type::now() + session_lifetime;
  const bool is_open = co_await job.session.link->open(engines_[daemon]);
  if (!is_open) mark_lost(daemon);
  co_return is_open;
}

net::Task<bool> SessionPool::attempt(Job& job, std::size_t daemon) {
  const bool is_complete = co_await converse(job);
  if (is_complete && !job.is_given_up && !is_ended_) {
    daemons_[daemon].idle.push_back(job.session);
  } else {
    job.session.link->close();
  }
  co_return is_complete;
}

void SessionPool::mark_lost(std::size_t daemon) {
  if (daemons_[daemon].is_lost || is_ended_) return;
  daemons_[daemon].is_lost = true;
  daemons_[daemon].idle.clear();
  asio::co_spawn(
      executor_, [this, daemon]() -> net::Task<> { co_await poll_lost(daemon); }, asio::detached);
}

net::Task<> SessionPool::poll_lost(std::size_t daemon) {
  for (Timer::duration interval = reconnect_interval; !is_ended_;
       interval = std::min<Timer::duration>(2 * interval, reconnect_timeout)) {
    const bool is_found = co_await is_ready(daemon);
    if (is_found) {
      daemons_[daemon].is_lost = false;
      break;
    }
    co_await pause(interval);
  }
}

net::Task<bool> SessionPool::is_ready(std::size_t daemon) {
  const auto link = std::make_shared<EngineLink>(executor_, ready_timeout);
  Timer deadline(executor_, ready_timeout);
  deadline.async_wait([weak = std::weak_ptr(link)](const net::error_code& cancelled) {
    if (const auto late = weak.lock(); late && !cancelled) late->close();
  });
  bool is_good = co_await link->open(engines_[daemon]);
  if (is_good) is_good = co_await link->send("isready\n");
  auto line = link->next_line();
  while (is_good && !line) {
    is_good = co_await link->receive();
    line = link->next_line();
  }
  co_return line == "readyok";
}

net::Task<bool> SessionPool::converse(Job& job) {
  auto& link = *job.session.link;
  auto& conversation = *job.conversation;
  job.is_refused = false;
  for (auto commands = conversation.commands(); !commands.empty(); commands = conversation.commands()) {
    if (const auto time = conversation.pause(); time.count() > 0) co_await pause(time);
    if (!co_await link.send(commands)) co_return false;
    for (bool is_last = false; !is_last;) {
      const auto line = link.next_line();
      if (line && is_session_limit(*line)) {
        job.is_refused = true;
        co_return false;
      }
      if (line && ends_session(*line)) co_return false;
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
  for (const auto& [client, queue] : queues_) {
    for (const auto& job : queue.waiting) job->deadline.cancel();
  }
  for (const auto& job : running_) {
    if (job->session.link) job->session.link->close();
  }
}

}  // namespace crownd::web
