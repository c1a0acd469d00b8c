#include "session/command_queue.hpp"
#include "support/catch.hpp"

using namespace crownd;
using namespace std::chrono_literals;

namespace {

using session::Command;
using session::CommandQueue;
using session::OnPonderhit;
using session::Policy;
using session::QueuedCommand;
using session::SessionLimits;
using Decision = CommandQueue::Decision;
using State = CommandQueue::State;

/// A queue, fed event by event. Commands are distinguished by their length.
struct Steps {
  static constexpr CommandQueue::Time start{std::chrono::hours(1)};

  SessionLimits limits;
  CommandQueue queue{limits};
  CommandQueue::Time now = start;

  Decision offer(Policy policy, std::size_t length = 0, OnPonderhit on_ponderhit = OnPonderhit::nothing) {
    QueuedCommand queued{Command(policy, Command::Run()), length, now};
    queued.command.on_ponderhit = on_ponderhit;
    return queue.arrive(queued, now);
  }
  void stop() { CHECK(offer(Policy::stop) == Decision::run); }
  void ponderhit() { CHECK(offer(Policy::ponderhit) == Decision::run); }
  void quit() { CHECK(offer(Policy::quit) == Decision::run); }
  Decision read_only(std::size_t length = 0) { return offer(Policy::read_only, length); }
  Decision exclusive(std::size_t length = 0) { return offer(Policy::exclusive, length); }
  Decision bounded(std::size_t length = 0) { return offer(Policy::bounded_search, length); }
  Decision unbounded(std::size_t length = 0) { return offer(Policy::unbounded_search, length); }

