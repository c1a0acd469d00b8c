#pragma once

#include "session/command_queue.hpp"
#include "support/catch.hpp"

#include <chrono>
#include <cstddef>
#include <optional>

namespace crownd::testing {

using session::Command;
using session::CommandQueue;
using session::Manner;
using session::Order;
using session::Ponderhit;
using session::SessionLimits;
using Verdict = CommandQueue::Verdict;

/// A queue, fed event by event. Commands are distinguished by their length.
struct Steps {
  static constexpr CommandQueue::Time start{std::chrono::hours(1)};

  SessionLimits limits;
  CommandQueue queue{limits};
  CommandQueue::Time now = start;

  Verdict offer(Manner manner, std::size_t length = 0, Ponderhit at_ponderhit = Ponderhit::nothing) {
    Order order{Command(manner, nullptr), length, now};
    order.command.at_ponderhit = at_ponderhit;
    return queue.arrive(order, now);
  }
  void stop() { CHECK(offer(Manner::stop) == Verdict::run); }
  void ponderhit() { CHECK(offer(Manner::ponderhit) == Verdict::run); }
  void quit() { CHECK(offer(Manner::quit) == Verdict::run); }
  Verdict reading(std::size_t length = 0) { return offer(Manner::reading, length); }
  Verdict changing(std::size_t length = 0) { return offer(Manner::changing, length); }
  Verdict bounded(std::size_t length = 0) { return offer(Manner::thinking, length); }
  Verdict unbounded(std::size_t length = 0) { return offer(Manner::unbounded, length); }

  /// The current command is certain to run, and nothing has arrived after it that it has to catch up with.
  void begin() {
    queue.begin(now);
    REQUIRE_FALSE(queue.catch_up());
  }
  void finish() {
    REQUIRE(queue.may_answer());
    queue.finish();
  }
  /// The command that the worker runs next; none: the session is idle.
  std::optional<std::size_t> next() {
    if (!queue.next(now)) return {};
    return queue.current().bytes;
  }
};

}  // namespace crownd::testing
