// The program crown-match as users run it: started as a process, killed, restarted.
#include "clients/match/program.hpp"
#include "support/catch.hpp"

#include <signal.h>

#include <algorithm>

using namespace crownd::match;
using namespace crownd::match::test;
using crownd::testing::has_text;
using crownd::testing::long_enough;
namespace connection = crownd::connection;

TEST_CASE("a match ends with a table, exit code 0, a games file and JSON lines") {
  const TemporaryDirectory directory;
  const auto outcome = run(match_arguments({"--games", "6", "--concurrency", "2", "--json", directory.file("json"),
                                            "--games-file", directory.file("games")}));
  CHECK(outcome.code == 0);
  CHECK(outcome.output.find("english: 6 of 6 games") != std::string::npos);
  CHECK(outcome.output.find("ETA") != std::string::npos);
  const auto lines = lines_of(read_file(directory.file("json")));
  REQUIRE(lines.size() == 7);
  CHECK(lines.back()["type"] == "match");
  CHECK(lines.back()["games"] == 6);
  CHECK(lines.back()["exit"] == 0);
  const auto& pairing = lines.back()["pairings"][0];
  CHECK(pairing["wins"].get<int>() + pairing["draws"].get<int>() + pairing["losses"].get<int>() == 6);
  const auto games = read_file(directory.file("games"));
  std::size_t from = 0;
  for (const std::string round : {"1.1", "1.2", "2.1", "2.2", "3.1", "3.2"}) {
    const auto at = games.find("[Round \"" + round + "\"]");
    REQUIRE(at != std::string::npos);
    CHECK(at >= from);
    from = at;
  }
}

TEST_CASE("each table is reported once, also where the last game is one after which a table comes") {
  const auto tables = [](const Arguments& more) {
    const auto output = run(match_arguments(more)).output;
    return count(output, "games ended by:");
  };
  CHECK(tables({"--games", "4", "--report-every", "2"}) == 2);
  CHECK(tables({"--games", "4", "--report-every", "4"}) == 1);
  CHECK(tables({"--report-every", "1", "--games", "8", "--quiet"}) == 1);
  // Decided by the first pair, whatever the number of games.
  CHECK(tables({"--report-every", "2", "--sprt", "elo0=-900", "elo1=-300", "model=logistic"}) == 1);
}

TEST_CASE("a file that cannot be written to is reported once, and the match goes on") {
  const TemporaryDirectory directory;
  const auto state = directory.file("state");
  const auto full =
      run(match_arguments({"--games", "4", "--games-file", "/dev/full", "--json", "/dev/full", "--state", state}));
  CHECK(full.code == 1);
  CHECK(full.output.find("english: 4 of 4 games") != std::string::npos);
  CHECK(count(full.errors, "the games file '/dev/full' cannot be written: No space left on device\n") == 1);
  CHECK(count(full.errors, "the file '/dev/full' cannot be written: No space left on device\n") == 1);
  CHECK(games_of(state).size() == 4);

  const auto json = directory.file("json");
  CHECK(run(match_arguments({"--games", "2", "--games-file", "/dev/full", "--json", json})).code == 1);
  CHECK(lines_of(read_file(json)).back()["exit"] == 1);
  const auto merged = merge({state, "--games-file", "/dev/full"});
  CHECK(merged.code == 1);
  CHECK(count(merged.errors, "No space left on device") == 1);

  auto to_output = match_arguments({"--games", "2", "--json", "-"});
  to_output.insert(to_output.begin(), {"sh", "-c", R"("$0" "$@" >/dev/full)"});
  const auto output = run(to_output);
  CHECK(output.code == 1);
  CHECK(count(output.errors, "standard output cannot be written: No space left on device\n") == 1);
}

