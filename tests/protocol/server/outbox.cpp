#include "server/connection.hpp"

#include "support/catch.hpp"

using crownd::server::Outbox;
using crownd::session::Delivery;
using Put = Outbox::Put;
using Taken = Outbox::Taken;

namespace {

std::string limit_error(const std::string& sentence) { return "error limit " + sentence; }

}  // namespace

TEST_CASE("droppable lines are dropped before the outbox is full") {
  Outbox outbox(100, limit_error);
  const std::string ten(9, 'x');  // ten with its end of line
  for (int i = 0; i < 20; ++i) CHECK(outbox.put(ten, Delivery::droppable) == Put::kept);
  std::string text;
  CHECK(outbox.take(text) == Taken::text);
  CHECK(text.size() == 50);
}

TEST_CASE("an answer of any length fits while the socket accepts bytes") {
  Outbox outbox(100, limit_error);
  std::string text;
  for (int i = 0; i < 20; ++i) CHECK(outbox.put(std::string(79, 'x'), Delivery::guaranteed) == Put::kept);
  CHECK(outbox.take(text) == Taken::text);
  CHECK(text.size() == 1600);
}

TEST_CASE("output for a blocked socket is bounded, and an error line replaces it") {
  Outbox outbox(100, limit_error);
  std::string text;
  CHECK(outbox.put(std::string(79, 'x'), Delivery::guaranteed) == Put::kept);
  CHECK(outbox.take(text) == Taken::text);
  outbox.set_blocked();
  CHECK(outbox.half_full());
  CHECK(outbox.put(std::string(10, 'y'), Delivery::guaranteed) == Put::kept);
  CHECK(outbox.put(std::string(30, 'z'), Delivery::guaranteed) == Put::overflow);
  CHECK(outbox.closed());
  CHECK(outbox.put("later", Delivery::guaranteed) == Put::kept);
  CHECK(outbox.close() == Put::kept);
  CHECK(outbox.take(text) == Taken::text);
  CHECK(text ==
        "error limit more output was left unread than the 100 bytes allowed (--max-unread); the connection is "
        "closed\n");
  CHECK(outbox.take(text) == Taken::end);
}

TEST_CASE("a socket that accepts bytes again has room again") {
  Outbox outbox(100, limit_error);
  std::string text;
  CHECK(outbox.put(std::string(79, 'x'), Delivery::guaranteed) == Put::kept);
  CHECK(outbox.take(text) == Taken::text);
  outbox.set_blocked();
  CHECK(outbox.take(text) == Taken::nothing);
  CHECK(!outbox.half_full());
  CHECK(outbox.put(std::string(200, 'y'), Delivery::guaranteed) == Put::wake);
}

TEST_CASE("a sleeping writer is woken once") {
  Outbox outbox(100, limit_error);
  std::string text;
  CHECK(outbox.take(text) == Taken::nothing);
  CHECK(outbox.put("a", Delivery::droppable) == Put::wake);
  CHECK(outbox.put("b", Delivery::guaranteed) == Put::kept);
  CHECK(outbox.take(text) == Taken::text);
  CHECK(text == "a\nb\n");
}

TEST_CASE("a closed outbox returns its lines and accepts no more") {
  Outbox outbox(100, limit_error);
  std::string text;
  CHECK(outbox.put("last", Delivery::guaranteed) == Put::kept);
  SECTION("closed") {
    outbox.close();
    CHECK(outbox.put("late", Delivery::guaranteed) == Put::kept);
    CHECK(outbox.take(text) == Taken::text);
    CHECK(text == "last\n");
  }
  SECTION("abandoned") {
    outbox.abandon();
    CHECK(outbox.closed());
  }
  CHECK(outbox.take(text) == Taken::end);
}
