// The program crown-match as users run it: started as a process, killed, restarted.
#include "clients/match/program.hpp"
#include "support/catch.hpp"

#include <signal.h>

using namespace crownd::match;
using namespace crownd::match::test;
using crownd::testing::has_text;
using crownd::testing::long_enough;
namespace connection = crownd::connection;

TEST_CASE("a match ends with a table, exit code 0, a games file and JSON lines") {
  const TemporaryFolder directory;
  const auto outcome = run(match_arguments({"--games", "6", "--concurrency", "2", "--json", directory.path("json"),
                                            "--games-file", directory.path("games")}));
  CHECK(outcome.code == 0);
  CHECK(outcome.output.find("english: 6 of 6 games") != std::string::npos);
  CHECK(outcome.output.find("ETA") != std::string::npos);
  const auto lines = lines_of(read_file(directory.path("json")));
  REQUIRE(lines.size() == 7);
  CHECK(lines.back()["type"] == "match");
  CHECK(lines.back()["games"] == 6);
  CHECK(lines.back()["exit"] == 0);
  const auto& pairing = lines.back()["pairings"][0];
  CHECK(pairing["wins"].get<int>() + pairing["draws"].get<int>() + pairing["losses"].get<int>() == 6);
  const auto games = read_file(directory.path("games"));
  std::size_t from = 0;
  for (const std::string round : {"1.1", "1.2", "2.1", "2.2", "3.1", "3.2"}) {
    const auto at = games.find("[Round \"" + round + "\"]");
    REQUIRE(at != std::string::npos);
    CHECK(at >= from);
    from = at;
  }
}

