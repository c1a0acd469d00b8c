#include "server/outbox.hpp"

#include "support/catch.hpp"

#include <string>

using crownd::server::Outbox;
using crownd::session::Urgency;
using Put = Outbox::Put;
using Taken = Outbox::Taken;

TEST_CASE("lines that may be lost give way to those that must arrive") {
  Outbox outbox(100);
  const std::string ten(9, 'x');  // ten with its end of line
  for (int i = 0; i < 20; ++i) CHECK(outbox.put(ten, Urgency::droppable) == Put::kept);
  for (int i = 0; i < 5; ++i) CHECK(outbox.put(ten, Urgency::must_arrive) == Put::kept);
  CHECK(outbox.put(ten, Urgency::must_arrive) == Put::overflow);
  std::string text;
  CHECK(outbox.take(text) == Taken::text);
  CHECK(text.size() == 100);
}

TEST_CASE("what is being written counts as unread") {
  Outbox outbox(100);
  std::string text;
  CHECK(outbox.put(std::string(79, 'x'), Urgency::must_arrive) == Put::kept);
  CHECK(outbox.take(text) == Taken::text);
  CHECK(outbox.crowded());
  CHECK(outbox.put(std::string(30, 'y'), Urgency::must_arrive) == Put::overflow);
  CHECK(outbox.take(text) == Taken::nothing);
  CHECK(!outbox.crowded());
  CHECK(outbox.put(std::string(30, 'y'), Urgency::must_arrive) == Put::wake);
}

TEST_CASE("the writer is woken once, when it sleeps") {
  Outbox outbox(100);
  std::string text;
  CHECK(outbox.take(text) == Taken::nothing);
  CHECK(outbox.put("a", Urgency::droppable) == Put::wake);
  CHECK(outbox.put("b", Urgency::must_arrive) == Put::kept);
  CHECK(outbox.take(text) == Taken::text);
  CHECK(text == "a\nb\n");
}

TEST_CASE("a closed outbox gives out what it has and takes no more") {
  Outbox outbox(100);
  std::string text;
  CHECK(outbox.put("last", Urgency::must_arrive) == Put::kept);
  SECTION("closed") {
    outbox.close();
    CHECK(outbox.put("late", Urgency::must_arrive) == Put::kept);
    CHECK(outbox.take(text) == Taken::text);
    CHECK(text == "last\n");
  }
  SECTION("abandoned") { outbox.abandon(); }
  CHECK(outbox.take(text) == Taken::end);
}