TEST_CASE("a match that was killed goes on, with no opening played twice or lost") {
  const TemporaryDirectory directory;
  const auto state = directory.file("state");
  const Arguments rules{"--games", "60", "--concurrency", "2"};
  const auto with = [&](Arguments more) {
    more.insert(more.end(), rules.begin(), rules.end());
    return match_arguments(more);
  };
  for (int kill = 0; kill < 3; ++kill) {
    connection::ChildProcess process(with({"--resume", state}), connection::Errors::discarded);
    for (int line = 0; line < 12; ++line) (void)process.receive(connection::within(long_enough));
    process.signal(SIGKILL);
    process.wait(connection::within(long_enough));
  }
  const auto before = games_of(state).size();
  CHECK(before > 3);
  CHECK(before < 60);
  // An incomplete line is not a game.
  std::ofstream(state, std::ios::app) << "{\"type\":\"game\",\"index\":59,";

  const auto outcome = run({match_arguments({})[0], "--resume", state, "--games-file", directory.file("games")});
  CHECK(outcome.code == 0);
  REQUIRE(run(with({"--state", directory.file("whole")})).code == 0);
  CHECK(games_of(state) == games_of(directory.file("whole")));
  CHECK(outcome.output.find("60 of 60 games") != std::string::npos);
  CHECK(read_file(directory.file("games")).find("[Round \"30.2\"]") != std::string::npos);
}

TEST_CASE("a saved match does not go on as another one, and is not overwritten") {
  const TemporaryDirectory directory;
  const auto state = directory.file("state");
  REQUIRE(run(match_arguments({"--games", "2", "--state", state})).code == 0);
  const auto other = run(match_arguments({"--games", "4", "--seed", "5", "--resume", state}));
  CHECK(other.code == 1);
  CHECK(other.errors.find("they differ in: rounds, seed") != std::string::npos);
  const auto openings = directory.file("openings");
  const auto cut = directory.file("cut");
  std::ofstream(openings) << "9-13 21-17\n";
  REQUIRE(run(match_arguments({"--games", "2", "--openings", openings, "plies=1", "--state", cut})).code == 0);
  const auto whole = run(match_arguments({"--games", "2", "--openings", openings, "--resume", cut}));
  CHECK(whole.errors.find("they differ in: opening-plies") != std::string::npos);
  const auto again = run(match_arguments({"--games", "2", "--state", state}));
  CHECK(again.code == 1);
  CHECK(again.errors.find("exists") != std::string::npos);
}

TEST_CASE("a saved match can be extended by a larger number of games") {
  const TemporaryDirectory directory;
  const auto state = directory.file("state");
  const auto format = GENERATE(as<std::string>(), "round-robin", "gauntlet");
  const auto with = [&](Arguments more) {
    more.insert(more.end(), {"--engine", "name=C", "cmd=" + daemon(), "depth=1", "--format", format, "--seed", "3"});
    return match_arguments(more);
  };
  const Arguments files{"--json", directory.file("json"), "--games-file", directory.file("games")};
  auto first = with({"--games", "2", "--state", state});
  first.insert(first.end(), files.begin(), files.end());
  REQUIRE(run(first).code == 0);
  const auto before = games_of(state);
  // Only the number is given; then nothing, which goes on with that number; then all arguments.
  Arguments more{match_program(), "--resume", state, "--games", "4"};
  more.insert(more.end(), files.begin(), files.end());
  CHECK(run(more).code == 0);
  CHECK(run({match_program(), "--resume", state}).code == 0);
  CHECK(run(with({"--games", "6", "--resume", state})).code == 0);
  REQUIRE(run(with({"--games", "6", "--state", directory.file("whole")})).code == 0);
  const auto after = games_of(state);
  CHECK(after == games_of(directory.file("whole")));
  for (const auto& [index, game] : before) CHECK(after.at(index) == game);
  CHECK(merge({state}).output == merge({directory.file("whole")}).output);

  const auto shorter = run(with({"--games", "4", "--resume", state}));
  CHECK(shorter.code == 1);
  CHECK_THAT(shorter.errors, has_text("is of a match of --games 6, which can be raised, but not lowered"));
}

TEST_CASE("a match whose games depend on their number is not extended") {
  const TemporaryDirectory directory;
  const auto format = GENERATE(as<std::string>(), "pyramid", "knockout");
  const auto state = directory.file("state");
  REQUIRE(run(match_arguments({"--games", "2", "--format", format, "--state", state})).code == 0);
  const auto more = run({match_program(), "--resume", state, "--games", "4"});
  CHECK(more.code == 1);
  CHECK_THAT(more.errors, has_text("--games 2, which depend on that number with --format " + format));
}

