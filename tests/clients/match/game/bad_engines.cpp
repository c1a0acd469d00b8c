#include "clients/match/support.hpp"
#include "support/catch.hpp"
#include "support/patience.hpp"

#include <sys/stat.h>

using namespace crownd::match;
using namespace crownd::match::test;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
using crownd::testing::long_enough;

namespace {

/// For engines that answer, however busy the machine is.
constexpr Timeouts patient{long_enough, long_enough, long_enough};
/// For engines that never do: deadlines short enough for a test.
constexpr Timeouts impatient{long_enough, 300ms, 300ms};

struct BadGame {
  GameRecord game;
  Clock::duration time;
};

/// Plays a game; the bad engine moves first.
BadGame play_bad(const std::string& mode, const std::string& limit, Timeouts timeouts = patient,
                 AdjudicationRules rules = {}) {
  auto judge = referee("english");
  StopFlag stop = false;
  const auto bad = bad_engine(mode, limit);
  const auto good = good_engine();
  EnginePlayer first(bad, "english", timeouts, stop);
  EnginePlayer second(good, "english", patient, stop);
  const auto began = Clock::now();
  auto game = play_game(judge, {Seat{first, bad.limits}, Seat{second, good.limits}}, Opening{}, rules);
  return {std::move(game), Clock::now() - began};
}

void check_lost(const BadGame& played, Verdict verdict) {
  CHECK(word(played.game.ending.verdict) == word(verdict));
  CHECK(played.game.ending.winner == 1);
  CHECK(played.game.ending.position == "aaaaaaaaaaaa........bbbbbbbbbbbb:b");
  CHECK(played.game.moves.empty());
}

}  // namespace

TEST_CASE("an engine that exits on go loses by disconnect, with its last line and exit status") {
  const auto exits = play_bad("exits", "depth=3");
  check_lost(exits, Verdict::disconnect);
  CHECK(exits.game.ending.line == "info string oops (exit code 3)");
  const auto killed = play_bad("killed", "depth=3");
  check_lost(killed, Verdict::disconnect);
  CHECK(killed.game.ending.line == "(signal 9)");
  check_lost(play_bad("closes-output", "depth=3"), Verdict::disconnect);
}

TEST_CASE("an engine that exits and leaves a child process loses by disconnect at once") {
  const auto played = play_bad("exits-with-child", "depth=3");
  check_lost(played, Verdict::disconnect);
  CHECK(played.game.ending.line == "info string bye (exit code 3)");
  CHECK(played.time < long_enough);  // the child holds its output for longer
}

TEST_CASE("output beyond the limits loses, and is truncated") {
  const auto long_move = play_bad("long-move", "depth=3");
  check_lost(long_move, Verdict::malformed_move);
  CHECK(long_move.game.ending.detail.size() < 1000);
  CHECK(long_move.game.ending.line.size() < 1000);
  const auto longer_move = play_bad("longer-move", "depth=3");
  check_lost(longer_move, Verdict::stall);
  CHECK(longer_move.game.ending.detail == "it sent a line of more than 65536 bytes");
  AdjudicationRules rules;
  rules.max_plies = 1;
  const auto long_pv = play_bad("long-pv", "depth=3", patient, rules);
  REQUIRE(long_pv.game.moves.size() == 1);
  CHECK(long_pv.game.moves[0].info.pv.size() == 512);
}

TEST_CASE("an engine that exits during its opponent's turn loses by disconnect") {
  auto judge = referee("english");
  StopFlag stop = false;
  const TemporaryFolder directory;
  const auto pipe = directory.path("pipe");
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  const auto bad = bad_engine("exits-later", "depth=3", pipe);
  const auto slow = bad_engine("thinks-until-the-other-has-ended", "depth=3", pipe);
  EnginePlayer first(bad, "english", patient, stop);
  EnginePlayer second(slow, "english", patient, stop);
  const auto game = play_game(judge, {Seat{first, bad.limits}, Seat{second, {}}}, Opening{}, {});
  CHECK(word(game.ending.verdict) == word(Verdict::disconnect));
  CHECK(game.ending.winner == 1);
  CHECK(game.moves.size() == 2);
  CHECK(game.ending.line == "it has exited (exit code 7)");
}

TEST_CASE("white space around engine output is ignored") {
  AdjudicationRules rules;
  rules.max_plies = 1;
  const auto played = play_bad("blanks", "depth=3", patient, rules);
  CHECK(word(played.game.ending.verdict) == word(Verdict::max_plies));
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
  check_lost(played, Verdict::stall);
  // A line beyond the limit is refused as soon as it is too long, which a fast machine reaches before the deadline.
  if (mode != "floods-without-lines") CHECK(played.time >= impatient.move);
  CHECK(played.time < long_enough);  // less than the time that the engine hangs
}

TEST_CASE("an illegal move loses, with the referee's reason and the engine's line") {
  const auto played = play_bad("illegal", "depth=3");
  check_lost(played, Verdict::illegal_move);
  CHECK(played.game.ending.detail.starts_with("1-5: target-occupied: "));
  CHECK(played.game.ending.line == "bestmove 1-5");
}