  /// The current command begins, without deferred commands.
  void begin() {
    queue.begin(now);
    REQUIRE_FALSE(queue.take_deferred());
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

}  // namespace

TEST_CASE("queue: an idle session runs short commands in the reader, and long ones in the worker") {
  Steps steps;
  CHECK(steps.read_only() == Decision::run);
  CHECK(steps.exclusive() == Decision::run);
  CHECK(steps.queue.state() == State::idle);
  CHECK(steps.bounded(7) == Decision::start);
  CHECK(steps.queue.current().bytes == 7);
  CHECK(steps.queue.state() == State::bounded);
  steps.begin();
  steps.finish();
  CHECK_FALSE(steps.next());
  CHECK(steps.queue.state() == State::idle);
  CHECK(steps.exclusive() == Decision::run);
}

TEST_CASE("queue: commands during a bounded search run after it, in order") {
  Steps steps;
  REQUIRE(steps.bounded() == Decision::start);
  CHECK(steps.read_only(1) == Decision::queued);
  steps.begin();
  CHECK(steps.exclusive(2) == Decision::queued);
  CHECK(steps.bounded(3) == Decision::queued);
  CHECK(steps.offer(Policy::immediate) == Decision::run);
  steps.finish();
  CHECK(steps.next() == 1);
  CHECK(steps.next() == 2);
  CHECK(steps.next() == 3);
  steps.begin();
  steps.finish();
  CHECK_FALSE(steps.next());
}

TEST_CASE("queue: during an unbounded search only read-only commands run") {
  Steps steps;
  REQUIRE(steps.unbounded() == Decision::start);
  steps.begin();
  CHECK(steps.queue.state() == State::unbounded);
  CHECK_FALSE(steps.queue.may_answer());
  CHECK(steps.read_only() == Decision::run);
  CHECK(steps.exclusive() == Decision::busy);
  CHECK(steps.bounded() == Decision::busy);
  CHECK(steps.unbounded() == Decision::busy);
  CHECK_FALSE(steps.queue.stopped());
  steps.stop();
  CHECK(steps.queue.stopped());
  CHECK(steps.queue.state() == State::bounded);
  CHECK(steps.exclusive(1) == Decision::queued);
  steps.finish();
  CHECK(steps.next() == 1);
}

TEST_CASE("queue: an unbounded search first handles the commands that arrived before it began") {
  Steps steps;
  REQUIRE(steps.unbounded() == Decision::start);
  CHECK(steps.read_only(1) == Decision::queued);
  CHECK(steps.exclusive(2) == Decision::queued);
  steps.queue.begin(steps.now);
  auto deferred = steps.queue.take_deferred();
  REQUIRE(deferred);
  CHECK(deferred->queued.bytes == 1);
  CHECK_FALSE(deferred->refused);
  CHECK(steps.bounded(3) == Decision::queued);  // behind the deferred commands
  deferred = steps.queue.take_deferred();
  REQUIRE(deferred);
  CHECK(deferred->queued.bytes == 2);
  CHECK(deferred->refused);
  deferred = steps.queue.take_deferred();
  REQUIRE(deferred);
  CHECK(deferred->queued.bytes == 3);
  CHECK(deferred->refused);
  CHECK_FALSE(steps.queue.take_deferred());
  CHECK(steps.read_only() == Decision::run);
}

TEST_CASE("queue: commands are deferred only up to a stop, and later ones run after the search") {
  Steps steps;
  REQUIRE(steps.unbounded() == Decision::start);
  CHECK(steps.exclusive(1) == Decision::queued);
  steps.stop();
  CHECK(steps.exclusive(2) == Decision::queued);
  steps.queue.begin(steps.now);
  const auto deferred = steps.queue.take_deferred();
  REQUIRE(deferred);
  CHECK(deferred->refused);
  CHECK(steps.offer(Policy::after_short) == Decision::retry);  // that refusal comes first
  CHECK_FALSE(steps.queue.take_deferred());
  CHECK(steps.queue.stopped());
  CHECK(steps.offer(Policy::after_short) == Decision::run);
  steps.finish();
  CHECK(steps.next() == 2);
}

TEST_CASE("queue: after a refused search its signals have no effect, and later commands run") {
  Steps steps;
  REQUIRE(steps.unbounded() == Decision::start);
  CHECK(steps.exclusive(1) == Decision::queued);
  steps.stop();
  CHECK(steps.bounded(2) == Decision::queued);
  CHECK(steps.next() == 1);
  CHECK(steps.next() == 2);
  steps.begin();
  CHECK_FALSE(steps.queue.stopped());
}

TEST_CASE("queue: the bytes of waiting commands are limited, but one command always fits") {
  Steps steps;
  steps.limits.max_queued_bytes = 2000;
  steps.limits.max_line_bytes = 500;
  REQUIRE(steps.bounded() == Decision::start);
  steps.begin();
  CHECK(steps.read_only(5000) == Decision::queued);
  CHECK_FALSE(steps.queue.has_room());
  CHECK(steps.read_only() == Decision::full);
  steps.finish();
  CHECK(steps.next() == 5000);
  CHECK(steps.queue.has_room());
  CHECK_FALSE(steps.next());
  REQUIRE(steps.bounded() == Decision::start);
  CHECK(steps.read_only(500) == Decision::queued);
  CHECK(steps.queue.has_room());
  CHECK(steps.read_only(500) == Decision::queued);
  CHECK_FALSE(steps.queue.has_room());
  CHECK(steps.read_only(500) == Decision::full);
}

TEST_CASE("queue: while the worker runs short commands, or answers, the reader waits") {
  Steps steps;
  REQUIRE(steps.bounded() == Decision::start);
  steps.begin();
  CHECK(steps.read_only(1) == Decision::queued);
  CHECK(steps.bounded(2) == Decision::queued);
  steps.finish();
  CHECK(steps.exclusive() == Decision::retry);
  CHECK(steps.next() == 1);
  CHECK(steps.exclusive() == Decision::retry);
  CHECK(steps.offer(Policy::immediate) == Decision::run);
  CHECK(steps.next() == 2);
  CHECK(steps.exclusive(3) == Decision::queued);
}

TEST_CASE("queue: isready waits for earlier short commands, but not for a search") {
  Steps steps;
  CHECK(steps.offer(Policy::after_short) == Decision::run);
  REQUIRE(steps.bounded() == Decision::start);
  CHECK(steps.offer(Policy::after_short) == Decision::run);
  steps.begin();
  CHECK(steps.read_only(1) == Decision::queued);
  CHECK(steps.unbounded(2) == Decision::queued);
  CHECK(steps.offer(Policy::after_short) == Decision::run);
  steps.finish();
  CHECK(steps.offer(Policy::after_short) == Decision::retry);
  CHECK(steps.next() == 1);
  CHECK(steps.offer(Policy::after_short) == Decision::retry);
  CHECK(steps.next() == 2);
  CHECK(steps.read_only(3) == Decision::queued);
  CHECK(steps.offer(Policy::after_short) == Decision::retry);  // it is behind the deferred command
  steps.queue.begin(steps.now);
  REQUIRE(steps.queue.take_deferred());
  CHECK(steps.offer(Policy::after_short) == Decision::retry);
  CHECK_FALSE(steps.queue.take_deferred());
  CHECK(steps.offer(Policy::after_short) == Decision::run);
}

TEST_CASE("queue: a long command that cannot be started leaves the session idle") {
  Steps steps;
  REQUIRE(steps.unbounded() == Decision::start);
  CHECK(steps.queue.abandon().command.policy == Policy::unbounded_search);
  CHECK(steps.queue.state() == State::idle);
  steps.stop();
  CHECK(steps.exclusive() == Decision::run);
}

// The end of the commands of a command queue: by signals, at the end of the session, by time.

TEST_CASE("queue: a stop in advance ends its search as soon as it begins") {
  Steps steps;
  REQUIRE(steps.unbounded() == Decision::start);
  steps.stop();
  steps.begin();
  CHECK(steps.queue.stopped());
}

TEST_CASE("queue: signals belong to the last long command, running or waiting") {
  Steps steps;
  REQUIRE(steps.bounded() == Decision::start);
  steps.begin();
  CHECK(steps.unbounded(1) == Decision::queued);
  steps.stop();
  CHECK(steps.exclusive(2) == Decision::queued);
  CHECK(steps.bounded(3) == Decision::queued);
  steps.stop();
  CHECK_FALSE(steps.queue.stopped());
  steps.finish();
  for (const auto search : {1, 3}) {
    if (search == 3) CHECK(steps.next() == 2);
    CHECK(steps.next() == search);
    steps.begin();
    CHECK(steps.queue.stopped());
    steps.finish();
  }
}

TEST_CASE("queue: a signal after short commands that wait for a search belongs to that search") {
  Steps steps;
  SECTION("while it runs") {
    REQUIRE(steps.bounded() == Decision::start);
    steps.begin();
    CHECK(steps.read_only(1) == Decision::queued);
    steps.stop();
    CHECK(steps.queue.stopped());
  }
  SECTION("while it waits itself") {
    REQUIRE(steps.bounded() == Decision::start);
    steps.begin();
    CHECK(steps.bounded(1) == Decision::queued);
    CHECK(steps.read_only(2) == Decision::queued);
    steps.stop();
    steps.finish();
    CHECK(steps.next() == 1);
    steps.begin();
    CHECK(steps.queue.stopped());
  }
}

TEST_CASE("queue: a signal after a search refused as busy belongs to the running search") {
  Steps steps;
  REQUIRE(steps.unbounded() == Decision::start);
  CHECK(steps.bounded() == Decision::queued);
  steps.stop();
  steps.queue.begin(steps.now);
  const auto deferred = steps.queue.take_deferred();
  REQUIRE(deferred);
  CHECK(deferred->refused);
  CHECK_FALSE(steps.queue.take_deferred());
  CHECK(steps.queue.stopped());
}

TEST_CASE("queue: signals without a search are not remembered") {
  Steps steps;
  steps.stop();
  steps.ponderhit();
  REQUIRE(steps.unbounded() == Decision::start);
  steps.begin();
  CHECK_FALSE(steps.queue.stopped());
  CHECK_FALSE(steps.queue.ponder_hit());
  steps.stop();
  steps.finish();
  steps.stop();
  CHECK_FALSE(steps.next());
  REQUIRE(steps.bounded() == Decision::start);
  steps.begin();
  CHECK_FALSE(steps.queue.stopped());
}

TEST_CASE("queue: ponderhit bounds a search with limits, ends one without, and does not affect others") {
  Steps steps;
  const auto kind = GENERATE(OnPonderhit::bounds, OnPonderhit::stops, OnPonderhit::starts_clock);
  REQUIRE(steps.offer(Policy::unbounded_search, 0, kind) == Decision::start);
  const bool in_advance = GENERATE(false, true);
  if (in_advance) steps.ponderhit();
  steps.begin();
  if (!in_advance) steps.ponderhit();
  CHECK(steps.queue.ponder_hit());
  CHECK(steps.queue.may_answer() == (kind != OnPonderhit::starts_clock));
  CHECK(steps.queue.stopped() == (kind == OnPonderhit::stops));
  CHECK(steps.exclusive() == (kind == OnPonderhit::starts_clock ? Decision::busy : Decision::queued));
}

TEST_CASE("queue: quit ends the session at once, or when its search has answered") {
  Steps steps;
  const bool searches = GENERATE(false, true);
  if (searches) {
    REQUIRE(steps.unbounded() == Decision::start);
    steps.begin();
  }
  steps.quit();
  CHECK(steps.read_only() == Decision::session_over);
  CHECK(steps.queue.take_session_end() == !searches);
  if (!searches) return;
  CHECK(steps.queue.stopped());
  steps.finish();
  CHECK_FALSE(steps.next());
  CHECK(steps.queue.take_session_end());
}

TEST_CASE("queue: quit stops the running search and waiting ones, and runs waiting commands") {
  Steps steps;
  REQUIRE(steps.bounded() == Decision::start);
  steps.begin();
  CHECK(steps.exclusive(1) == Decision::queued);
  CHECK(steps.bounded(2) == Decision::queued);
  CHECK(steps.read_only(3) == Decision::queued);
  steps.quit();
  CHECK(steps.read_only() == Decision::session_over);
  CHECK(steps.queue.ended());
  CHECK(steps.queue.stopped());
  CHECK(steps.queue.stopped_by_quit());
  steps.finish();
  CHECK(steps.next() == 1);
  CHECK_FALSE(steps.queue.take_session_end());
  CHECK(steps.next() == 2);
  CHECK(steps.queue.stopped());
  CHECK(steps.queue.stopped_by_quit());
  steps.begin();
  steps.finish();
  CHECK(steps.next() == 3);
  CHECK_FALSE(steps.queue.stopped_by_quit());
  CHECK_FALSE(steps.next());
  CHECK(steps.queue.take_session_end());
  CHECK_FALSE(steps.queue.take_session_end());
}

TEST_CASE("queue: with quit, commands during an unbounded search stay refused as busy") {
  Steps steps;
  const bool waits = GENERATE(false, true);
  if (waits) {
    REQUIRE(steps.bounded(7) == Decision::start);
    CHECK(steps.unbounded() == Decision::queued);
  } else {
    REQUIRE(steps.unbounded() == Decision::start);
  }
  CHECK(steps.exclusive(1) == Decision::queued);
  CHECK(steps.read_only(2) == Decision::queued);
  steps.quit();
  if (waits) {
    steps.begin();
    steps.finish();
    CHECK(steps.next() == 0);
  }
  CHECK_FALSE(steps.queue.stopped());
  steps.queue.begin(steps.now);
  CHECK(steps.queue.take_deferred()->refused);
  CHECK_FALSE(steps.queue.take_deferred()->refused);
  CHECK_FALSE(steps.queue.take_deferred());
  CHECK(steps.queue.stopped());
  CHECK_FALSE(steps.queue.stopped_by_quit());
}

TEST_CASE("queue: quit ends no search that was stopped before, or has no limit") {
  Steps steps;
  SECTION("stopped") {
    REQUIRE(steps.bounded() == Decision::start);
    steps.begin();
    steps.stop();
  }
  SECTION("without a limit") {
    REQUIRE(steps.unbounded() == Decision::start);
    steps.begin();
  }
  steps.quit();
  CHECK(steps.queue.stopped());
  CHECK_FALSE(steps.queue.stopped_by_quit());
}

TEST_CASE("queue: quit ends a search that became bounded by ponderhit") {
  Steps steps;
  REQUIRE(steps.offer(Policy::unbounded_search, 0, OnPonderhit::bounds) == Decision::start);
  steps.begin();
  steps.ponderhit();
  steps.quit();
  CHECK(steps.queue.stopped());
  CHECK(steps.queue.stopped_by_quit());
}

TEST_CASE("queue: end_now drops the commands that wait after quit") {
  Steps steps;
  REQUIRE(steps.bounded() == Decision::start);
  CHECK(steps.read_only(1) == Decision::queued);
  steps.quit();
  steps.queue.end_now();
  steps.begin();
  steps.finish();
  CHECK_FALSE(steps.next());
  CHECK(steps.queue.take_session_end());
}

TEST_CASE("queue: the end of input lets bounded searches finish") {
  Steps steps;
  SECTION("an idle session is over") {
    steps.queue.end_of_input();
    CHECK(steps.queue.take_session_end());
    CHECK_FALSE(steps.queue.take_session_end());
    CHECK(steps.read_only() == Decision::session_over);
  }
  SECTION("a bounded search and what waits behind it are run") {
    REQUIRE(steps.bounded() == Decision::start);
    steps.begin();
    CHECK(steps.read_only(1) == Decision::queued);
    steps.queue.end_of_input();
    CHECK_FALSE(steps.queue.stopped());
    CHECK_FALSE(steps.queue.take_session_end());
    steps.finish();
    CHECK(steps.next() == 1);
    CHECK_FALSE(steps.queue.take_session_end());
    CHECK_FALSE(steps.next());
    CHECK(steps.queue.take_session_end());
  }
  SECTION("an unbounded search is stopped") {
    REQUIRE(steps.unbounded() == Decision::start);
    steps.begin();
    steps.queue.end_of_input();
    CHECK(steps.queue.stopped());
  }
  SECTION("an unbounded search that has not begun is stopped when it has caught up") {
    REQUIRE(steps.unbounded() == Decision::start);
    CHECK(steps.exclusive() == Decision::queued);
    steps.queue.end_of_input();
    steps.queue.begin(steps.now);
    CHECK(steps.queue.take_deferred()->refused);
    CHECK_FALSE(steps.queue.stopped());
    CHECK_FALSE(steps.queue.take_deferred());
    CHECK(steps.queue.stopped());
  }
}

TEST_CASE("queue: end_now stops the current command and drops waiting ones") {
  Steps steps;
  REQUIRE(steps.bounded() == Decision::start);
  if (GENERATE(false, true)) steps.begin();
  CHECK(steps.read_only(1) == Decision::queued);
  steps.queue.end_now();
  CHECK(steps.queue.stopped());
  CHECK(steps.queue.ended());
  CHECK(steps.read_only() == Decision::session_over);
  CHECK_FALSE(steps.queue.take_session_end());
  CHECK_FALSE(steps.next());
  CHECK(steps.queue.take_session_end());
  CHECK_FALSE(steps.queue.take_session_end());
}

TEST_CASE("queue: a long command is stopped at the time limit") {
  Steps steps;
  steps.limits.max_movetime = 50ms;
  REQUIRE((GENERATE(false, true) ? steps.bounded() : steps.unbounded()) == Decision::start);
  steps.now += 10ms;
  steps.begin();
  CHECK(steps.queue.next_check() == Steps::start + 50ms);
  CHECK_FALSE(steps.queue.check_time(Steps::start + 49ms));
  CHECK_FALSE(steps.queue.stopped());
  CHECK_FALSE(steps.queue.check_time(Steps::start + 50ms));
  CHECK(steps.queue.stopped());
  CHECK(steps.queue.timed_out());
  CHECK(steps.queue.next_check() == CommandQueue::Time::max());
}

TEST_CASE("queue: a stopped search does not time out, and the next has its own time limit") {
  Steps steps;
  steps.limits.max_movetime = 50ms;
  REQUIRE(steps.bounded() == Decision::start);
  CHECK(steps.bounded(1) == Decision::queued);
  steps.begin();
  steps.now += 60ms;
  steps.finish();
  CHECK(steps.next() == 1);
  CHECK(steps.queue.clock_start() == Steps::start + 60ms);
  steps.begin();
  CHECK_FALSE(steps.queue.check_time(steps.now + 49ms));
  CHECK_FALSE(steps.queue.stopped());
  steps.stop();
  CHECK_FALSE(steps.queue.check_time(steps.now + 50ms));
  CHECK_FALSE(steps.queue.timed_out());
}

TEST_CASE("queue: an unbounded search sends a keep-alive line after each second of silence") {
  Steps steps;
  REQUIRE(steps.offer(Policy::unbounded_search, 0, OnPonderhit::bounds) == Decision::start);
  steps.begin();
  CHECK(steps.queue.next_check() == steps.now + 1s);
  CHECK_FALSE(steps.queue.check_time(steps.now + 999ms));
  CHECK(steps.queue.check_time(steps.now + 1s));
  CHECK_FALSE(steps.queue.check_time(steps.now + 1999ms));
  steps.queue.line_sent(steps.now + 1500ms);
  CHECK_FALSE(steps.queue.check_time(steps.now + 2s));
  CHECK(steps.queue.check_time(steps.now + 2500ms));
  steps.ponderhit();
  CHECK_FALSE(steps.queue.check_time(steps.now + 1h));
  CHECK(steps.queue.next_check() == CommandQueue::Time::max());
}