TEST_CASE("the last table is printed once") {
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

TEST_CASE("a write error is reported once, and the match continues") {
  const TemporaryFolder directory;
  const auto state = directory.path("state");
  const auto full =
      run(match_arguments({"--games", "4", "--games-file", "/dev/full", "--json", "/dev/full", "--state", state}));
  CHECK(full.code == 1);
  CHECK(full.output.find("english: 4 of 4 games") != std::string::npos);
  CHECK(count(full.errors, "the games file '/dev/full' cannot be written: No space left on device\n") == 1);
  CHECK(count(full.errors, "the file '/dev/full' cannot be written: No space left on device\n") == 1);
  CHECK(games_of(state).size() == 4);

  const auto json = directory.path("json");
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

TEST_CASE("a killed match can be resumed without lost or repeated openings") {
  const TemporaryFolder directory;
  const auto state = directory.path("state");
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

  const auto outcome = run({match_arguments({})[0], "--resume", state, "--games-file", directory.path("games")});
  CHECK(outcome.code == 0);
  REQUIRE(run(with({"--state", directory.path("whole")})).code == 0);
  CHECK(games_of(state) == games_of(directory.path("whole")));
  CHECK(outcome.output.find("60 of 60 games") != std::string::npos);
  CHECK(read_file(directory.path("games")).find("[Round \"30.2\"]") != std::string::npos);
}

TEST_CASE("a saved match cannot be resumed with other settings or overwritten") {
  const TemporaryFolder directory;
  const auto state = directory.path("state");
  REQUIRE(run(match_arguments({"--games", "2", "--state", state})).code == 0);
  const auto other = run(match_arguments({"--games", "4", "--seed", "5", "--resume", state}));
  CHECK(other.code == 1);
  CHECK(other.errors.find("they differ in: rounds, seed") != std::string::npos);
  const auto openings = directory.path("openings");
  const auto cut = directory.path("cut");
  std::ofstream(openings) << "9-13 21-17\n";
  REQUIRE(run(match_arguments({"--games", "2", "--openings", openings, "plies=1", "--state", cut})).code == 0);
  const auto whole = run(match_arguments({"--games", "2", "--openings", openings, "--resume", cut}));
  CHECK(whole.errors.find("they differ in: opening-plies") != std::string::npos);
  const auto again = run(match_arguments({"--games", "2", "--state", state}));
  CHECK(again.code == 1);
  CHECK(again.errors.find("exists") != std::string::npos);
}

TEST_CASE("a larger --games extends a saved match") {
  const TemporaryFolder directory;
  const auto state = directory.path("state");
  const auto format = GENERATE(as<std::string>(), "round-robin", "gauntlet");
  const auto with = [&](Arguments more) {
    more.insert(more.end(), {"--engine", "name=C", "cmd=" + daemon(), "depth=1", "--format", format, "--seed", "3"});
    return match_arguments(more);
  };
  const Arguments files{"--json", directory.path("json"), "--games-file", directory.path("games")};
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
  REQUIRE(run(with({"--games", "6", "--state", directory.path("whole")})).code == 0);
  const auto after = games_of(state);
  CHECK(after == games_of(directory.path("whole")));
  for (const auto& [index, game] : before) CHECK(after.at(index) == game);
  CHECK(merge({state}).output == merge({directory.path("whole")}).output);

  const auto shorter = run(with({"--games", "4", "--resume", state}));
  CHECK(shorter.code == 1);
  CHECK_THAT(shorter.errors, has_text("belongs to a match with --games 6, which can be raised, but not lowered"));
}

TEST_CASE("a pyramid cannot be extended") {
  const TemporaryFolder directory;
  const auto format = GENERATE(as<std::string>(), "pyramid", "knockout");
  const auto state = directory.path("state");
  REQUIRE(run(match_arguments({"--games", "2", "--format", format, "--state", state})).code == 0);
  const auto more = run({match_program(), "--resume", state, "--games", "4"});
  CHECK(more.code == 1);
  CHECK_THAT(more.errors, has_text("--games 2, which depend on that number with --format " + format));
}

TEST_CASE("extended and other parts of a match can be merged") {
  const TemporaryFolder directory;
  const auto part = [&](const std::string& shard) { return directory.path("part" + shard.substr(0, 1)); };
  for (const std::string shard : {"1/2", "2/2"})
    REQUIRE(run(match_arguments({"--games", "4", "--shard", shard, "--state", part(shard)})).code == 0);
  REQUIRE(run({match_program(), "--resume", part("1/2"), "--games", "8"}).code == 0);
  CHECK(merge({part("2/2"), part("1/2")}).code == 11);
  REQUIRE(run({match_program(), "--resume", part("2/2"), "--games", "8"}).code == 0);
  const auto merged = merge({part("2/2"), part("1/2")});
  CHECK(merged.code == 0);
  CHECK_THAT(merged.output, has_text("8 of 8 games"));
}

TEST_CASE("a file that is not a state file is refused") {
  const TemporaryFolder directory;
  const auto file = directory.path("notes");
  const auto refused = [&](const std::string& text) {
    std::ofstream(file) << text;
    const auto outcome = run(match_arguments({"--resume", file}));
    CHECK(outcome.code == 1);
    CHECK(outcome.errors.find("exception") == std::string::npos);
    CHECK(read_file(file) == text);
    return outcome.errors;
  };
  for (const std::string text : {"my notes", "my\nnotes\n", "{\"type\":\"game\",\"index\":0}\n", "[Event \"?\"]\n"})
    CHECK_THAT(refused(text), has_text("'" + file + "' is not a state file of crown-match"));
  CHECK_THAT(refused("{\"crown-match\":1}\n"), has_text("damaged: line 1 is not a description of a match"));
  REQUIRE(run(match_arguments({"--games", "2", "--state", directory.path("state")})).code == 0);
  CHECK_THAT(refused(read_file(directory.path("state")) + "{\"index\":\n"), has_text("damaged: line 4 is not a game"));
  std::filesystem::create_directory(directory.path("folder"));
  const auto folder = run(match_arguments({"--resume", directory.path("folder")}));
  CHECK_THAT(folder.errors, has_text("is a directory"));
  CHECK(std::filesystem::exists(directory.path("folder")));
}

TEST_CASE("merged shards equal a single run") {
  const TemporaryFolder directory;
  Arguments files;
  for (const std::string shard : {"1/3", "2/3", "3/3"}) {
    files.push_back(directory.path("shard" + shard.substr(0, 1)));
    REQUIRE(run(match_arguments({"--games", "20", "--shard", shard, "--state", files.back()})).code == 0);
  }
  REQUIRE(run(match_arguments({"--games", "20", "--state", directory.path("whole")})).code == 0);
  const auto parts = merge({files[2], files[0], files[1], "--games-file", directory.path("parts.pdn")});
  const auto whole = merge({directory.path("whole")});
  CHECK(parts.code == 0);
  CHECK(whole.code == 0);
  CHECK(parts.output == whole.output);
  const auto json_of = [](Arguments more) {
    more.emplace_back("--json");
    auto json = Json::parse(merge(more).output);
    for (auto& each : json["engines"]) each.erase("latency");
    return json;
  };
  CHECK(json_of(files) == json_of({directory.path("whole")}));

  const auto missing = merge({files[0], files[1]});
  CHECK(missing.code == 11);
  CHECK(missing.output.find("14 of 20 games") != std::string::npos);
  CHECK(merge({files[0], files[0], files[1], files[2]}).output == whole.output);
}

TEST_CASE("parts of different matches and conflicting games cannot be merged") {
  const TemporaryFolder directory;
  const auto one = directory.path("one");
  REQUIRE(run(match_arguments({"--games", "2", "--state", one})).code == 0);
  const auto other = directory.path("other");
  REQUIRE(run(match_arguments({"--games", "2", "--seed", "2", "--state", other})).code == 0);
  CHECK(merge({one, other}).code == 1);
  auto changed = read_file(one);
  const auto at = changed.rfind("\"us\":");
  changed.insert(at + 5, "9");
  std::ofstream(directory.path("changed")) << changed;
  const auto twice = merge({one, directory.path("changed")});
  CHECK(twice.code == 1);
  CHECK(twice.errors.find("was played twice") != std::string::npos);
}

TEST_CASE("the SPRT stops the match and sets the exit code") {
  const auto stronger = run(match_arguments({"--quiet", "--sprt", "elo0=-300", "elo1=-200", "model=logistic"}));
  CHECK(stronger.code == 0);
  CHECK(stronger.output.find("accepted") != std::string::npos);
  const auto weaker = run(match_arguments({"--quiet", "--sprt", "elo0=600", "elo1=800", "model=logistic"}));
  CHECK(weaker.code == 10);
  CHECK(weaker.output.find("rejected") != std::string::npos);
  CHECK(run(match_arguments({"--quiet", "--games", "2", "--sprt"})).code == 11);
}

TEST_CASE("a tournament of engines that all fail ends") {
  const TemporaryFolder directory;
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
                      directory.path("json")};
  std::size_t engines = 0;
  const auto enter = [&](const std::string& mode) {
    ++engines;
    arguments.insert(arguments.end(), {"--engine", "name=" + mode, "depth=1",
                                       "cmd=sh " + data("bad_engine.sh") + " " + mode + " " + daemon()});
  };
  const bool stalls = GENERATE(false, true);
  for (const auto& [mode, verdict] : all)
    if ((verdict == "stall") == stalls) enter(mode);
  if (stalls) arguments.insert(arguments.end(), {"--move-wait", "200", "--grace", "100"});
  const auto outcome = run(arguments);
  CHECK(outcome.code == 0);
  auto games = lines_of(read_file(directory.path("json")));
  games.pop_back();  // the summary line
  CHECK(games.size() == engines * (engines - 1));
  for (const auto& game : games) {
    CHECK(game.contains("position"));
    CHECK(game["verdict"].get<std::string>() == all.at(game["first"].get<std::string>()));
  }
  CHECK(outcome.output.find("rank") != std::string::npos);
}

TEST_CASE("a signal ends a match and keeps the finished games") {
  const TemporaryFolder directory;
  connection::ChildProcess process(match_arguments({"--games", "100000", "--state", directory.path("state")}),
                                   connection::Errors::discarded);
  for (int line = 0; line < 6; ++line) REQUIRE(process.receive(connection::within(long_enough)));
  process.signal(SIGTERM);
  std::string last;
  while (const auto line = process.receive(connection::within(long_enough))) last = *line;
  CHECK(process.wait(connection::within(long_enough)) == connection::ExitStatus{true, 12});
  CHECK(last.starts_with("failures:"));
  CHECK(games_of(directory.path("state")).size() >= 3);
}

TEST_CASE("--reference-speed scales clocks by the speed of the machine") {
  // A referee that claims a speed instead of measuring it.
  const TemporaryFolder directory;
  const auto referee = directory.path("referee");
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
