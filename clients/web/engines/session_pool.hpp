#pragma once

#include "net/asio.hpp"
#include "net/origin.hpp"
#include "web/engines/conversation.hpp"
#include "web/engines/engine.hpp"
#include "web/engines/engine_link.hpp"

#include <boost/asio/steady_timer.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace crownd::web {

/// A few sessions with daemons that stay open: conversations take turns with them, each with the daemon that has the
/// fewest. The next turn is that of the client with the fewest sessions, and no client gets more sessions than it
/// leaves free, so that slow conversations of one do not keep out the others. A daemon that is lost gets none until it
/// answers again.
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
  /// Holds the conversations, as many at a time as there are sessions; never takes longer than the limit. If a daemon
  /// ends meanwhile, its conversations are held once more, with any daemon. If one fails, all fail.
  net::Task<Fault> hold(std::vector<std::shared_ptr<Conversation>> conversations, const net::Origin& client);

  /// Ends all conversations; they and all further ones are unavailable.
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

  /// A conversation that waits, or is being held.
  struct Errand {
    Errand(const Stream::executor_type& executor, std::chrono::seconds time, std::shared_ptr<Conversation> held,
           const net::Origin& its_client)
        : deadline(executor, time), conversation(std::move(held)), client(its_client) {}

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
  using ErrandPtr = std::shared_ptr<Errand>;

  /// The errands of a client.
  struct Line {
    std::deque<ErrandPtr> waiting;
    std::size_t held = 0;
    std::uint64_t last_turn = 0;  ///< or when the line was begun
  };
  using Lines = std::map<net::Origin, Line>;

  net::Task<> serve(ErrandPtr errand);
  /// The one with the fewest sessions in use, of equals the first; none if all are lost.
  [[nodiscard]] std::optional<std::size_t> choose() const;
  /// Ends those idle sessions whose time is over.
  void end_old(std::size_t daemon);
  /// Gives the errand an open session with the daemon; false if there is none.
  net::Task<bool> connect(Errand& errand, std::size_t daemon);
  /// Converses in the errand's session; false if that ended.
  net::Task<bool> attempt(Errand& errand, std::size_t daemon);
  net::Task<bool> converse(Errand& errand);
  /// Nothing is asked there until it answers again.
  void lose(std::size_t daemon);
  net::Task<> look_for(std::size_t daemon);
  /// Whether it answers in a new session.
  net::Task<bool> is_ready(std::size_t daemon);
  net::Task<bool> open(EngineLink& link, std::size_t daemon);
  net::Task<> pause(Timer::duration time);
  void wait_in_line(const ErrandPtr& errand);
  void give_turns();
  /// The client whose turn is next, or the end if nobody can have one.
  [[nodiscard]] Lines::iterator next_in_turn();
  void forget_if_empty(Lines::iterator line);
  void give_up(const ErrandPtr& errand);

  const Stream::executor_type executor_;
  Engines& engines_;
  const Limits limits_;
  std::vector<Daemon> daemons_;  ///< one for each of the engines, from the first conversation on
  Lines lines_;                  ///< none that is empty
  std::uint64_t turns_ = 0;      ///< so far
  std::set<ErrandPtr> held_;
  bool is_ended_ = false;
};

}  // namespace crownd::web
