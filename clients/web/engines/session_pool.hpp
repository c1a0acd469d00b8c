#pragma once

#include "net/asio.hpp"
#include "web/engines/conversation.hpp"
#include "web/engines/engine.hpp"
#include "web/engines/engine_link.hpp"

#include <boost/asio/steady_timer.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace crownd::web {

/// A few sessions with a daemon that stay open: conversations take turns with them, in the order in which they come.
class SessionPool {
 public:
  struct Limits {
    std::size_t sessions = 1;
    std::chrono::seconds time{};  ///< of a conversation, waiting for its turn included
  };

  /// With the first of the engines, which must outlive the pool, and the pool all conversations.
  SessionPool(const Stream::executor_type& executor, Engines& engines, const Limits& limits)
      : executor_(executor), engines_(engines), limits_(limits) {}

  enum class Fault : std::uint8_t { none, unavailable, late };
  /// Holds the conversation; never takes longer than the limit. If the daemon ends meanwhile it is held once more, with
  /// the daemon's successor.
  net::Task<Fault> hold(std::shared_ptr<Conversation> conversation);

  /// Ends all conversations; they and all further ones are unavailable.
  void end();

 private:
  using Timer = boost::asio::steady_timer;
  using Link = std::shared_ptr<EngineLink>;

  /// A conversation that waits, or is being held.
  struct Errand {
    explicit Errand(const Stream::executor_type& executor) : deadline(executor) {}

    Timer deadline;
    std::shared_ptr<Conversation> conversation;
    Link link;  ///< in use; null before the first
    bool has_turn = false;
    bool is_done = false;
    bool is_given_up = false;
    Fault fault = Fault::unavailable;
  };
  using ErrandPtr = std::shared_ptr<Errand>;

  net::Task<> serve(ErrandPtr errand);
  /// Tries one session; false if that failed.
  net::Task<bool> attempt(Errand& errand);
  net::Task<bool> open(Errand& errand);
  net::Task<bool> converse(EngineLink& link, Conversation& conversation);
  net::Task<> pause();
  /// Gives a turn to the next one.
  void release();

  const Stream::executor_type executor_;
  Engines& engines_;
  const Limits limits_;
  std::vector<Link> idle_;
  std::deque<ErrandPtr> waiting_;
  std::set<ErrandPtr> held_;
  bool is_ended_ = false;
};

}  // namespace crownd::web
