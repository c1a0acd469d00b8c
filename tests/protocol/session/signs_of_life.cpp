#include "protocol/session/talk.hpp"

#include <algorithm>

using namespace crownd;
using namespace crownd::testing;
using namespace std::chrono_literals;

namespace {

constexpr const char* sign = "info nodes ";

long signs_in(const Lines& lines) {
  return std::count_if(lines.begin(), lines.end(), [](const auto& line) { return line.starts_with(sign); });
}

/// An unbounded search that waits checks the clock again, as it does by itself when the time has come by the
/// system's clock; has no effect on `go infinite`.
void wake(const Talk& talk) { talk.say("ponderhit"); }

}  // namespace

TEST_CASE("a search without a limit that has nothing more to find says each second that it lives") {
  Talk talk;
  (void)talk.ask("position 50");  // searches end at once there
  const auto* go = GENERATE("go infinite", "go infinite depth 1", "go");
  talk.say(go);
  (void)talk.client.until("info depth 1 ");
  for (const auto* line : {"info nodes 0 time 1000", "info nodes 0 time 2000", "info nodes 0 time 3000"}) {
    talk.clock.advance(999ms);
    (void)talk.ask("setoption name Hash value 1");
    talk.clock.advance(1ms);
    wake(talk);
    CHECK(talk.client.until(sign).back() == line);
  }
  talk.say("stop");
  CHECK(signs_in(talk.client.until("bestmove")) == 0);
}

TEST_CASE("in a finished game, too") {
  Talk talk;
  (void)talk.ask("position 100");
  talk.say("go infinite");
  (void)talk.client.until("info depth 0 ");
  talk.clock.advance(1s);
  wake(talk);
  CHECK(talk.client.until(sign).back() == "info nodes 0 time 1000");
  talk.say("stop");
  CHECK(talk.client.until("bestmove").back() == "bestmove (none)");
}

TEST_CASE("a search without a limit that still looks, and finds nothing to tell, says so") {
  Talk talk;
  talk.say("go infinite");
  wait_until_it_looks();
  talk.clock.advance(1500ms);
  CHECK(talk.client.until(sign).back().ends_with(" time 1500"));
  talk.clock.advance(1s);
  CHECK(talk.client.until(sign).back().ends_with(" time 2500"));
}

TEST_CASE("a bounded search says nothing but what it finds") {
  Talk talk;
  SECTION("from the beginning") { talk.say("go movetime 60000"); }
  SECTION("after ponderhit") {
    talk.say("go ponder movetime 60000");
    talk.say("ponderhit");
  }
  wait_until_it_looks();
  talk.clock.advance(30s);
  wait_until_it_looks();
  talk.say("stop");
  CHECK(signs_in(talk.client.until("bestmove")) == 0);
}
