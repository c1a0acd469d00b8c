// In which order a command queue runs what arrives.
#include "protocol/session/steps.hpp"

using namespace crownd::testing;
using namespace std::chrono_literals;
using crownd::session::CommandQueue;
using crownd::session::Manner;
using crownd::session::Ponderhit;
using State = CommandQueue::State;

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

TEST_CASE("queue: a long command that cannot be started leaves the session idle") {
  Steps steps;
  REQUIRE(steps.unbounded() == Verdict::start);
  CHECK(steps.queue.abandon().command.manner == Manner::unbounded);
  CHECK(steps.queue.state() == State::idle);
  steps.stop();
  CHECK(steps.changing() == Verdict::run);
}