TEST_CASE("parts of a match merge where only some of them were extended") {
  const TemporaryDirectory directory;
  const auto part = [&](const std::string& shard) { return directory.file("part" + shard.substr(0, 1)); };
  for (const std::string shard : {"1/2", "2/2"})
    REQUIRE(run(match_arguments({"--games", "4", "--shard", shard, "--state", part(shard)})).code == 0);
  REQUIRE(run({match_program(), "--resume", part("1/2"), "--games", "8"}).code == 0);
  CHECK(merge({part("2/2"), part("1/2")}).code == 11);
  REQUIRE(run({match_program(), "--resume", part("2/2"), "--games", "8"}).code == 0);
  const auto merged = merge({part("2/2"), part("1/2")});
  CHECK(merged.code == 0);
  CHECK_THAT(merged.output, has_text("8 of 8 games"));
}

TEST_CASE("what is no state file is refused in plain words") {
  const TemporaryDirectory directory;
  const auto file = directory.file("notes");
  const auto refused = [&](const std::string& text) {
    std::ofstream(file) << text;
    const auto outcome = run(match_arguments({"--resume", file}));
    CHECK(outcome.code == 1);
    CHECK(outcome.errors.find("exception") == std::string::npos);
    CHECK(read_file(file) == text);
    return outcome.errors;
  };
  for (const std::string text : {"my notes", "my\nnotes\n", "{\"type\":\"game\",\"index\":0}\n", "[Event \"?\"]\n"})
    CHECK_THAT(refused(text), has_text("'" + file + "' is no state file of crown-match"));
  CHECK_THAT(refused("{\"crown-match\":1}\n"), has_text("damaged: line 1 is no description of a match"));
  REQUIRE(run(match_arguments({"--games", "2", "--state", directory.file("state")})).code == 0);
  CHECK_THAT(refused(read_file(directory.file("state")) + "{\"index\":\n"), has_text("damaged: line 4 is no game"));
  std::filesystem::create_directory(directory.file("folder"));
  const auto folder = run(match_arguments({"--resume", directory.file("folder")}));
  CHECK_THAT(folder.errors, has_text("is a directory"));
  CHECK(std::filesystem::exists(directory.file("folder")));
}

TEST_CASE("shards merge to the same games and statistics as one run") {
  const TemporaryDirectory directory;
  Arguments files;
  for (const std::string shard : {"1/3", "2/3", "3/3"}) {
    files.push_back(directory.file("shard" + shard.substr(0, 1)));
    REQUIRE(run(match_arguments({"--games", "20", "--shard", shard, "--state", files.back()})).code == 0);
  }
  REQUIRE(run(match_arguments({"--games", "20", "--state", directory.file("whole")})).code == 0);
  const auto parts = merge({files[2], files[0], files[1], "--games-file", directory.file("parts.pdn")});
  const auto whole = merge({directory.file("whole")});
  CHECK(parts.code == 0);
  CHECK(whole.code == 0);
  CHECK(parts.output == whole.output);
  const auto json_of = [](Arguments more) {
    more.emplace_back("--json");
    auto json = Json::parse(merge(more).output);
    for (auto& each : json["engines"]) each.erase("latency");
    return json;
  };
  CHECK(json_of(files) == json_of({directory.file("whole")}));

  const auto missing = merge({files[0], files[1]});
  CHECK(missing.code == 11);
  CHECK(missing.output.find("14 of 20 games") != std::string::npos);
  CHECK(merge({files[0], files[0], files[1], files[2]}).output == whole.output);
}

TEST_CASE("parts of different matches, and different games of the same number, are not merged") {
  const TemporaryDirectory directory;
  const auto one = directory.file("one");
  REQUIRE(run(match_arguments({"--games", "2", "--state", one})).code == 0);
  const auto other = directory.file("other");
  REQUIRE(run(match_arguments({"--games", "2", "--seed", "2", "--state", other})).code == 0);
  CHECK(merge({one, other}).code == 1);
  auto changed = read_file(one);
  const auto at = changed.rfind("\"us\":");
  changed.insert(at + 5, "9");
  std::ofstream(directory.file("changed")) << changed;
  const auto twice = merge({one, directory.file("changed")});
  CHECK(twice.code == 1);
  CHECK(twice.errors.find("was played twice") != std::string::npos);
}

TEST_CASE("the SPRT stops the match, and the exit code says how") {
  const auto stronger = run(match_arguments({"--quiet", "--sprt", "elo0=-300", "elo1=-200", "model=logistic"}));
  CHECK(stronger.code == 0);
  CHECK(stronger.output.find("accepted") != std::string::npos);
  const auto weaker = run(match_arguments({"--quiet", "--sprt", "elo0=600", "elo1=800", "model=logistic"}));
  CHECK(weaker.code == 10);
  CHECK(weaker.output.find("rejected") != std::string::npos);
  CHECK(run(match_arguments({"--quiet", "--games", "2", "--sprt"})).code == 11);
}

