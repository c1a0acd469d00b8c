#include "protocol/session/talk.hpp"

#include <chrono>

using namespace crownd;
using namespace crownd::testing;
using std::chrono::milliseconds;

namespace {

constexpr const char* long_search = "go movetime 60000";

}  // namespace

TEST_CASE("commands behind a bounded search wait for it, in order") {
  Talk talk;
  talk.say("go depth 30");
  talk.say("move 1");
  talk.say("fly");
  talk.say("go depth 30");
  talk.say("move 2");
  talk.say("fen");
  CHECK(without_info(talk.client.until("fen")) == Lines{best, "moved 1 ongoing y",
                                                        "error unknown-command 'fly' is no command; help lists them",
                                                        best, "moved 2 ongoing x", "fen first 3"});
}

TEST_CASE("isready is answered during a search") {
  Talk talk;
  talk.say(long_search);
  CHECK(talk.session->busy());
  CHECK(talk.ask("status").empty());
  talk.say("stop");
  CHECK(without_info(talk.client.until("status")) == Lines{best, "status ongoing x"});
}

TEST_CASE("stop ends a search before it looks again") {
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

TEST_CASE("a stop right behind go is not lost") {
  Talk talk;
  for (int i = 0; i < 200; ++i) {
    talk.say("go infinite");
    talk.say("stop");
    (void)talk.client.until("bestmove");
  }
}

TEST_CASE("a stop in answer to one bestmove ends the search that waits behind it") {
  Talk talk;
  for (int i = 0; i < 50; ++i) {
    talk.say("go depth 1");
    talk.say("go infinite");
    (void)talk.client.until("bestmove");
    talk.say("stop");
    (void)talk.client.until("bestmove");
  }
}

TEST_CASE("a stop without a search is ignored and not remembered") {
  Talk talk;
  CHECK(talk.ask("stop").empty());
  CHECK(talk.ask("ponderhit").empty());
  talk.say("go movetime 40");
  wait_until_it_looks();
  CHECK(talk.client.all().empty());
  talk.clock.advance(milliseconds(40));
  CHECK(talk.client.until("bestmove").back() == best);
}

TEST_CASE("during an unbounded search readers are answered and others get busy") {
  Talk talk;
  for (const auto* go : {"go infinite", "go", "go ponder depth 1", "go infinite depth 1"}) {
    INFO(go);
    (void)talk.ask("position 5");
    talk.say(go);
    const auto asked = [&](const char* line) { return without_info(talk.ask(line)); };
    CHECK(asked("fen") == Lines{"fen first 5"});
    CHECK(asked("status") == Lines{"status ongoing x"});
    CHECK(asked("d").size() == 3);
    CHECK(asked("legalmoves").size() == 1);
    CHECK(asked("legalmoves squares").size() == 4);
    CHECK(asked("squares").back() == "squares first columns 2 rows 1 turn x");
    CHECK(asked("eval").size() == 1);
    CHECK(asked("games").size() == 3);
    CHECK(asked("uci").back() == "uciok");
    CHECK(asked("fly").size() == 1);
    for (const auto* line : {"position startpos", "move 1", "undo", "go depth 1", "ucinewgame", "bench", "perft 1",
                             "setoption name Hash value 1", "go minimax 1"})
      CHECK(asked(line) == Lines{busy});
    talk.say("stop");
    talk.say("fen");
    CHECK(without_info(talk.client.until("fen")) == Lines{best, "fen first 5"});
  }
}

TEST_CASE("an unbounded search that has found everything still waits for stop") {
  Talk talk;
  (void)talk.ask("position 50");
  for (const auto* go : {"go infinite", "go ponder depth 3"}) {
    talk.say(go);
    (void)talk.client.until("info");  // all that it has found
    for (int i = 0; i < 10; ++i) CHECK(talk.ask("move 1") == Lines{busy});
    talk.say("stop");
    CHECK(talk.client.until("bestmove") == Lines{best});
  }
}

TEST_CASE("ponderhit makes the search bounded") {
  Talk talk;
  SECTION("its time runs from then on") {
    talk.say("go ponder movetime 30");
    talk.clock.advance(std::chrono::hours(1));
    wait_until_it_looks();
    talk.say("ponderhit");
    talk.clock.advance(milliseconds(29));
    wait_until_it_looks();
    CHECK(without_info(talk.client.all()).empty());  // after an hour it may have sent an info line as a sign of life
    talk.clock.advance(milliseconds(1));
    CHECK(talk.client.until("bestmove").back() == best);
  }
  SECTION("what it has found already is reported at once") {
    (void)talk.ask("position 50");
    talk.say("go ponder movetime 60000");
    (void)talk.client.until("info");
    talk.say("ponderhit");
    CHECK(talk.client.until("bestmove") == Lines{best});
  }
  SECTION("commands wait behind it then") {
    talk.say("go ponder movetime 30");
    talk.say("ponderhit");
    talk.say("move 1");
    wait_until_it_looks();
    CHECK(talk.client.all().empty());
    talk.clock.advance(milliseconds(30));
    CHECK(without_info(talk.client.until("moved")) == Lines{best, "moved 1 ongoing y"});
  }
  SECTION("without a limit it is answered at once") {
    talk.say("go ponder");
    talk.say("ponderhit");
    talk.say("move 1");
    CHECK(without_info(talk.client.until("moved")) == Lines{best, "moved 1 ongoing y"});
  }
  SECTION("infinite goes on until stop") {
    talk.say("go ponder infinite");
    talk.say("ponderhit");
    CHECK(talk.ask("move 1") == Lines{busy});
    talk.say("stop");
    (void)talk.client.until("bestmove");
  }
}

TEST_CASE("what is said after an answer is answered in order, also right behind a search") {
  Talk talk;
  for (int i = 0; i < 100; ++i) {
    talk.say("go depth 1");
    talk.say("fen");
    (void)talk.client.until(i % 2 == 0 ? "bestmove" : "fen");
    (void)talk.ask("status");
    CHECK(talk.ask("move z") == Lines{"error illegal-move unreadable: not a digit"});
  }
}

TEST_CASE("commands that wait behind an unbounded search are answered when it begins") {
  Talk talk;
  talk.say("go depth 30");
  talk.say("go infinite");
  talk.say("move 1");
  talk.say("fen");
  CHECK(without_info(talk.client.until("fen")) == Lines{best, busy, "fen first 0"});
  talk.say("stop");
  CHECK(talk.client.until("bestmove").back() == best);
}

TEST_CASE("a search that cannot be done says why and leaves the session free") {
  Talk talk;
  talk.say("go infinite searchmoves z");
  CHECK(talk.client.until("error") == Lines{"error illegal-move unreadable: not a digit"});
  talk.say("go depth 1 searchmoves 3");
  CHECK(talk.client.until("bestmove").back() == "bestmove 3 ponder 2");
}

TEST_CASE("an unbounded search that cannot be done keeps nothing behind it from being done, in order") {
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

TEST_CASE("probe reports what is known of each move, then of the position, and when it was stopped") {
  Talk talk;
  talk.say("probe");
  CHECK(talk.client.until("probe") == Lines{"value 1 win 3", "value 2 draw", "value 3 unknown", "probe win 3"});
  (void)talk.ask("move 1");
  talk.say("probe");
  talk.say("stop");
  CHECK(talk.client.until("error") == Lines{"error limit probe was stopped before its end, so there is no result"});
}

TEST_CASE("perft counts, and reports when it was stopped") {
  Talk talk;
  talk.say("go perft 1");
  CHECK(talk.client.until("nodes") == Lines{"1: 10", "2: 20", "nodes searched: 30"});
  talk.say("perft 60000");
  talk.say("stop");
  CHECK(talk.client.until("error") == Lines{"error limit perft was stopped before its end, so there is no result"});
}

TEST_CASE("too many waiting commands are refused, the search goes on") {
  session::SessionLimits limits;
  limits.max_queued_bytes = 4000;
  Talk talk(session::Access::open, limits);
  talk.say(long_search);
  for (int i = 0; i < 100; ++i) talk.say("fen");
  const auto first = talk.client.until("error");
  CHECK(first.back() == "error limit too many commands wait behind the search; this one is dropped (--max-queue)");
  talk.say("stop");
  (void)talk.client.until("bestmove");
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

TEST_CASE("sessions take turns and none starves") {
  Talk talk;
  session::SearchTurns single(1, milliseconds(0));
  session::Environment environment{single, talk.hash, {}, "first", "1", nullptr, scripted_games};
  Recorder clients[3];
  std::vector<std::unique_ptr<session::Session>> sessions;
  for (auto& client : clients)
    sessions.push_back(std::make_unique<session::Session>(environment, client, session::Access::open));
  sessions[0]->handle_line("go infinite");
  sessions[1]->handle_line("go infinite");
  sessions[2]->handle_line("go depth 20");
  CHECK(clients[2].until("bestmove").back() == best);
  for (const int endless : {0, 1}) CHECK(clients[endless].all().empty());
}

TEST_CASE("the time of a search runs from the arrival of its line, also while it waits for a turn") {
  Talk talk;
  const search::Control others[] = {search::Control(), search::Control()};
  auto first = talk.turns.enter(others[0]);
  const auto second = talk.turns.enter(others[1]);
  first->take();
  second->take();
  talk.say("go movetime 30");
  const int looks = notes().looks;
  talk.clock.advance(milliseconds(30));
  first.reset();
  CHECK(talk.client.until("bestmove").back() == best);
  CHECK(notes().looks <= looks + 1);
}

TEST_CASE("the time of a search that waits behind another begins when its turn comes") {
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
