// Where a failure can be seen: in its report, in the engine's standard error, and in the log.
#include "clients/match/program.hpp"
#include "files/write_all.hpp"
#include "match/engines/launch.hpp"
#include "match/report/report.hpp"
#include "support/catch.hpp"

using namespace crownd::match;
using namespace crownd::match::test;
using crownd::testing::has_text;

namespace {

/// A game in which an engine with these command line words moves first.
GameRecord play_first(const Arguments& words, const Opening& opening = {}) {
  constexpr auto wait = crownd::testing::long_enough;
  auto judge = referee("english");
  StopFlag stop = false;
  const auto bad = engine(words);
  EnginePlayer first(bad, "english", {wait, wait, wait}, stop);
  EnginePlayer second(good_engine(), "english", {wait, wait, wait}, stop);
  return play_game(judge, {Seat{first, bad.limits}, Seat{second, good_engine().limits}}, opening, {});
}

Arguments bad(const std::string& mode) {
  return {"name=bad", "depth=3", "nodes=5000", "cmd=sh " + data("bad_engine.sh") + " " + mode + " " + daemon()};
}

}  // namespace

TEST_CASE("a failure is reported with all that it takes to see it again in any engine") {
  const auto game = play_first(bad("exits"), Opening{"startpos", {"11-15", "22-18"}});
  const auto& ending = game.ending;
  CHECK(ending.asked == Arguments{"position startpos moves 11-15 22-18", "go nodes 5000 depth 3"});
  CHECK(ending.fen.starts_with("B:W"));
  CHECK(ending.errors == Arguments{"I cannot go on"});
  MatchRules rules;
  rules.engines = {engine(bad("exits")), good_engine()};
  auto reported = game;
  reported.sides = {0, 1};
  CHECK_THAT(game_line(reported, rules), has_text("\n  fen: " + ending.fen +
                                                  "\n  position startpos moves 11-15 22-18\n  go nodes 5000 depth 3\n"
                                                  "  line: info string oops (exit code 3)\n  stderr: I cannot go on"));
  CHECK(game_from_json(Json::parse(to_line(to_json(reported, {"bad", "good"})))) == reported);
  CHECK(play_first(bad("illegal")).ending.asked == Arguments{"position startpos", "go nodes 5000 depth 3"});
}

TEST_CASE("an engine that does not start is reported with what it wrote to its standard error") {
  const auto game = play_first({"cmd=sh -c 'echo no weights found >&2; exit 4'", "depth=1"});
  CHECK(game.ending.detail ==
        "it ended instead of answering 'uciok' (exit code 4)\n  its standard error: no weights found");
}

TEST_CASE("what an engine writes to its standard error is kept in a file, after what is there") {
  const TemporaryDirectory directory;
  const auto file = directory.file("errors");
  std::ofstream(file) << "of earlier\n";
  auto words = bad("exits");
  words.push_back("stderr=" + file);
  CHECK(play_first(words).ending.errors == Arguments{"I cannot go on"});
  CHECK(read_file(file) == "of earlier\nI cannot go on\n");
  CHECK_THAT(play_first({"cmd=true", "depth=1", "stderr=/nowhere/errors"}).ending.detail,
             has_text("stderr=/nowhere/errors cannot be written: No such file or directory"));
}

TEST_CASE("of a long standard error the last lines of the game are reported") {
  StandardError errors(std::nullopt);
  const auto write = [&](const std::string& text) { REQUIRE(crownd::files::write_all(errors.descriptor(), text)); };
  CHECK(errors.last_lines().empty());
  write("of the game before\n");
  errors.begin_game();
  CHECK(errors.last_lines().empty());
  for (int line = 1; line <= 3000; ++line) write("line " + std::to_string(line) + "\r\n");
  CHECK(errors.last_lines() == Arguments{"line 2996", "line 2997", "line 2998", "line 2999", "line 3000"});
}

TEST_CASE("standard error that is kept in memory is limited, anew in each game") {
  StandardError errors(std::nullopt);
  const std::string flood(std::size_t{20} << 20, 'x');
  for (int game = 0; game < 2; ++game) {
    CHECK(crownd::files::write_all(errors.descriptor(), "first\n"));
    CHECK(errors.last_lines() == Arguments{"first"});
    CHECK(!crownd::files::write_all(errors.descriptor(), flood));
    CHECK(errors.last_lines().size() == 1);
    errors.begin_game();
    CHECK(errors.last_lines().empty());
  }
}

TEST_CASE("a log has all that is said, of one engine if that is asked for, or of games that failed") {
  const TemporaryDirectory directory;
  const auto file = directory.file("log");
  const auto log_of = [&](const Arguments& words, const std::string& mode = "") {
    std::filesystem::remove(file);
    Arguments more{"--games", "2", "--max-plies", "6", "--log", file};
    more.insert(more.end(), words.begin(), words.end());
    if (!mode.empty())
      more.insert(more.end(), {"--format", "gauntlet", "--engine", "name=C", "depth=1",
                               "cmd=sh " + data("bad_engine.sh") + " " + mode});
    CHECK(run(match_arguments(more)).code == 0);
    return read_file(file);
  };
  const auto all = log_of({});
  CHECK(all.starts_with("# crown-match, 20"));
  for (const std::string line : {"game 1 A > uci\n", "game 1 B < uciok\n", "game 1 A > position startpos moves ",
                                 "game 2 B > go depth 1\n", "game 2 A < bestmove ", "game 2 A > quit\n"})
    CHECK_THAT(all, has_text(line));
  CHECK(std::stod(all.substr(all.find('\n') + 1)) < 600);  // seconds since the first line

  const auto one = log_of({"engine=B"});
  CHECK_THAT(one, has_text(" B > go depth 1\n"));
  CHECK(one.find(" A ") == std::string::npos);

  CHECK(count(log_of({"only=failures"}), "\n") == 1);
  const auto failures = log_of({"only=failures"}, "illegal");
  CHECK_THAT(failures, has_text(" C < bestmove 1-5\n"));
  CHECK(failures.find(" B ") == std::string::npos);

  CHECK_THAT(run(match_arguments({"--log", file, "engine=X"})).errors, has_text("no engine is called so"));
  CHECK_THAT(run(match_arguments({"--log", file, "only=draws"})).errors, has_text("only=failures is all there is"));
}