TEST_CASE("a tournament of engines that all fail ends") {
  const TemporaryDirectory directory;
  const std::map<std::string, std::string> all{
      {"exits", "disconnect"}, {"hangs", "stall"},  {"illegal", "illegal-move"},      {"empty", "malformed-move"},
      {"none", "no-move"},     {"floods", "stall"}, {"floods-without-lines", "stall"}};
  Arguments arguments{std::string(CROWND_BIN_DIR) + "/crown-match",
                      "--game",
                      "english",
                      "--games",
                      "2",
                      "--concurrency",
                      "4",
                      "--from-start",
                      "--quiet",
                      "--json",
                      directory.file("json")};
  std::size_t engines = 0;
  const auto enter = [&](const std::string& mode) {
    ++engines;
    arguments.insert(arguments.end(), {"--engine", "name=" + mode, "depth=1",
                                       "cmd=sh " + data("bad_engine.sh") + " " + mode + " " + daemon()});
  };
  SECTION("those that answer, with all the time in the world") {
    for (const auto& [mode, verdict] : all)
      if (verdict != "stall") enter(mode);
  }
  SECTION("those that never do, with little time") {
    for (const auto& [mode, verdict] : all)
      if (verdict == "stall") enter(mode);
    arguments.insert(arguments.end(), {"--move-wait", "200", "--grace", "100"});
  }
  const auto outcome = run(arguments);
  CHECK(outcome.code == 0);
  auto games = lines_of(read_file(directory.file("json")));
  games.pop_back();  // the summary line
  CHECK(games.size() == engines * (engines - 1));
  for (const auto& game : games) {
    CHECK(game.contains("position"));
    CHECK(game["verdict"].get<std::string>() == all.at(game["first"].get<std::string>()));
  }
  CHECK(outcome.output.find("rank") != std::string::npos);
}

TEST_CASE("a signal ends a match early; what was played is there") {
  const TemporaryDirectory directory;
  connection::ChildProcess process(match_arguments({"--games", "100000", "--state", directory.file("state")}),
                                   connection::Errors::discarded);
  for (int line = 0; line < 6; ++line) REQUIRE(process.receive(connection::within(long_enough)));
  process.signal(SIGTERM);
  std::string last;
  while (const auto line = process.receive(connection::within(long_enough))) last = *line;
  CHECK(process.wait(connection::within(long_enough)) == connection::ExitStatus{true, 12});
  CHECK(last.starts_with("failures:"));
  CHECK(games_of(directory.file("state")).size() >= 3);
}

TEST_CASE("clocks are scaled by the speed of the machine against that of the one they are meant for") {
  // A referee that claims a speed instead of measuring it.
  const TemporaryDirectory directory;
  const auto referee = directory.file("referee");
  std::ofstream(referee) << "exec 4>&1\n"
                            "while read -r line; do\n"
                            "  if [ \"$line\" = bench ]; then echo 'bench nodes 9 time 9 nps 500 signature 0' >&4\n"
                            "  else echo \"$line\"; fi\n"
                            "done | " +
                                daemon() + "\n";
  // Its moves take 0.3 s and it may use 0.1 s: in time only on a machine many times as slow.
  const auto ended_with = [&](const std::string& speed) {
    const auto outcome = run({match_arguments({})[0],
                              "--game",
                              "english",
                              "--referee",
                              "sh " + referee,
                              "--games",
                              "2",
                              "--from-start",
                              "--max-plies",
                              "1",
                              "--reference-speed",
                              speed,
                              "--engine",
                              "name=slow",
                              "cmd=sh " + data("bad_engine.sh") + " slow",
                              "st=0.1",
                              "timemargin=0",
                              "--engine",
                              "name=good",
                              "cmd=" + daemon(),
                              "depth=1",
                              "--grace",
                              "60000"});
    CHECK(outcome.code == 0);
    return outcome;
  };
  const auto scaled = ended_with("500000");
  CHECK(scaled.errors.find("clocks are multiplied by 1000") != std::string::npos);
  CHECK(scaled.output.find("max-plies 2") != std::string::npos);
  CHECK(ended_with("500").output.find("slow time-loss 1") != std::string::npos);
}