TEST_CASE("an answer without a move is malformed") {
  const auto unreadable = play_bad("unreadable", "depth=3");
  check_lost(unreadable, Verdict::malformed_move);
  CHECK(unreadable.game.ending.detail.starts_with("hello: unreadable"));
  const auto empty = play_bad("empty", "depth=3");
  check_lost(empty, Verdict::malformed_move);
  CHECK(empty.game.ending.line == "bestmove");
  const auto binary = play_bad("binary", "depth=3");
  check_lost(binary, Verdict::malformed_move);
  CHECK(binary.game.ending.line == "bestmove ???");
}

TEST_CASE("bestmove (none) in a position with moves loses by no-move") {
  const auto played = play_bad("none", "depth=3");
  check_lost(played, Verdict::no_move);
  CHECK(played.game.ending.line == "bestmove (none)");
}

TEST_CASE("a late move loses on time unless it is within the margin") {
  const auto late = play_bad("slow", "st=0.1");
  check_lost(late, Verdict::time_loss);
  CHECK(late.game.ending.detail.ends_with(" ms over the limit"));
  // An unknown part of its second may pass before the clock starts.
  CHECK(std::stoi(late.game.ending.detail) > 0);

  auto judge = referee("english");
  StopFlag stop = false;
  auto spec = bad_engine("slow", "st=0.1");
  spec.limits.margin = long_enough;
  EnginePlayer first(spec, "english", patient, stop);
  EnginePlayer second(good_engine(), "english", patient, stop);
  AdjudicationRules rules;
  rules.max_plies = 1;
  const auto game = play_game(judge, {Seat{first, spec.limits}, Seat{second, {}}}, Opening{}, rules);
  CHECK(game.ending.verdict == Verdict::max_plies);
}

TEST_CASE("an early bestmove is not used for the next search") {
  // It sends 9-13 and at once the illegal 1-5; its second move must answer the second request.
  const auto played = play_bad("answers-twice", "depth=3");
  CHECK(played.game.moves.size() == 2);
  CHECK(played.game.ending.line == "bestmove 9-13");
}

TEST_CASE("an engine that cannot be started gives no-start with the reason") {
  StopFlag stop = false;
  auto judge = referee("english");
  const auto lost = [&](const EngineSpec& spec, Timeouts timeouts = patient) {
    EnginePlayer first(spec, "english", timeouts, stop);
    EnginePlayer second(good_engine(), "english", patient, stop);
    return play_game(judge, {Seat{first, spec.limits}, Seat{second, {}}}, Opening{}, {}).ending;
  };
  const auto never = lost(bad_engine("never-ready", "depth=1"), Timeouts{200ms, 200ms, 200ms});
  CHECK(never.verdict == Verdict::no_start);
  CHECK(never.winner == 1);
  CHECK(never.detail == "it did not answer 'uciok' within 200 ms");
  const auto missing = lost(engine({"cmd=/nowhere/engine", "depth=1"}));
  CHECK(missing.verdict == Verdict::no_start);
  CHECK(missing.detail == "cannot start '/nowhere/engine': No such file or directory");
  const auto mute = lost(engine({"cmd=true", "depth=1"}));
  CHECK(mute.detail == "it exited instead of answering 'uciok' (exit code 0)");
  const auto floods = lost(bad_engine("floods-options", "depth=1"));
  CHECK(floods.detail == "it sent more than 1048576 bytes without answering 'uciok'");
  const auto endless = lost(bad_engine("floods-greeting", "depth=1"));
  CHECK(endless.detail == "it sent a line of more than 65536 bytes");
}

TEST_CASE("an engine that dies between games is restarted") {
  StopFlag stop = false;
  auto judge = referee("english");
  const auto spec = bad_engine("dies-between-games", "depth=1");
  EnginePlayer first(spec, "english", patient, stop);
  EnginePlayer second(good_engine(), "english", patient, stop);
  for (int game = 1; game <= 3; ++game) {
    const auto record = play_game(judge, {Seat{first, spec.limits}, Seat{second, {}}}, Opening{}, {});
    CHECK(!is_failure(record.ending.verdict));
    CHECK(first.starts() == game);
  }
}

TEST_CASE("an engine is restarted after a crash or timeout") {
  const auto mode = GENERATE(as<std::string>(), "exits", "hangs");
  StopFlag stop = false;
  auto judge = referee("english");
  const auto spec = bad_engine(mode, "depth=1");
  EnginePlayer first(spec, "english", impatient, stop);
  EnginePlayer second(good_engine(), "english", patient, stop);
  for (int game = 1; game <= 2; ++game) {
    const auto record = play_game(judge, {Seat{first, spec.limits}, Seat{second, {}}}, Opening{}, {});
    CHECK(is_failure(record.ending.verdict));
    CHECK(first.starts() == game);
  }
}

TEST_CASE("a stopped match abandons running games soon") {
  StopFlag stop = true;
  auto judge = referee("english");
  const auto spec = bad_engine("hangs", "depth=1");
  EnginePlayer first(spec, "english", Timeouts{}, stop);
  EnginePlayer second(good_engine(), "english", Timeouts{}, stop);
  CHECK_THROWS_AS(play_game(judge, {Seat{first, spec.limits}, Seat{second, {}}}, Opening{}, {}), Stopped);
}
