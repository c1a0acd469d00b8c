// A session whose searches are left after a slice of time, and hear what was said in between.
#include "protocol/session/talk.hpp"

#include <chrono>
#include <memory>
#include <string>
#include <utility>

using namespace crownd;
using namespace crownd::testing;
using namespace std::chrono_literals;

namespace {

/// Its slices last for three looks.
struct Sliced {
  using Time = session::Executor::Time;

  explicit Sliced(session::SessionLimits limits = {}) : talk(session::Access::open, limits) {
    auto executor = std::make_unique<session::Slices>(40ms, [this] {
      pace.advance(10ms);
      return pace.now();
    });
    slices = executor.get();
    talk.session =
        std::make_unique<session::Session>(talk.environment, talk.client, session::Access::open, std::move(executor));
  }

  /// All output to a line, of one slice if it begins a search.
  Lines say(const std::string& line) {
    talk.say(line);
    return without_info(talk.client.all());
  }
  /// All output until the search is over.
  Lines to_the_end() {
    for (slices->go_on(); slices->due() != Time::max(); slices->go_on()) CHECK(talk.session->busy());
    return without_info(talk.client.all());
  }

  ManualClock pace;
  session::Slices* slices = nullptr;
  Talk talk;
};

}  // namespace

TEST_CASE("in slices: a bounded search goes on where it was left, and answers once") {
  Sliced session;
  const int before = notes().looks;
  CHECK(session.say("go depth 20").empty());
  CHECK(session.talk.session->busy());
  CHECK(session.to_the_end() == Lines{best});
  CHECK_FALSE(session.talk.session->busy());
  CHECK(notes().looks - before >= 20);
  CHECK(notes().looks - before < 40);  // it did not begin anew each time
  CHECK(session.slices->due() == Sliced::Time::max());
  CHECK(session.say("go depth 1") == Lines{best});
}

TEST_CASE("in slices: a search is counted once") {
  Sliced session;
  const auto searches = session.talk.environment.statistics->searches.load();
  (void)session.say("go depth 20");
  (void)session.to_the_end();
  CHECK(session.talk.environment.statistics->searches.load() == searches + 1);
}

TEST_CASE("in slices: an unbounded search answers readers, and obeys stop in its next slice") {
  Sliced session;
  CHECK(session.say("go infinite").empty());
  session.slices->go_on();
  CHECK(session.say("isready") == Lines{"readyok"});
  CHECK(session.say("fen") == Lines{"fen first 0"});
  CHECK(session.say("move 1") == Lines{busy});
  CHECK(session.say("stop").empty());
  session.slices->go_on();
  CHECK(session.slices->due() == Sliced::Time::max());
  CHECK(without_info(session.talk.client.all()) == Lines{best});
  CHECK(session.say("move 2") == Lines{"moved 2 ongoing y"});
}

TEST_CASE("in slices: commands wait behind a bounded search, searches too") {
  Sliced session;
  CHECK(session.say("go depth 20").empty());
  CHECK(session.say("move 1").empty());
  CHECK(session.say("go depth 20").empty());
  CHECK(session.say("isready") == Lines{"readyok"});
  CHECK(session.say("status").empty());
  CHECK(session.to_the_end() == Lines{best, "moved 1 ongoing y", best, "status ongoing y"});
}

TEST_CASE("in slices: a result that is held back waits for ponderhit or stop, with its signs of life") {
  Sliced session;
  (void)session.say("position 50");  // searches end at once there
  session.talk.say("go ponder depth 3");
  CHECK(session.talk.client.all().size() == 1);
  CHECK(session.slices->due() == session.talk.clock.now() + 1s);
  session.talk.clock.advance(1s);
  session.slices->go_on();
  CHECK(session.talk.client.all() == Lines{"info nodes 0 time 1000"});
  CHECK(session.say("fen") == Lines{"fen first 50"});
  (void)session.say(GENERATE("stop", "ponderhit"));
  CHECK(session.to_the_end() == Lines{best});
}

TEST_CASE("in slices: what cannot be left is done at once") {
  Sliced session;
  CHECK(session.say("perft 20").back() == "nodes searched: 30");
  CHECK(session.say("probe").back() == "probe win 3");
}

TEST_CASE("in slices: the end of input, quit and max_movetime end a search") {
  session::SessionLimits limits;
  limits.max_movetime = 50ms;
  Sliced session(limits);
  CHECK(session.say("go infinite").empty());
  SECTION("quit") { (void)session.say("quit"); }
  SECTION("the end of input") { session.talk.session->end_of_input(); }
  SECTION("max_movetime") { session.talk.clock.advance(50ms); }
  CHECK(session.to_the_end() == Lines{best});
}

TEST_CASE("in slices: a session may be destroyed while a search is left") {
  Sliced session;
  CHECK(session.say("go infinite").empty());
  session.talk.session.reset();
  CHECK(without_info(session.talk.client.all()).empty());
}
