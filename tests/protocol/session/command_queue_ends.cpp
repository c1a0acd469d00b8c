// What ends the commands of a command queue: signals, the end of the session, time.
#include "protocol/session/steps.hpp"

using namespace crownd::testing;
using namespace std::chrono_literals;
using crownd::session::CommandQueue;
using crownd::session::Manner;
using crownd::session::Ponderhit;

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

TEST_CASE("queue: quit ends the session at once, or when its search has answered") {
  Steps steps;
  const bool searches = GENERATE(false, true);
  if (searches) {
    REQUIRE(steps.unbounded() == Verdict::start);
    steps.begin();
  }
  steps.quit();
  CHECK(steps.reading() == Verdict::over);
  CHECK(steps.queue.take_end() == !searches);
  if (!searches) return;
  CHECK(steps.queue.stopped());
  steps.finish();
  CHECK_FALSE(steps.next());
  CHECK(steps.queue.take_end());
}

TEST_CASE("queue: quit stops the search that runs and those that wait, and what waits is run") {
  Steps steps;
  REQUIRE(steps.bounded() == Verdict::start);
  steps.begin();
  CHECK(steps.changing(1) == Verdict::queued);
  CHECK(steps.bounded(2) == Verdict::queued);
  CHECK(steps.reading(3) == Verdict::queued);
  steps.quit();
  CHECK(steps.reading() == Verdict::over);
  CHECK(steps.queue.closing());
  CHECK(steps.queue.stopped());
  CHECK(steps.queue.stopped_by_quit());
  steps.finish();
  CHECK(steps.next() == 1);
  CHECK_FALSE(steps.queue.take_end());
  CHECK(steps.next() == 2);
  CHECK(steps.queue.stopped());
  CHECK(steps.queue.stopped_by_quit());
  steps.begin();
  steps.finish();
  CHECK(steps.next() == 3);
  CHECK_FALSE(steps.queue.stopped_by_quit());
  CHECK_FALSE(steps.next());
  CHECK(steps.queue.take_end());
  CHECK_FALSE(steps.queue.take_end());
}

TEST_CASE("queue: quit leaves what arrived during an unbounded search refused as busy") {
  Steps steps;
  const bool waits = GENERATE(false, true);
  if (waits) {
    REQUIRE(steps.bounded(7) == Verdict::start);
    CHECK(steps.unbounded() == Verdict::queued);
  } else {
    REQUIRE(steps.unbounded() == Verdict::start);
  }
  CHECK(steps.changing(1) == Verdict::queued);
  CHECK(steps.reading(2) == Verdict::queued);
  steps.quit();
  if (waits) {
    steps.begin();
    steps.finish();
    CHECK(steps.next() == 0);
  }
  CHECK_FALSE(steps.queue.stopped());
  steps.queue.begin(steps.now);
  CHECK(steps.queue.catch_up()->refused);
  CHECK_FALSE(steps.queue.catch_up()->refused);
  CHECK_FALSE(steps.queue.catch_up());
  CHECK(steps.queue.stopped());
  CHECK_FALSE(steps.queue.stopped_by_quit());
}

TEST_CASE("queue: quit ends no search that was stopped before, or has no limit") {
  Steps steps;
  SECTION("stopped") {
    REQUIRE(steps.bounded() == Verdict::start);
    steps.begin();
    steps.stop();
  }
  SECTION("without a limit") {
    REQUIRE(steps.unbounded() == Verdict::start);
    steps.begin();
  }
  steps.quit();
  CHECK(steps.queue.stopped());
  CHECK_FALSE(steps.queue.stopped_by_quit());
}

TEST_CASE("queue: quit ends a search that has its limits since ponderhit") {
  Steps steps;
  REQUIRE(steps.offer(Manner::unbounded, 0, Ponderhit::bounds) == Verdict::start);
  steps.begin();
  steps.ponderhit();
  steps.quit();
  CHECK(steps.queue.stopped());
  CHECK(steps.queue.stopped_by_quit());
}

TEST_CASE("queue: end_now drops what quit has left to be run") {
  Steps steps;
  REQUIRE(steps.bounded() == Verdict::start);
  CHECK(steps.reading(1) == Verdict::queued);
  steps.quit();
  steps.queue.end_now();
  steps.begin();
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
