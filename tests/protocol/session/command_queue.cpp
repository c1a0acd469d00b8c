#include "session/command_queue.hpp"

#include "support/catch.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

using namespace crownd::session;
using namespace std::chrono_literals;
using Verdict = CommandQueue::Verdict;
using State = CommandQueue::State;

namespace {

/// A queue, fed event by event. Commands are distinguished by their length.
struct Steps {
  static constexpr CommandQueue::Time start{1h};

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

}  // namespace

TEST_CASE("queue: an idle session runs short commands in the reader, and long ones in the worker") {
  Steps steps;
  CHECK(steps.reading() == Verdict::run);
  CHECK(steps.changing() == Verdict::run);
  CHECK(steps.queue.state() == State::idle);
  CHECK(steps.bounded(7) == Verdict::start);
  CHECK(steps.queue.current().bytes == 7);
  CHECK(steps.queue.state() == State::bounded);
  steps.begin();
  steps.finish();
  CHECK_FALSE(steps.next());
  CHECK(steps.queue.state() == State::idle);
  CHECK(steps.changing() == Verdict::run);
}

TEST_CASE("queue: what arrives during a bounded search is run in order behind it") {
  Steps steps;
  REQUIRE(steps.bounded() == Verdict::start);
  CHECK(steps.reading(1) == Verdict::queued);
  steps.begin();
  CHECK(steps.changing(2) == Verdict::queued);
  CHECK(steps.bounded(3) == Verdict::queued);
  CHECK(steps.offer(Manner::at_once) == Verdict::run);
  steps.finish();
  CHECK(steps.next() == 1);
  CHECK(steps.next() == 2);
  CHECK(steps.next() == 3);
  steps.begin();
  steps.finish();
  CHECK_FALSE(steps.next());
}

TEST_CASE("queue: an unbounded search lets readers pass, and nothing else") {
  Steps steps;
  REQUIRE(steps.unbounded() == Verdict::start);
  steps.begin();
  CHECK(steps.queue.state() == State::unbounded);
  CHECK_FALSE(steps.queue.may_answer());
  CHECK(steps.reading() == Verdict::run);
  CHECK(steps.changing() == Verdict::busy);
  CHECK(steps.bounded() == Verdict::busy);
  CHECK(steps.unbounded() == Verdict::busy);
  CHECK_FALSE(steps.queue.stopped());
  steps.stop();
  CHECK(steps.queue.stopped());
  CHECK(steps.queue.state() == State::bounded);
  CHECK(steps.changing(1) == Verdict::queued);
  steps.finish();
  CHECK(steps.next() == 1);
}

TEST_CASE("queue: an unbounded search that has begun catches up with what arrived before") {
  Steps steps;
  REQUIRE(steps.unbounded() == Verdict::start);
  CHECK(steps.reading(1) == Verdict::queued);
  CHECK(steps.changing(2) == Verdict::queued);
  steps.queue.begin(steps.now);
  auto belated = steps.queue.catch_up();
  REQUIRE(belated);
  CHECK(belated->order.bytes == 1);
  CHECK_FALSE(belated->refused);
  CHECK(steps.bounded(3) == Verdict::queued);  // behind what is being caught up with
  belated = steps.queue.catch_up();
  REQUIRE(belated);
  CHECK(belated->order.bytes == 2);
  CHECK(belated->refused);
  belated = steps.queue.catch_up();
  REQUIRE(belated);
  CHECK(belated->order.bytes == 3);
  CHECK(belated->refused);
  CHECK_FALSE(steps.queue.catch_up());
  CHECK(steps.reading() == Verdict::run);
}

TEST_CASE("queue: catching up ends at a stop, and what arrived behind it is run after the search") {
  Steps steps;
  REQUIRE(steps.unbounded() == Verdict::start);
  CHECK(steps.changing(1) == Verdict::queued);
  steps.stop();
  CHECK(steps.changing(2) == Verdict::queued);
  steps.queue.begin(steps.now);
  const auto belated = steps.queue.catch_up();
  REQUIRE(belated);
  CHECK(belated->refused);
  CHECK(steps.offer(Manner::in_passing) == Verdict::later);  // that refusal comes first
  CHECK_FALSE(steps.queue.catch_up());
  CHECK(steps.queue.stopped());
  CHECK(steps.offer(Manner::in_passing) == Verdict::run);
  steps.finish();
  CHECK(steps.next() == 2);
}

TEST_CASE("queue: a search that is refused leaves what arrived behind it to be run, and its signals have no effect") {
  Steps steps;
  REQUIRE(steps.unbounded() == Verdict::start);
  CHECK(steps.changing(1) == Verdict::queued);
  steps.stop();
  CHECK(steps.bounded(2) == Verdict::queued);
  CHECK(steps.next() == 1);
  CHECK(steps.next() == 2);
  steps.begin();
  CHECK_FALSE(steps.queue.stopped());
}

TEST_CASE("queue: a stop in advance ends its search as soon as it begins") {
  Steps steps;
  REQUIRE(steps.unbounded() == Verdict::start);
  steps.stop();
  steps.begin();
  CHECK(steps.queue.stopped());
}

TEST_CASE("queue: signals belong to the last long command, whether it runs or waits") {
  Steps steps;
  REQUIRE(steps.bounded() == Verdict::start);
  steps.begin();
  CHECK(steps.unbounded(1) == Verdict::queued);
  steps.stop();
  CHECK(steps.changing(2) == Verdict::queued);
  CHECK(steps.bounded(3) == Verdict::queued);
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

TEST_CASE("queue: a signal behind the short commands that wait for a search belongs to that search") {
  Steps steps;
  SECTION("while it runs") {
    REQUIRE(steps.bounded() == Verdict::start);
    steps.begin();
    CHECK(steps.reading(1) == Verdict::queued);
    steps.stop();
    CHECK(steps.queue.stopped());
  }
  SECTION("while it waits itself") {
    REQUIRE(steps.bounded() == Verdict::start);
    steps.begin();
    CHECK(steps.bounded(1) == Verdict::queued);
    CHECK(steps.reading(2) == Verdict::queued);
    steps.stop();
    steps.finish();
    CHECK(steps.next() == 1);
    steps.begin();
    CHECK(steps.queue.stopped());
  }
}

TEST_CASE("queue: a signal behind a search that is refused as busy belongs to the search that runs") {
  Steps steps;
  REQUIRE(steps.unbounded() == Verdict::start);
  CHECK(steps.bounded() == Verdict::queued);
  steps.stop();
  steps.queue.begin(steps.now);
  const auto belated = steps.queue.catch_up();
  REQUIRE(belated);
  CHECK(belated->refused);
  CHECK_FALSE(steps.queue.catch_up());
  CHECK(steps.queue.stopped());
}

TEST_CASE("queue: signals without a search are not remembered") {
  Steps steps;
  steps.stop();
  steps.ponderhit();
  REQUIRE(steps.unbounded() == Verdict::start);
  steps.begin();
  CHECK_FALSE(steps.queue.stopped());
  CHECK_FALSE(steps.queue.ponder_hit());
  steps.stop();
  steps.finish();
  steps.stop();
  CHECK_FALSE(steps.next());
  REQUIRE(steps.bounded() == Verdict::start);
  steps.begin();
  CHECK_FALSE(steps.queue.stopped());
}

TEST_CASE("queue: ponderhit bounds a search with limits, ends one without, and is nothing to others") {
  Steps steps;
  const auto kind = GENERATE(Ponderhit::bounds, Ponderhit::ends, Ponderhit::starts_clock);
  REQUIRE(steps.offer(Manner::unbounded, 0, kind) == Verdict::start);
  const bool in_advance = GENERATE(false, true);
  if (in_advance) steps.ponderhit();
  steps.begin();
  if (!in_advance) steps.ponderhit();
  CHECK(steps.queue.ponder_hit());
  CHECK(steps.queue.may_answer() == (kind != Ponderhit::starts_clock));
  CHECK(steps.queue.stopped() == (kind == Ponderhit::ends));
  CHECK(steps.changing() == (kind == Ponderhit::starts_clock ? Verdict::busy : Verdict::queued));
}

TEST_CASE("queue: no more bytes wait than allowed, but one command always does") {
  Steps steps;
  steps.limits.max_queued_bytes = 2000;
  steps.limits.max_line_bytes = 500;
  REQUIRE(steps.bounded() == Verdict::start);
  steps.begin();
  CHECK(steps.reading(5000) == Verdict::queued);
  CHECK_FALSE(steps.queue.has_room());
  CHECK(steps.reading() == Verdict::full);
  steps.finish();
  CHECK(steps.next() == 5000);
  CHECK(steps.queue.has_room());
  CHECK_FALSE(steps.next());
  REQUIRE(steps.bounded() == Verdict::start);
  CHECK(steps.reading(500) == Verdict::queued);
  CHECK(steps.queue.has_room());
  CHECK(steps.reading(500) == Verdict::queued);
  CHECK_FALSE(steps.queue.has_room());
  CHECK(steps.reading(500) == Verdict::full);
}

TEST_CASE("queue: while the worker runs short commands, or answers, the reader waits") {
  Steps steps;
  REQUIRE(steps.bounded() == Verdict::start);
  steps.begin();
  CHECK(steps.reading(1) == Verdict::queued);
  CHECK(steps.bounded(2) == Verdict::queued);
  steps.finish();
  CHECK(steps.changing() == Verdict::later);
  CHECK(steps.next() == 1);
  CHECK(steps.changing() == Verdict::later);
  CHECK(steps.offer(Manner::at_once) == Verdict::run);
  CHECK(steps.next() == 2);
  CHECK(steps.changing(3) == Verdict::queued);
}

TEST_CASE("queue: isready waits for the short commands before it, but for no search") {
  Steps steps;
  CHECK(steps.offer(Manner::in_passing) == Verdict::run);
  REQUIRE(steps.bounded() == Verdict::start);
  CHECK(steps.offer(Manner::in_passing) == Verdict::run);
  steps.begin();
  CHECK(steps.reading(1) == Verdict::queued);
  CHECK(steps.unbounded(2) == Verdict::queued);
  CHECK(steps.offer(Manner::in_passing) == Verdict::run);
  steps.finish();
  CHECK(steps.offer(Manner::in_passing) == Verdict::later);
  CHECK(steps.next() == 1);
  CHECK(steps.offer(Manner::in_passing) == Verdict::later);
  CHECK(steps.next() == 2);
  CHECK(steps.reading(3) == Verdict::queued);
  CHECK(steps.offer(Manner::in_passing) == Verdict::later);  // it is behind the one that an unbounded search lets pass
  steps.queue.begin(steps.now);
  REQUIRE(steps.queue.catch_up());
  CHECK(steps.offer(Manner::in_passing) == Verdict::later);
  CHECK_FALSE(steps.queue.catch_up());
  CHECK(steps.offer(Manner::in_passing) == Verdict::run);
}

TEST_CASE("queue: quit ends the session at once, or when its search has answered") {
  Steps steps;
  const bool searches = GENERATE(false, true);
  if (searches) {
    REQUIRE(steps.unbounded() == Verdict::start);
    steps.begin();
  }
  CHECK(steps.offer(Manner::quit) == Verdict::run);
  CHECK(steps.reading() == Verdict::over);
  CHECK(steps.queue.take_end() == !searches);
  if (!searches) return;
  CHECK(steps.queue.stopped());
  steps.finish();
  CHECK_FALSE(steps.next());
  CHECK(steps.queue.take_end());
}

TEST_CASE("queue: the end of input lets bounded searches finish") {
  Steps steps;
  SECTION("an idle session is over") {
    steps.queue.end_of_input();
    CHECK(steps.queue.take_end());
    CHECK_FALSE(steps.queue.take_end());
    CHECK(steps.reading() == Verdict::over);
  }
  SECTION("a bounded search and what waits behind it are run") {
    REQUIRE(steps.bounded() == Verdict::start);
    steps.begin();
    CHECK(steps.reading(1) == Verdict::queued);
    steps.queue.end_of_input();
    CHECK_FALSE(steps.queue.stopped());
    CHECK_FALSE(steps.queue.take_end());
    steps.finish();
    CHECK(steps.next() == 1);
    CHECK_FALSE(steps.queue.take_end());
    CHECK_FALSE(steps.next());
    CHECK(steps.queue.take_end());
  }
  SECTION("an unbounded search is stopped") {
    REQUIRE(steps.unbounded() == Verdict::start);
    steps.begin();
    steps.queue.end_of_input();
    CHECK(steps.queue.stopped());
  }
  SECTION("an unbounded search that has not begun is stopped when it has caught up") {
    REQUIRE(steps.unbounded() == Verdict::start);
    CHECK(steps.changing() == Verdict::queued);
    steps.queue.end_of_input();
    steps.queue.begin(steps.now);
    CHECK(steps.queue.catch_up()->refused);
    CHECK_FALSE(steps.queue.stopped());
    CHECK_FALSE(steps.queue.catch_up());
    CHECK(steps.queue.stopped());
  }
}

TEST_CASE("queue: end_now stops what runs and drops what waits") {
  Steps steps;
  REQUIRE(steps.bounded() == Verdict::start);
  if (GENERATE(false, true)) steps.begin();
  CHECK(steps.reading(1) == Verdict::queued);
  steps.queue.end_now();
  CHECK(steps.queue.stopped());
  CHECK(steps.queue.closing());
  CHECK(steps.reading() == Verdict::over);
  CHECK_FALSE(steps.queue.take_end());
  CHECK_FALSE(steps.next());
  CHECK(steps.queue.take_end());
  CHECK_FALSE(steps.queue.take_end());
}

TEST_CASE("queue: a long command that takes too long is cut short") {
  Steps steps;
  steps.limits.max_movetime = 50ms;
  REQUIRE((GENERATE(false, true) ? steps.bounded() : steps.unbounded()) == Verdict::start);
  steps.now += 10ms;
  steps.begin();
  CHECK(steps.queue.next_tick() == Steps::start + 50ms);
  CHECK_FALSE(steps.queue.tick(Steps::start + 49ms));
  CHECK_FALSE(steps.queue.stopped());
  CHECK_FALSE(steps.queue.tick(Steps::start + 50ms));
  CHECK(steps.queue.stopped());
  CHECK(steps.queue.cut_short());
  CHECK(steps.queue.next_tick() == CommandQueue::Time::max());
}

TEST_CASE("queue: a search that was stopped before is not cut short, and the next begins anew") {
  Steps steps;
  steps.limits.max_movetime = 50ms;
  REQUIRE(steps.bounded() == Verdict::start);
  CHECK(steps.bounded(1) == Verdict::queued);
  steps.begin();
  steps.now += 60ms;
  steps.finish();
  CHECK(steps.next() == 1);
  CHECK(steps.queue.since() == Steps::start + 60ms);
  steps.begin();
  CHECK_FALSE(steps.queue.tick(steps.now + 49ms));
  CHECK_FALSE(steps.queue.stopped());
  steps.stop();
  CHECK_FALSE(steps.queue.tick(steps.now + 50ms));
  CHECK_FALSE(steps.queue.cut_short());
}

TEST_CASE("queue: an unbounded search gives a sign of life at the end of each second in which it has sent nothing") {
  Steps steps;
  REQUIRE(steps.offer(Manner::unbounded, 0, Ponderhit::bounds) == Verdict::start);
  steps.begin();
  CHECK(steps.queue.next_tick() == steps.now + 1s);
  CHECK_FALSE(steps.queue.tick(steps.now + 999ms));
  CHECK(steps.queue.tick(steps.now + 1s));
  CHECK_FALSE(steps.queue.tick(steps.now + 1999ms));
  steps.queue.spoke(steps.now + 1500ms);
  CHECK_FALSE(steps.queue.tick(steps.now + 2s));
  CHECK(steps.queue.tick(steps.now + 2500ms));
  steps.ponderhit();
  CHECK_FALSE(steps.queue.tick(steps.now + 1h));
  CHECK(steps.queue.next_tick() == CommandQueue::Time::max());
}

TEST_CASE("queue: a long command that cannot be started leaves the session idle") {
  Steps steps;
  REQUIRE(steps.unbounded() == Verdict::start);
  CHECK(steps.queue.abandon().command.manner == Manner::unbounded);
  CHECK(steps.queue.state() == State::idle);
  steps.stop();
  CHECK(steps.changing() == Verdict::run);
}
