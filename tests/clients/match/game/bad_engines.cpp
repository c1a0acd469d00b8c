#include "clients/match/support.hpp"
#include "support/catch.hpp"
#include "support/timeouts.hpp"

#include <sys/stat.h>

using namespace crownd::match;
using namespace crownd::match::test;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
using crownd::testing::test_timeout;

namespace {

/// For engines that never do: deadlines short enough for a test.
constexpr Timeouts impatient{test_timeout, 300ms, 300ms};

struct BadGame {
  GameRecord game;
  Clock::duration time;
};

/// Plays a game of english; the bad engine moves first.
BadGame play_bad(const std::string& mode, const std::string& limit = "depth=3", Timeouts timeouts = patient,
                 const AdjudicationRules& rules = {}) {
  const auto began = Clock::now();
  auto game = EngineMatch(bad_engine(mode, limit), good_engine(), "english", timeouts).play({}, rules);
  return {std::move(game), Clock::now() - began};
}

void check_lost(const BadGame& played, const std::string& termination) {
  CHECK(word(played.game.ending.termination) == termination);
  CHECK(played.game.ending.winner == 1);
  CHECK(played.game.ending.position == "aaaaaaaaaaaa........bbbbbbbbbbbb:b");
  CHECK(played.game.moves.empty());
}

}  // namespace

TEST_CASE("an engine that exits or sends no legal move loses at once, with its last line, exit status and the reason") {
  struct Case {
    std::string mode, termination, line, detail_begin;
  };
  const Case cases[] = {{"exits", "disconnect", "info string oops (exit code 3)", "the engine exited after "},
                        {"killed", "disconnect", "(signal 9)", "the engine exited after "},
                        {"closes-output", "disconnect", "", "the engine exited after "},
                        {"exits-with-child", "disconnect", "info string bye (exit code 3)", ""},
                        {"illegal", "illegal-move", "bestmove 1-5", "1-5: target-occupied: "},
                        {"unreadable", "malformed-move", "bestmove hello", "hello: unreadable"},
                        {"plays-for-both", "malformed-move", "bestmove 9-13,22-18", "9-13,22-18: unreadable: "},
                        {"empty", "malformed-move", "bestmove", "the answer has no move"},
                        {"binary", "malformed-move", "bestmove ???", ""},
                        {"none", "no-move", "bestmove (none)", "it reports no move"}};
  for (const auto& [mode, termination, line, detail_begin] : cases) {
    INFO(mode);
    const auto played = play_bad(mode);
    check_lost(played, termination);
    CHECK(played.game.ending.line == line);
    CHECK(played.game.ending.detail.starts_with(detail_begin));
    CHECK(played.time < test_timeout);  // a child holds the output of exits-with-child for longer
  }
}

TEST_CASE("output beyond the limits loses, and is truncated") {
  const auto long_move = play_bad("long-move");
  check_lost(long_move, "malformed-move");
  CHECK(long_move.game.ending.detail.size() < 1000);
  CHECK(long_move.game.ending.line.size() < 1000);
  const auto longer_move = play_bad("longer-move");
  check_lost(longer_move, "stall");
  CHECK(longer_move.game.ending.detail == "it sent a line of more than 65536 bytes");
  const auto long_pv = play_bad("long-pv", "depth=3", patient, up_to(1));
  REQUIRE(long_pv.game.moves.size() == 1);
  CHECK(long_pv.game.moves[0].info.pv.size() == 512);
}

TEST_CASE_METHOD(InFolder, "an engine that exits during its opponent's turn loses by disconnect") {
  const auto pipe = directory.path("pipe");
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  const auto slow = bad_engine("thinks-until-the-other-has-ended", "depth=3", pipe);
  const auto game = EngineMatch(bad_engine("exits-later", "depth=3", pipe), slow).play();
  CHECK(word(game.ending.termination) == word(Termination::disconnect));
  CHECK(game.ending.winner == 1);
  CHECK(game.moves.size() == 2);
  CHECK(game.ending.line == "it has exited (exit code 7)");
}

