// The order of answers. tests/transcripts has the same dialogues as PROTOCOL.md; here are their races and clocks.
#include "protocol/session/scripted_session.hpp"

#include <future>
#include <latch>

using namespace crownd;
using namespace crownd::testing;
using std::chrono::milliseconds;

namespace {

constexpr const char* endless_searches[] = {"go infinite", "go ponder movetime 10", "go movetime 60000", "perft 60"};

constexpr const char* long_search = "go movetime 60000";

}  // namespace

TEST_CASE("stop ends a search before its next poll") {
  Talk talk;
  for (const auto* line : {long_search, "go infinite", "go ponder movetime 10", "go minimax 60000"}) {
    INFO(line);
    for (int i = 0; i < 10; ++i) {
      talk.say(line);
      wait_until_it_looks();
      talk.say("stop");
      const int looks = notes().looks;
      (void)talk.client.until("bestmove");
      CHECK(notes().looks <= looks + 1);  // the one in progress
    }
  }
}

TEST_CASE("a stop in answer to a bestmove ends the next search in the queue") {
  Talk talk;
  for (int i = 0; i < 50; ++i) {
    talk.say("go depth 1");
    talk.say("go infinite");
    (void)talk.client.until("bestmove");
    talk.say("stop");
    (void)talk.client.until("bestmove");
  }
}

TEST_CASE("the time of a pondering search runs from ponderhit on") {
  Talk talk;
  talk.say("go ponder movetime 30");
  talk.clock.advance(std::chrono::hours(1));
  wait_until_it_looks();
  talk.say("ponderhit");
  talk.clock.advance(milliseconds(29));
  wait_until_it_looks();
  CHECK(without_info(talk.client.all()).empty());  // after an hour it may have sent a keep-alive line
  talk.clock.advance(milliseconds(1));
  CHECK(talk.client.until("bestmove").back() == best);
}

TEST_CASE("commands sent after an answer are answered in order, also directly after a search") {
  Talk talk;
  for (int i = 0; i < 100; ++i) {
    talk.say("go depth 1");
    talk.say("fen");
    (void)talk.client.until(i % 2 == 0 ? "bestmove" : "fen");
    (void)talk.ask("status");
    CHECK(talk.ask("move z") == Lines{"error illegal-move unreadable: not a digit"});
  }
}

TEST_CASE("after a refused unbounded search the commands after it run in order") {
  for (const auto* go : {"go infinite searchmoves z", "go ponder movetime 5 searchmoves z"})
    for (const bool behind_another : {false, true})
      for (int i = 0; i < 30; ++i) {
        Talk talk;
        Lines expected;
        if (behind_another) {
          talk.say("go depth 5");
          expected.push_back(best);
        }
        talk.say(go);
        talk.say("move 1");
        talk.say("fen");
        expected.insert(expected.end(),
                        {"error illegal-move unreadable: not a digit", "moved 1 ongoing y", "fen first 1"});
        REQUIRE(without_info(talk.client.until("fen")) == expected);
      }
}

TEST_CASE("commands that arrive while an unbounded search reports its failure run after it") {
  struct FailingGame final : ScriptedGame {
    using ScriptedGame::ScriptedGame;
    play::BestMove search(const play::Limits&, std::span<const std::string>, play::Control&,
                          const play::OnInfo&) override {
      throw std::runtime_error("the search failed");
    }
  };
  static constexpr games::Entry failing_games[] = {
      {"first", "", [] { return std::unique_ptr<play::AnyGame>(std::make_unique<FailingGame>("first")); }, {}}};
  /// Its reader handles `move 1` while the error is written.
  struct HastyClient final : Recorder {
    void send(std::string_view line, session::Delivery delivery) override {
      Recorder::send(line, delivery);
      if (line != "error limit the search failed") return;
      begun.wait();
      reader = std::async(std::launch::async, [this] { session->handle_line("move 1"); });
      reader.wait_for(milliseconds(50));  // the command has to wait
    }
    session::Session* session = nullptr;
    std::latch begun{1};
    std::future<void> reader;
  } client;
  Talk talk;
  talk.environment.games = failing_games;
  session::Session session(talk.environment, client, session::Access::open);
  client.session = &session;
  session.handle_line("go infinite");
  client.begun.count_down();
  int lines = 0;
  const auto answers = client.until([&](const auto&) { return ++lines == 2; }, test_timeout);
  REQUIRE(answers);
  client.reader.wait();
  CHECK(*answers == Lines{"error limit the search failed", "moved 1 ongoing y"});
}

TEST_CASE("a reader can wait for room, and then nothing is refused") {
  session::SessionLimits limits;
  limits.max_queued_bytes = 4000;
  limits.max_line_bytes = 100;
  Talk talk(session::Access::open, limits);
  for (int i = 0; i < 100; ++i) {
    talk.session->wait_for_room();
    talk.say("go depth 1");
  }
  for (int i = 0; i < 100; ++i) CHECK(without_info(talk.client.until("bestmove")) == Lines{best});
}

TEST_CASE("the clock of a search starts when its line arrives, also if it waits for a slot") {
  Talk talk;
  const search::Control others[] = {search::Control(), search::Control()};
  auto first = talk.scheduler.enter(others[0]);
  const auto second = talk.scheduler.enter(others[1]);
  first->wait();
  second->wait();
  talk.say("go movetime 30");
  const int looks = notes().looks;
  talk.clock.advance(milliseconds(30));
  first.reset();
  CHECK(talk.client.until("bestmove").back() == best);
  CHECK(notes().looks <= looks + 1);
}

TEST_CASE("the clock of a queued search starts when it leaves the queue") {
  Talk talk;
  talk.say("go movetime 30");
  talk.say("go movetime 30");
  wait_until_it_looks();
  talk.clock.advance(milliseconds(30));
  (void)talk.client.until("bestmove");
  wait_until_it_looks();
  CHECK(talk.client.all().empty());
  talk.clock.advance(milliseconds(30));
  CHECK(talk.client.until("bestmove").back() == best);
}

TEST_CASE("a session may be destroyed during a search") {
  for (const auto* go : endless_searches) {
    for (const bool under_way : {false, true}) {
      Talk talk;
      talk.say(go);
      talk.say("move 1");
      if (under_way) wait_until_it_looks();
      talk.session.reset();
      CHECK(talk.client.closed() == 0);
    }
  }
}
