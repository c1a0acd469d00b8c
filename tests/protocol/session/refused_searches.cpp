// The answer to a refused search: the reason, and a `bestmove` if the client waits for one.
#include "protocol/session/scripted_session.hpp"

using namespace crownd;
using namespace crownd::testing;

namespace {

const std::string none = "bestmove (none)";
const std::string too_many = "error limit too many commands wait behind the search; this one is dropped (--max-queue)";

void begin_uci(Talk& talk) {
  talk.say("uci");
  (void)talk.client.until("uciok");
}

/// All output up to the last line that begins so.
Lines heard(Talk& talk, const std::string& line, const std::string& last) {
  talk.say(line);
  return talk.client.until(last);
}

}  // namespace

TEST_CASE("a search of a UCI client that a limit refuses gets a bestmove") {
  Talk talk;
  session::SearchScheduler scheduler(1, std::chrono::milliseconds(2), 1);
  session::Environment environment{scheduler, talk.hash, {}, "first", "1", nullptr, scripted_games};
  RecordingClient first, second;
  session::Session one(environment, first, session::Access::open);
  session::Session another(environment, second, session::Access::open);
  one.handle_line("go infinite");
  another.handle_line("uci");
  (void)second.until("uciok");
  another.handle_line("go infinite");
  CHECK(second.until("bestmove") ==
        Lines{"info string error limit 1 searches are under way already (--max-searches); try again later", none});
}

TEST_CASE("a go that is too long gets a bestmove, in order") {
  session::SessionLimits limits;
  limits.max_line_bytes = 100;
  Talk talk(session::Access::open, limits);
  begin_uci(talk);
  talk.say("go depth 5");
  if (GENERATE(false, true))
    talk.say("go searchmoves " + std::string(100, '1'));
  else
    talk.session->line_too_long("go searchmoves 1");  // its beginning
  CHECK(without_info(talk.client.until(none)) == Lines{best, none});
}

TEST_CASE("a refused go sends no bestmove before that of the running search") {
  session::SessionLimits limits;
  limits.max_queued_bytes = 600;
  Talk talk(session::Access::open, limits);
  begin_uci(talk);
  SECTION("an unbounded one") {
    talk.say("go infinite");
    for (const auto* line : {"go depth 1", "go depth 0", "go infinite searchmoves z"})
      CHECK(heard(talk, line, "error") == Lines{busy});
    talk.say("stop");
  }
  SECTION("an unbounded one that begins behind them") {
    talk.say("go depth 20");
    talk.say("go infinite");
    talk.say("go depth 0");
    (void)talk.client.until(best);
    CHECK(without_info(talk.client.until("error")) == Lines{busy});
    talk.say("stop");
  }
  SECTION("a bounded one, behind which the queue is full") {
    talk.say("go movetime 60000");
    wait_until_it_looks();
    for (int i = 0; i < 2; ++i) talk.say("fen");
    CHECK(heard(talk, "go depth 1", "error").back() == too_many);
    talk.say("stop");
  }
  CHECK(without_info(talk.client.until(best)) == Lines{best});
}

TEST_CASE("a position that could not be read counts as refused, in order") {
  session::SessionLimits limits;
  limits.max_line_bytes = 100;
  limits.max_queued_bytes = 1200;
  Talk talk(session::Access::open, limits);
  const auto refused = [&] { return talk.client.until("error bad-position the last position was refused"); };
  SECTION("a line too long, behind what is queued") {
    talk.say("go depth 20");
    talk.say("move 1");
    talk.session->line_too_long("  POSITION startpos moves 1");
    talk.say("go depth 1");
    (void)talk.client.until("moved 1 ongoing y");
    refused();
  }
  SECTION("a line too long, during an unbounded search") {
    talk.say("go infinite");
    talk.session->line_too_long("position x");
    talk.say("stop");
    talk.say("go depth 1");
    (void)talk.client.until(best);
    refused();
  }
  SECTION("one that the queue had no room for") {
    talk.say("go movetime 60000");
    wait_until_it_looks();
    talk.say("position 4");
    for (int i = 0; i < 3; ++i) talk.say("move 1");
    talk.say("position 9");
    (void)talk.client.until(too_many);
    talk.say("stop");
    (void)talk.client.until("moved 1");
    (void)talk.client.until("moved 1");
    (void)talk.client.until("moved 1");
    talk.say("go depth 1");
    refused();
    CHECK(heard(talk, "fen", "fen") == Lines{"fen first 7"});
  }
}
