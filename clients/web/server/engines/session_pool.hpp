#pragma once

#include "net/access.hpp"
#include "net/tcp.hpp"
#include "web/server/engines/engine_link.hpp"

#include <boost/asio/steady_timer.hpp>

#include <deque>
#include <set>

namespace crownd::web {

/// Commands for a session with a daemon, and the reader of their answers.
class Conversation {
 public:
  Conversation() = default;
  Conversation(const Conversation&) = delete;
  Conversation& operator=(const Conversation&) = delete;
  virtual ~Conversation() = default;

  /// Begins with the first command in a session with this daemon; called again after a lost session. `is_new`: the
  /// session was not used before.
  virtual void begin(std::size_t engine, bool is_new) = 0;
  /// The pause before the next commands.
  [[nodiscard]] virtual std::chrono::milliseconds pause() const { return {}; }
  /// The next commands, each with its end of line; empty at the end.
  [[nodiscard]] virtual std::string commands() = 0;
  /// Reads a line of the answers; true if it was the last one.
  virtual bool read(std::string_view line) = 0;
};

/// A pool of open sessions with daemons. A conversation gets a session with the least loaded daemon. The client with
/// the fewest sessions is next, and no client may have more sessions than it leaves free. A lost daemon gets no
/// conversations until it answers again.
class SessionPool {
 public:
  struct Limits {
    std::size_t sessions = 1;
    std::chrono::seconds time{};  ///< of conversations, waiting for their turns included
  };

  /// The engines must outlive the pool, and the pool all conversations.
  SessionPool(const Stream::executor_type& executor, Engines& engines, const Limits& limits)
      : executor_(executor), engines_(engines), limits_(limits) {}

  enum class Fault : std::uint8_t { none, unavailable, late };
  /// Runs the conversations within the time limit. After the loss of a daemon, repeats its conversations once with any
  /// daemon. If one conversation fails, all fail.
  net::Task<Fault> run(std::vector<std::shared_ptr<Conversation>> conversations, const net::Origin& client);

  /// Ends all conversations; these and later ones return Fault::unavailable.
  void end();

 private:
  using Timer = boost::asio::steady_timer;
  using Link = std::shared_ptr<EngineLink>;

  struct Session {
    Link link;
    Timer::time_point ends_at;
  };

  struct Daemon {
    std::vector<Session> idle;
    bool is_lost = false;  ///< could not be reached, or did not answer in time
  };

  /// A conversation that waits or runs.
  struct Job {
    Job(const Stream::executor_type& executor, std::chrono::seconds time,
        std::shared_ptr<Conversation> its_conversation, const net::Origin& its_client)
        : deadline(executor, time), conversation(std::move(its_conversation)), client(its_client) {}

    Timer deadline;
    std::shared_ptr<Conversation> conversation;
    const net::Origin client;
    std::optional<std::size_t> daemon;  ///< whose session is in use, or is being opened
    Session session;                    ///< in use; its link is null before the first
    bool is_refused = false;            ///< the daemon has no room for the session
    bool is_done = false;
    bool is_given_up = false;
    Fault fault = Fault::unavailable;
  };
  using JobPtr = std::shared_ptr<Job>;

  /// The jobs of a client.
  struct ClientQueue {
    std::deque<JobPtr> waiting;
    std::size_t running = 0;
    std::uint64_t last_turn = 0;  ///< or when the queue was created
  };
  using ClientQueues = std::map<net::Origin, ClientQueue>;

  net::Task<> serve(JobPtr job);
  /// The daemon with the fewest sessions in use; ties go to the first. None if all are lost.
  [[nodiscard]] std::optional<std::size_t> choose() const;
  /// Gives the job an open session with the daemon; false if there is none.
  net::Task<bool> connect(Job& job, std::size_t daemon);
  /// Converses in the job's session; false if that ended.
  net::Task<bool> attempt(Job& job, std::size_t daemon);
  net::Task<bool> converse(Job& job);
  /// Sends no conversations there until it answers again.
  void mark_lost(std::size_t daemon);
  net::Task<> poll_lost(std::size_t daemon);
  /// Whether it answers in a new session.
  net::Task<bool> is_ready(std::size_t daemon);
  net::Task<> pause(Timer::duration time);
  void schedule();
  /// The client with the next turn; the end if none can have one.
  [[nodiscard]] ClientQueues::iterator next_client();
  void erase_if_empty(ClientQueues::iterator queue);
  void abandon(const JobPtr& job);

  const Stream::executor_type executor_;
  Engines& engines_;
  const Limits limits_;
  std::vector<Daemon> daemons_;  ///< parallel to engines_; set by the first conversation
  ClientQueues queues_;          ///< without empty ones
  std::uint64_t turns_ = 0;
  std::set<JobPtr> running_;
  bool is_ended_ = false;
};

}  // namespace crownd::web
