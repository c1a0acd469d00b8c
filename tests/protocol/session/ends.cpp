#include "protocol/session/talk.hpp"

#include <algorithm>
#include <string>

using namespace crownd;
using namespace crownd::testing;

namespace {

constexpr const char* endless_searches[] = {"go infinite", "go ponder movetime 10", "go movetime 60000", "perft 60000"};

}  // namespace

TEST_CASE("quit without a search closes the client") {
  Talk talk;
  talk.say("quit");
  CHECK(talk.client.closed() == 1);
  talk.say("status");
  CHECK(talk.client.all().empty());
}

TEST_CASE("quit ends a search at once, and its bestmove is still reported") {
  Talk talk;
  const auto* go = GENERATE("go infinite", "go ponder movetime 10", "go movetime 60000");
  talk.say(go);
  if (GENERATE(false, true)) wait_until_it_looks();
  talk.say("quit");
  talk.client.wait_closed();
  CHECK(talk.client.all().back() == "bestmove 1 ponder 2");
  CHECK(talk.client.closed() == 1);
}

TEST_CASE("quit leaves what was queued to be answered, searches with the move that they have") {
  Talk talk;
  talk.say("go movetime 60000");
  wait_until_it_looks();
  for (const auto* line :
       {"move 1", "go depth 20000", "go", "fly", "move 2", "stop", "move 2", "fen", "quit", "status"})
    talk.say(line);
  talk.client.wait_closed();
  const std::string unknown = "error unknown-command 'fly' is no command; help lists them";
  CHECK(without_info(talk.client.all()) ==
        Lines{best, "moved 1 ongoing y", best, unknown, busy, best, "moved 2 ongoing x", "fen first 3"});
}

TEST_CASE("quit says which bounded searches it has cut short") {
  const std::string told = "info string quit ended the search at depth 1; without quit the end of input lets it finish";
  const auto count_told = [&](Talk& talk) {
    talk.client.wait_closed();
    const auto lines = talk.client.all();
    return std::count(lines.begin(), lines.end(), told);
  };
  Talk talk;
  SECTION("one that runs and one that waits") {
    talk.say("go movetime 60000");
    if (GENERATE(false, true)) wait_until_it_looks();
    talk.say("go depth 20000");
    talk.say("quit");
    CHECK(count_told(talk) == 2);
  }
  SECTION("one that has its limits since ponderhit") {
    talk.say("go ponder depth 20000");
    talk.say("ponderhit");
    talk.say("quit");
    CHECK(count_told(talk) == 1);
  }
  SECTION("none that has ended by itself") {
    (void)talk.ask("position 50");  // searches end at once there
    talk.say("go depth 20000");
    (void)talk.client.until("info");
    talk.say("quit");
    CHECK(count_told(talk) == 0);
  }
  SECTION("none without a limit, or that was stopped") {
    talk.say("go movetime 60000");
    talk.say("stop");
    talk.say("go");
    talk.say("quit");
    CHECK(count_told(talk) == 0);
  }
}

TEST_CASE("quit stops what has a result at its end only, running or queued") {
  const std::string why =
      " was stopped before its end by quit, so there is no result; without quit the end of input lets it finish";
  Talk talk;
  (void)talk.ask("move 1");
  talk.say("perft 60000");
  if (GENERATE(false, true)) wait_until_it_looks();
  talk.say("probe");
  talk.say("quit");
  talk.client.wait_closed();
  const auto lines = talk.client.all();
  CHECK(lines == Lines{"error limit perft" + why, "error limit probe" + why});
}

TEST_CASE("a client that goes after quit gets no answers to what was queued") {
  Talk talk;
  talk.say("go infinite");
  wait_until_it_looks();
  talk.say("stop");
  for (int i = 0; i < 1000; ++i) talk.say("go depth 20000");
  talk.say("quit");
  talk.session->end_now();
  talk.client.wait_closed();
  CHECK(without_info(talk.client.all()).size() < 1000);
}

TEST_CASE("at the end of input a bounded search and what waits behind it are carried out") {
  Talk talk;
  talk.say("go movetime 30");
  talk.say("move 1");
  talk.say("go depth 30");
  talk.say("fen");
  talk.session->end_of_input();
  wait_until_it_looks();
  CHECK(talk.client.closed() == 0);
  talk.clock.advance(std::chrono::milliseconds(30));
  talk.client.wait_closed();
  CHECK(talk.client.all().back() == "fen first 1");
}

TEST_CASE("at the end of input an unbounded search is stopped") {
  Talk talk;
  SECTION("while it runs") {
    talk.say("go infinite");
    wait_until_it_looks();
  }
  SECTION("while it waits") {
    talk.say("go depth 20");
    talk.say("go infinite");
  }
  SECTION("while it ponders") { talk.say("go ponder depth 3"); }
  SECTION("before it has begun") { talk.say("go"); }
  talk.session->end_of_input();
  talk.client.wait_closed();
  CHECK(talk.client.all().back() == "bestmove 1 ponder 2");
}

TEST_CASE("at the end of input an idle session is over") {
  Talk talk;
  talk.say("status");
  talk.session->end_of_input();
  CHECK(talk.client.closed() == 1);
}

TEST_CASE("end_now drops what waits") {
  Talk talk;
  talk.say("go movetime 60000");
  talk.say("move 1");
  talk.session->end_now();
  talk.client.wait_closed();
  CHECK(talk.client.all().back() == "bestmove 1 ponder 2");
  talk.session->end_now();
  talk.session->end_of_input();
  CHECK(talk.client.closed() == 1);
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

TEST_CASE("with a token nothing but auth and quit is served") {
  Talk talk(session::Access::token_required);
  const Lines refused{"error auth this engine wants a token first: auth TOKEN"};
  for (const auto* line :
       {"uci", "isready", "fly", "go", "go depth 0", "stop", "setoption name Hash value 0", "auth", "auth "}) {
    INFO(line);
    talk.say(line);
    CHECK(talk.client.all() == refused);
  }
  talk.say("# a comment");
  CHECK(talk.client.all().empty());
  talk.say("auth secret");
  CHECK(talk.client.all() == Lines{"authok"});
  CHECK(talk.ask("fen") == Lines{"fen first 0"});
}

TEST_CASE("after too many wrong tokens the session is over") {
  Talk talk(session::Access::token_required);
  const Lines wrong{"error auth this is not the token"};
  for (const auto* line : {"auth secre", "auth secretsecret", "auth secres"}) {
    CHECK(talk.client.closed() == 0);
    talk.say(line);
    CHECK(talk.client.all() == wrong);
  }
  CHECK(talk.client.closed() == 1);
  talk.say("auth secret");
  CHECK(talk.client.all().empty());
}

TEST_CASE("quit needs no token, and auth is harmless where none is wanted") {
  Talk closed(session::Access::token_required);
  closed.say("quit");
  CHECK(closed.client.closed() == 1);
  Talk open;
  open.say("auth whatever");
  CHECK(open.client.all() == Lines{"authok"});
}
