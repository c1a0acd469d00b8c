#include "protocol/session/talk.hpp"

using namespace crownd;
using namespace crownd::testing;

namespace {

constexpr const char* found = "bestmove 1 ponder 2";
constexpr const char* told_to_stop = "error busy a search without limit runs; send stop first, or ponderhit";

/// Sends all lines at once, and returns the output up to the answers to the last of them.
Lines answers_to(const Lines& lines, const std::string& last_answer) {
  Talk talk;
  for (const auto& line : lines) talk.say(line);
  return without_info(talk.client.until(last_answer));
}

}  // namespace

TEST_CASE("a script with stops can be said at once, and each go has its bestmove") {
  CHECK(answers_to({"position startpos", "go infinite", "stop", "go infinite", "stop", "version"}, "version") ==
        Lines{found, found, "version crownd 1.2.3 protocol 1"});
  constexpr int groups = 60;
  Talk talk;
  for (int i = 0; i < groups; ++i)
    for (const auto* line : {"position startpos", "go infinite", "stop"}) talk.say(line);
  talk.say("version");
  CHECK(without_info(talk.client.until("version")).size() == groups + 1);
}

TEST_CASE("a stop belongs to the last go, and leaves one before it alone") {
  Talk talk;
  talk.say("go movetime 60000");
  talk.say("go infinite");
  talk.say("stop");
  talk.say("isready");
  CHECK(without_info(talk.client.until("readyok")) == Lines{"readyok"});
  CHECK(talk.session->busy());
}

TEST_CASE("a stop and a ponderhit are for a waiting search what they are for one that runs") {
  for (const auto* signal : {"stop", "ponderhit"}) {
    INFO(signal);
    CHECK(answers_to({"go depth 20", "go ponder depth 2", signal, "move 1", "go ponder", signal, "fen"}, "fen") ==
          Lines{found, found, "moved 1 ongoing y", found, "fen first 1"});
  }
}

TEST_CASE("between a waiting unbounded search and its stop others get busy, and read") {
  CHECK(answers_to({"go depth 20", "go infinite", "move 1", "go depth 5", "fen", "stop", "move 2", "fen"},
                   "fen first 2") ==
        Lines{found, told_to_stop, told_to_stop, "fen first 0", found, "moved 2 ongoing y", "fen first 2"});
}

TEST_CASE("a stop behind a refused go belongs to the go that takes its place") {
  const std::string refusal = "error illegal-move unreadable: not a digit";
  CHECK(answers_to({"go depth 20", "go infinite searchmoves z", "go infinite", "move 1", "stop", "move 2"}, "moved") ==
        Lines{found, refusal, told_to_stop, found, "moved 2 ongoing y"});
  CHECK(answers_to({"go depth 20", "go infinite searchmoves z", "stop", "go depth 3", "fen"}, "fen") ==
        Lines{found, refusal, found, "fen first 0"});
}

TEST_CASE("a stop that comes behind the commands that wait for a bounded search ends that search") {
  CHECK(answers_to({"go movetime 60000", "move 1", "fen", "stop", "go depth 1", "version"}, "version") ==
        Lines{found, "moved 1 ongoing y", "fen first 1", found, "version crownd 1.2.3 protocol 1"});
}

TEST_CASE("the end of input stops an unbounded search only, and what comes behind it was busy") {
  Talk talk;
  for (const auto* line : {"go depth 20", "move 1", "go infinite", "move 2", "fen"}) talk.say(line);
  talk.session->end_of_input();
  talk.client.wait_closed();
  CHECK(without_info(talk.client.all()) == Lines{found, "moved 1 ongoing y", told_to_stop, "fen first 1", found});
}