TEST_CASE("white space around engine output is ignored") {
  const auto played = play_bad("blanks", "depth=3", patient, up_to(1));
  CHECK(word(played.game.ending.termination) == word(Termination::max_plies));
  REQUIRE(played.game.moves.size() == 1);
  CHECK(played.game.moves[0].move == "9-13");
}

TEST_CASE("a hung engine is detected with each kind of limit") {
  using Case = std::pair<std::string, std::string>;
  const auto [mode, limit] = GENERATE(
      Case{"hangs", "depth=3"}, Case{"hangs", "nodes=1000"}, Case{"hangs", "st=0.1"}, Case{"hangs", "tc=0.1+0.1"},
      Case{"hangs", "tc=40/0.1"}, Case{"hangs-with-child", "depth=3"}, Case{"floods", "nodes=1000"},
      Case{"floods", "tc=0.1"}, Case{"floods-without-lines", "depth=3"}, Case{"floods-without-lines", "st=0.1"});
  INFO(mode + " with " + limit);
  const auto played = play_bad(mode, limit, impatient);
  check_lost(played, "stall");
  // A line beyond the limit is refused as soon as it is too long, which a fast machine reaches before the deadline.
  if (mode != "floods-without-lines") CHECK(played.time >= impatient.move);
  CHECK(played.time < test_timeout);  // less than the time that the engine hangs
}

TEST_CASE("a late move loses on time unless it is within the margin") {
  const auto late = play_bad("slow", "st=0.1");
  check_lost(late, "time-loss");
  CHECK(late.game.ending.detail.ends_with(" ms over the limit"));
  // An unknown part of its second may pass before the clock starts.
  CHECK(std::stoi(late.game.ending.detail) > 0);
  auto spec = bad_engine("slow", "st=0.1");
  spec.time_control.margin = test_timeout;
  CHECK(EngineMatch(spec).play({}, up_to(1)).ending.termination == Termination::max_plies);
}

TEST_CASE("an early bestmove is not used for the next search") {
  // It sends 9-13 and at once the illegal 1-5; its second move must answer the second request.
  const auto played = play_bad("answers-twice");
  CHECK(played.game.moves.size() == 2);
  CHECK(played.game.ending.line == "bestmove 9-13");
}

TEST_CASE("an engine that cannot be started gives no-start with the reason") {
  const std::pair<EngineSpec, std::string> cases[] = {
      {bad_engine("never-ready", "depth=1"), "it did not answer 'uciok' within 200 ms"},
      {engine({"cmd=/nowhere/engine", "depth=1"}), "cannot start '/nowhere/engine': No such file or directory"},
      {engine({"cmd=true", "depth=1"}), "it exited instead of answering 'uciok' (exit code 0)"},
      {engine({"cmd=sh -c 'echo no weights found >&2; exit 4'", "depth=1"}),
       "it exited instead of answering 'uciok' (exit code 4)\n  its standard error: no weights found"},
      {bad_engine("floods-options", "depth=1"), "it sent more than 1048576 bytes without answering 'uciok'"},
      {bad_engine("floods-greeting", "depth=1"), "it sent a line of more than 65536 bytes"}};
  for (const auto& [spec, detail] : cases) {
    const bool hangs = detail.ends_with(" 200 ms");
    const auto ending =
        EngineMatch(spec, good_engine(), "english", hangs ? Timeouts{200ms, 200ms, 200ms} : patient).play().ending;
    CHECK(ending.termination == Termination::no_start);
    CHECK(ending.winner == 1);
    CHECK(ending.detail == detail);
  }
}

TEST_CASE("an engine that dies between games, crashes or hangs is restarted") {
  const auto mode = GENERATE(as<std::string>(), "dies-between-games", "exits", "hangs");
  EngineMatch match(bad_engine(mode, "depth=1"), good_engine(), "english", mode == "hangs" ? impatient : patient);
  for (int game = 1; game <= 3; ++game) {
    CHECK(is_failure(match.play().ending.termination) == (mode != "dies-between-games"));
    CHECK(match.first.starts() == game);
  }
}

TEST_CASE("a stopped match abandons running games soon") {
  EngineMatch match(bad_engine("hangs", "depth=1"));
  match.stop = true;
  CHECK_THROWS_AS(match.play(), Stopped);
}
