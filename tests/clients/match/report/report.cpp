#include "clients/match/program.hpp"
#include "files/files.hpp"
#include "match/engines/engine_player.hpp"
#include "match/report/elo_plot.hpp"
#include "match/report/reporter.hpp"
#include "match/report/table.hpp"
#include "support/catch.hpp"

#include <signal.h>

using namespace crownd::match::test;
using namespace crownd::match;
using namespace std::chrono_literals;
namespace connection = crownd::connection;

namespace {

MatchRules rules_of_two(std::size_t rounds = 50) {
  MatchRules rules;
  rules.game = "english";
  rules.engines = {engine({"name=A", "cmd=x", "depth=1"}), engine({"name=B<&", "cmd=x", "depth=1"})};
  rules.rounds = rounds;
  rules.sprt = SprtRules{0, 50, 0.05, 0.05, EloModel::logistic};
  return rules;
}

/// Pairs: in the first, engine `winner` wins both games; in the others it wins one game and draws the other.
Results nearly_all_won_by(std::size_t winner, const MatchRules& rules) {
  Results results(rules.schedule());
  for (std::size_t index = 0; index < results.schedule().games(); ++index) {
    GameRecord game;
    game.index = index;
    game.sides = results.schedule().sides(index);
    if (index < 2 || index % 2 == 0) game.ending.winner = game.sides[0] == winner ? 0 : 1;
    results.add(game);
  }
  return results;
}

/// A wins every third game with the first move, and draws the others.
Results results_of(const MatchRules& rules, std::size_t games) {
  Results results(rules.schedule());
  for (std::size_t index = 0; index < games; ++index) {
    GameRecord game;
    game.index = index;
    game.sides = rules.schedule().sides(index);
    game.ending.termination = Termination::max_plies;
    if (index % 6 == 0) game.ending = {Termination(Termination::by_the_rules, "no-pieces"), 0};
    results.add(game);
  }
  return results;
}

/// The current content of the file, if it exists.
std::optional<Json> live_now(const std::string& file) {
  const auto text = read_file(file);
  if (text.empty()) return std::nullopt;
  REQUIRE(text.back() == '\n');
  return Json::parse(text);
}

/// The first content of the file that fits.
template <class Fits>
Json wait_for_live(const std::string& file, Fits fits) {
  const auto end = connection::within(test_timeout);
  while (connection::Clock::now() < end) {
    if (auto live = live_now(file); live && fits(*live)) return *live;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  FAIL("it never came to this: " + read_file(file));
  return {};
}

/// A match whose games last longer than a test looks at them.
Arguments long_games(const Arguments& more) {
  auto arguments = match_arguments("--games 2");
  for (auto& each : arguments)
    if (each.starts_with("depth=")) each = "tc=20+0.1";
  return arguments + more;
}

std::size_t moves_of(const Json& game) { return game["moves"].size(); }

/// Plays a game; the engine of these words moves first.
GameRecord play_first(const Arguments& words, const Opening& opening = {}) {
  return EngineMatch(engine(words)).play(opening);
}

Arguments bad(const std::string& mode) {
  return {"name=bad", "depth=3", "nodes=5000", "cmd=sh " + data("bad_engine.sh") + " " + mode + " " + daemon()};
}

}  // namespace

TEST_CASE("a half-open Elo interval is shown by its finite end") {
  const auto rules = rules_of_two(2);
  const auto won = table(nearly_all_won_by(0, rules), rules);
  CHECK_THAT(won, has_text("Elo +338.0 (at least +148.7), normalised"));
  const auto lost = table(nearly_all_won_by(1, rules), rules);
  CHECK_THAT(lost, has_text("Elo -338.0 (at most -148.7), normalised"));
  CHECK(won.find("inf") == std::string::npos);
  CHECK_THAT(live_line(nearly_all_won_by(0, rules), rules, {}), has_text("Elo +338.0 (at least +148.7)"));
}

TEST_CASE("equal ratings are ranked in the order of the engines") {
  auto rules = rules_of_two();
  rules.sprt.reset();
  rules.engines = {engine({"name=A", "cmd=x", "depth=1"}), engine({"name=B", "cmd=x", "depth=1"}),
                   engine({"name=C", "cmd=x", "depth=1"})};
  rules.format = Format::gauntlet;
  for (rules.rounds = 2; rules.rounds < 20; ++rules.rounds) {
    // A and B draw; C draws one game of each pair with A, and loses the other, but for the first pair.
    Results results(rules.schedule());
    for (std::size_t index = 0; index < results.schedule().games(); ++index) {
      GameRecord game;
      game.index = index;
      game.sides = results.schedule().sides(index);
      const bool against_c = game.sides[0] == 2 || game.sides[1] == 2;
      if (against_c && index % 2 == 0) game.ending.winner = game.sides[0] == (index < 4 ? 2 : 0) ? 0 : 1;
      results.add(game);
    }
    const auto text = table(results, rules);
    CHECK(text.find("   1  A ") != std::string::npos);
    CHECK(text.find("   2  B ") != std::string::npos);
  }
}

// The display of a running match, and the plot at its end.

TEST_CASE("status lines replace the previous ones, and are cut to the width of the terminal") {
  LiveArea area;
  CHECK(area.clear().empty());
  CHECK(area.show({"one", "two"}, 80) == "one\ntwo");
  CHECK(area.show({"a long line", "x", "y"}, 7) == "\r\033[1A\033[Ja long\nx\ny");
  CHECK(area.clear() == "\r\033[2A\033[J");
  CHECK(area.clear().empty());
  CHECK(area.show({"one"}, 80) == "one");
  CHECK(area.show({"two"}, 80) == "\r\033[Jtwo");
  CHECK(area.show({"ÄÖÜé"}, 4) == "\r\033[JÄÖÜ");
}

TEST_CASE("--progress shows the running games and the SPRT") {
  const auto rules = rules_of_two();
  const auto results = results_of(rules, 60);
  const auto lines = progress_lines(results, rules, {60, 40, 30s}, {{60, 5s}, {61, 65s}});
  REQUIRE(lines.size() == 3);
  CHECK_THAT(lines[0], has_text("60/100 games, 2.00/s, ETA 0:00:20"));
  CHECK(lines[1] == "running: 61 A - B<& 0:00:05; 62 B<& - A 0:01:05");
  CHECK(lines[2].starts_with("LLR +"));
  check_texts(lines[2], {"  -2.94 [--------------------|=", ">"});
  CHECK(lines[2].ends_with("] +2.94"));
  const auto begin = progress_lines(Results(rules.schedule()), rules, {}, {});
  CHECK(begin[1] == "running: none");
  CHECK(begin[2] == "LLR +0.00  -2.94 [--------------------|--------------------] +2.94");
}

TEST_CASE("--progress is shown only at a terminal") {
  const auto seen = [](const std::string& command) {
    connection::ChildProcess process({"script", "-qec", command, "/dev/null"}, connection::Errors::discarded);
    std::string text;
    while (const auto line = process.receive(connection::within(longest_silence))) text += *line + '\n';
    CHECK(process.wait(connection::within(test_timeout)) == connection::ExitStatus{true, 0});
    return text;
  };
  std::string command;
  for (const auto& word :
       match_arguments("--games 4 --quiet --sprt elo0=-900 elo1=-300 model=logistic --report-every 0"))
    command += "'" + word + "' ";
  const auto live = seen(command + "--progress");
  check_texts(live, {"running: 1 A - B 0:00:00", " [--------------------|"});
  CHECK(seen(command).find("running") == std::string::npos);
  CHECK(seen(command + "--progress | cat").find("running") == std::string::npos);
}

TEST_CASE("--plot draws Elo with its error by number of games") {
  const auto rules = rules_of_two();
  const auto drawing = elo_plot(results_of(rules, 100), rules);
  CHECK_THAT(drawing, has_text("<svg "));
  CHECK(drawing.ends_with("</svg>\n"));
  CHECK_THAT(drawing, has_text(">A - B&lt;&amp;<"));
  CHECK(count(drawing, "<polygon ") == 1);
  CHECK(count(drawing, "<polyline ") == 1);
  CHECK_THAT(drawing, has_text("text-anchor=\"end\" fill=\"black\">0</text>"));
  CHECK(count(drawing, "stroke-dasharray") == 2);  // elo0 and elo1
  CHECK(drawing.find("nan") == std::string::npos);
  CHECK(drawing.find("inf") == std::string::npos);
  // One point per finished pair, from the first one with an error estimate.
  const auto at = drawing.find("<polyline points=\"") + 18;
  const auto points = drawing.substr(at, drawing.find('"', at) - at);
  CHECK(count(points, ",") > 40);
  CHECK(count(points, ",") <= 50);
  CHECK(count(elo_plot(Results(rules.schedule()), rules), "<polyline ") == 0);
}

TEST_CASE_METHOD(InFolder, "match and merge write the plot, and overwrite no other file") {
  const auto plot = directory.path("plot.svg");
  const auto arguments = match_arguments("--games 20 --state " + state + " --plot " + plot);
  REQUIRE(run(arguments).code == 0);
  const auto drawing = read_file(plot);
  CHECK_THAT(drawing, has_text(">A - B<"));
  REQUIRE(resume(state).code == 0);
  CHECK(read_file(plot) == drawing);
  CHECK(merge(state + " --plot " + directory.path("merged.svg")).code == 0);
  CHECK(read_file(directory.path("merged.svg")) == drawing);
  const auto notes = directory.path("notes");
  std::ofstream(notes) << "mine\n";
  check_errors(merge(state + " --plot " + notes), 1,
               {"--plot: '" + notes + "' exists and was not written by crown-match"});
  CHECK_THAT(merge(state + " --plot " + state).errors, has_text("'" + state + "' is one of the files that are read"));
  CHECK(run_match("--games 2 --plot /dev/full").code == 1);
}

// The live file of running games.

TEST_CASE_METHOD(InFolder, "the live file has the moves of running games, and is complete after a kill") {
  const auto file = json;
  const auto live_file = file + ".live";
  connection::ChildProcess process(long_games("--concurrency 2 --json " + file), connection::Errors::discarded);
  const auto early = wait_for_live(
      live_file, [](const Json& live) { return live["playing"].size() == 2 && moves_of(live["playing"][0]) > 4; });
  CHECK(read_file(file).empty());  // no game has ended
  CHECK(early["type"] == "live");
  CHECK(early["game"] == "english");
  CHECK(early["games"] == 0);
  CHECK(early["scheduled"] == 2);
  const auto& game = early["playing"][0];
  CHECK(game["index"] == 0);
  CHECK(game["first"] == "A");
  CHECK(game["second"] == "B");
  CHECK(early["playing"][1]["first"] == "B");
  CHECK(game["opening"] == 1);
  CHECK(game["to-move"] == 0);
  CHECK(game["left-us"][0].get<std::int64_t>() > 1'000'000);
  CHECK(game["since-ms"].get<std::int64_t>() <= early["written-ms"].get<std::int64_t>());
  // After four random moves, the side to move is not the last mover.
  const auto turn = game["turn"].get<std::size_t>();
  CHECK(turn == moves_of(game) % 2);
  CHECK(game["last"][1 - turn]["move"] == game["moves"].back());
  CHECK(game["last"][1 - turn].contains("depth"));

  const auto later =
      wait_for_live(live_file, [&](const Json& live) { return moves_of(live["playing"][0]) > moves_of(game); });
  for (std::size_t i = 0; i < moves_of(game); ++i) CHECK(later["playing"][0]["moves"][i] == game["moves"][i]);
  process.signal(SIGKILL);
  process.wait(connection::within(test_timeout));
  const auto left = live_now(live_file);
  REQUIRE(left);
  CHECK((*left)["playing"].size() == 2);
  CHECK(read_file(file).empty());
}

TEST_CASE_METHOD(InFolder, "the live file is always complete, and removed after the match") {
  const auto file = json;
  const auto live_file = file + ".live";
  // As after a kill.
  std::ofstream(live_file) << R"({"type":"live","playing":[{"index":7}]})" << '\n';
  connection::ChildProcess process(match_arguments("--games 60 --concurrency 2 --quiet --json " + file),
                                   connection::Errors::discarded);
  std::int64_t finished = 0;
  while (!process.wait(connection::within(std::chrono::milliseconds(1)))) {
    const auto live = live_now(live_file);
    if (!live || !live->contains("games")) continue;
    CHECK((*live)["games"] >= finished);
    finished = (*live)["games"];
    CHECK((*live)["playing"].size() <= 2);
  }
  CHECK(!std::filesystem::exists(live_file));
  CHECK(!std::filesystem::exists(live_file + ".new"));
  CHECK(lines_of(read_file(file)).size() == 61);
}

TEST_CASE_METHOD(InFolder, "the live file overwrites no other file, and needs a regular --json file") {
  const auto file = json;
  std::ofstream(file + ".live") << "mine\n";
  check_errors(run_match("--games 2 --json " + file + " --append"), 1, {"'" + file + ".live'"});
  CHECK(read_file(file + ".live") == "mine\n");
  CHECK(!std::filesystem::exists(file));
  CHECK(live_file_of("/dev/null").empty());
  CHECK(live_file_of("-").empty());
  CHECK(live_file_of("").empty());
  CHECK(live_file_of(file) == file + ".live");
}

TEST_CASE_METHOD(InFolder, "an unwritable live file does not stop the match") {
  const auto file = json;
  std::filesystem::create_directory(file + ".live");
  const auto outcome = run_match("--games 2 --json " + file);
  CHECK(outcome.code == 0);
  CHECK(count(outcome.errors, "the file '" + file + ".live' cannot be written") == 1);
  CHECK(lines_of(read_file(file)).size() == 3);
}

// Where a failure can be seen: in its report, in the engine's standard error, and in the log.

TEST_CASE("long text of engines is cut between characters") {
  CHECK(shown("ÄÖÜ", 3) == "ÄÖÜ");
  CHECK(shown("ÄÖÜé", 3) == "ÄÖÜ...");
  CHECK(shown("\xFFÄ", 1) == "?...");
}

TEST_CASE("a failure report has everything to reproduce it") {
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

TEST_CASE_METHOD(InFolder, "stderr=FILE appends the standard error of an engine") {
  const auto file = directory.path("errors");
  std::ofstream(file) << "of earlier\n";
  auto words = bad("exits");
  words.push_back("stderr=" + file);
  CHECK(play_first(words).ending.errors == Arguments{"I cannot go on"});
  CHECK(read_file(file) == "of earlier\nI cannot go on\n");
  CHECK_THAT(play_first({"cmd=true", "depth=1", "stderr=/nowhere/errors"}).ending.detail,
             has_text("stderr=/nowhere/errors cannot be written: No such file or directory"));
}

TEST_CASE("the last lines of standard error are reported") {
  StandardError errors(std::nullopt);
  const auto write = [&](const std::string& text) { REQUIRE(crownd::files::write_all(errors.descriptor(), text)); };
  CHECK(errors.last_lines().empty());
  write("of the game before\n");
  errors.begin_game();
  CHECK(errors.last_lines().empty());
  for (int line = 1; line <= 3000; ++line) write("line " + std::to_string(line) + "\r\n");
  CHECK(errors.last_lines() == Arguments{"line 2996", "line 2997", "line 2998", "line 2999", "line 3000"});
}

TEST_CASE("an engine may open its standard error and flood it") {
  const std::string script =
      "set -e; echo start >/dev/stderr; head -c 20000000 /dev/zero >&2; echo end >&2; exec " + daemon();
  const auto game = play_first({"cmd=sh -c '" + script + "'", "depth=1"});
  CHECK(!is_failure(game.ending.termination));
  CHECK(game.moves.size() > 10);
}

TEST_CASE_METHOD(InFolder, "--log has all lines, those of one engine, or those of failed games") {
  const auto file = directory.path("log");
  const auto log_of = [&](const Arguments& words, const std::string& mode = "") {
    std::filesystem::remove(file);
    const auto bad = "--format gauntlet --engine name=C depth=1 " + bad_command(mode);
    CHECK(run_match("--games 2 --max-plies 6 --log " + file + words + (mode.empty() ? "" : bad)).code == 0);
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
}
