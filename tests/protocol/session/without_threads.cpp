#include "protocol/session/scripted_session.hpp"

#include <deque>

using namespace crownd::testing;
using namespace crownd;
using namespace std::chrono_literals;

namespace {

/// A session without a thread, and what happens during its searches: one step at each poll, then nothing.
struct Inline {
  using Step = std::function<void()>;

  explicit Inline(session::SessionLimits limits = {}) : talk(session::Access::open, limits) {
    talk.session = std::make_unique<session::Session>(
        talk.environment, talk.client, session::Access::open,
        std::make_unique<session::CallersThread>([this](std::chrono::milliseconds may_wait) { poll(may_wait); }));
  }

  /// Sends a line, and returns all output once it has been handled.
  Lines say(const std::string& line) {
    talk.say(line);
    return without_info(talk.client.all());
  }
  void then(Step step) { steps.push_back(std::move(step)); }
  void then_say(const std::string& line) {
    then([this, line] { talk.say(line); });
  }
  void poll(std::chrono::milliseconds may_wait) {
    CHECK(std::this_thread::get_id() == own_thread);
    if (steps.empty()) {
      // A search that waits with nothing left to come would wait for ever.
      if (may_wait > 0ms) talk.session->end_now();
      return;
    }
    const auto step = std::move(steps.front());
    steps.pop_front();
    step();
  }

  const std::thread::id own_thread = std::this_thread::get_id();
  std::deque<Step> steps;
  Talk talk;
};

}  // namespace

// A session in the caller's thread: events during a search come from the poll.

TEST_CASE("without threads: a bounded search ends before handle_line returns") {
  Inline session;
  CHECK(session.say("go depth 3") == Lines{best});
  CHECK_FALSE(session.talk.session->busy());
  CHECK(session.say("probe").back() == "probe win 3");
  CHECK(session.say("move 1") == Lines{"moved 1 ongoing y"});
  CHECK(session.say("perft 2").back() == "nodes searched: 30");
}

TEST_CASE("without threads: a stop from the poll ends an unbounded search, and read-only commands are answered") {
  Inline session;
  session.then_say("isready");
  session.then_say("fen");
  session.then_say("move 1");
  session.then_say("stop");
  session.then_say("move 2");
  CHECK(session.say("go infinite") == Lines{"readyok", "fen first 0", busy, best});
  CHECK(session.say("fen") == Lines{"fen first 0"});
}

TEST_CASE("without threads: lines from the poll wait for a bounded search") {
  Inline session;
  session.then_say("move 1");
  session.then_say("go depth 2");
  session.then_say("isready");
  session.then_say("status");
  CHECK(session.say("go depth 20") == Lines{"readyok", best, "moved 1 ongoing y", best, "status ongoing y"});
}

TEST_CASE("without threads: a finished unbounded search waits for ponderhit or stop") {
  Inline session;
  (void)session.say("position 50");  // searches end at once there
  session.then([] {});
  session.then_say("fen");
  session.then_say(GENERATE("stop", "ponderhit"));
  CHECK(session.say("go ponder depth 3") == Lines{"fen first 50", best});
}

TEST_CASE("without threads: a waiting search sends keep-alive lines, and may block until the next") {
  Inline session;
  (void)session.say("position 50");
  session.then([] {});
  session.then([&] { session.talk.clock.advance(1s); });
  session.then_say("stop");
  session.talk.say("go infinite");
  const auto lines = session.talk.client.all();
  REQUIRE(lines.size() == 3);
  CHECK(lines[1] == "info nodes 0 time 1000");
}

TEST_CASE("without threads: a stop and later lines in one poll") {
  Inline session;
  session.then([&] {
    for (const auto* line : {"stop", "move 1", "go infinite", "stop", "fen"}) session.talk.say(line);
  });
  CHECK(session.say("go infinite") == Lines{best, "moved 1 ongoing y", best, "fen first 1"});
}

TEST_CASE("without threads: the end of input and quit end the session") {
  Inline session;
  const bool quits = GENERATE(false, true);
  session.then([&] {
    if (quits) return session.talk.say("quit");
    session.talk.session->end_of_input();
  });
  CHECK(session.say("go infinite") == Lines{best});
  CHECK(session.talk.client.closed() == 1);
}

TEST_CASE("without threads: max_movetime holds") {
  session::SessionLimits limits;
  limits.max_movetime = 50ms;
  Inline session(limits);
  session.then([&] { session.talk.clock.advance(50ms); });
  CHECK(session.say("go infinite") == Lines{best});
}

TEST_CASE("a search that gets no thread takes no place of later searches") {
  /// Fails once, as if the system had no thread left.
  struct NoThreadAtFirst final : session::Worker {
    bool run(Work work) override {
      if (!std::exchange(failed, true)) return false;
      work();
      return true;
    }
    void poll() override {}
    void wait(std::unique_lock<std::mutex>&, std::condition_variable&, Time, Time) override {}
    bool failed = false;
  };
  Talk talk;
  talk.session = std::make_unique<session::Session>(talk.environment, talk.client, session::Access::open,
                                                    std::make_unique<NoThreadAtFirst>());
  talk.say("go depth 1");
  (void)talk.client.until("error limit the system has no thread left");
  CHECK(talk.scheduler.under_way() == 0);
  talk.say("go depth 1");
  (void)talk.client.until(best);
  CHECK(talk.scheduler.under_way() == 0);
}
