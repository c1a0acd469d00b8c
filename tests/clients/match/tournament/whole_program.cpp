// The program crown-match as users run it: started as a process, killed, restarted.
#include "clients/match/program.hpp"
#include "support/catch.hpp"

#include <signal.h>

using namespace crownd::match;
using namespace crownd::match::test;
namespace connection = crownd::connection;

TEST_CASE_METHOD(InFolder, "a match ends with a table, exit code 0, a games file and JSON lines") {
  check_output(run_match("--games 6 --concurrency 2 --json " + json + " --games-file " + directory.path("games")), 0,
               {"english: 6 of 6 games", "ETA"});
  const auto lines = lines_of(read_file(json));
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
  const auto tables = [](const Arguments& more) { return count(run_match(more).output, "games ended by:"); };
  CHECK(tables("--games 4 --report-every 2") == 2);
  CHECK(tables("--games 4 --report-every 4") == 1);
  CHECK(tables("--report-every 1 --games 8 --quiet") == 1);
  // Decided by the first pair, whatever the number of games.
  CHECK(tables("--report-every 2 --sprt elo0=-900 elo1=-300 model=logistic") == 1);
}

TEST_CASE_METHOD(InFolder, "a write error is reported once, and the match continues") {
  const auto full = run_match("--games 4 --games-file /dev/full --json /dev/full --state " + state);
  check_output(full, 1, {"english: 4 of 4 games"});
  CHECK(count(full.errors, "the games file '/dev/full' cannot be written: No space left on device\n") == 1);
  CHECK(count(full.errors, "the file '/dev/full' cannot be written: No space left on device\n") == 1);
  CHECK(games_of(state).size() == 4);

  for (const std::string flag : {"--log", "--epdout"}) CHECK(run_match("--games 2 " + flag + " /dev/full").code == 1);
  CHECK(run_match("--games 2 --games-file /dev/full --json " + json).code == 1);
  CHECK(lines_of(read_file(json)).back()["exit"] == 1);
  const auto merged = merge(state + " --games-file /dev/full");
  CHECK(merged.code == 1);
  CHECK(count(merged.errors, "No space left on device") == 1);

  const auto errors_at_full_output = [](const Arguments& arguments) {
    const auto outcome = run(Arguments{"sh", "-c", R"("$0" "$@" >/dev/full)"} + arguments);
    CHECK(outcome.code == 1);
    return outcome.errors;
  };
  CHECK(count(errors_at_full_output(match_arguments("--games 2 --json -")),
              "standard output cannot be written: No space left on device\n") == 1);
  for (const auto& arguments : {match_arguments("--games 2"), match_arguments("--games 2 --quiet"),
                                Arguments{match_program(), "merge", state}, Arguments{match_program(), "--help"}})
    CHECK(count(errors_at_full_output(arguments), "crown-match: standard output cannot be written\n") == 1);
}

TEST_CASE_METHOD(InFolder, "a killed match can be resumed without lost or repeated openings") {
  const Arguments rules("--games 60 --concurrency 2");
  const auto with = [&](const Arguments& more) { return match_arguments(more + rules); };
  for (int kill = 0; kill < 3; ++kill) {
    connection::ChildProcess process(with("--resume " + state), connection::Errors::discarded);
    for (int line = 0; line < 12; ++line) (void)process.receive(connection::within(test_timeout));
    process.signal(SIGKILL);
    process.wait(connection::within(test_timeout));
  }
  const auto before = games_of(state).size();
  CHECK(before > 3);
  CHECK(before < 60);
  // An incomplete line is not a game.
  std::ofstream(state, std::ios::app) << "{\"type\":\"game\",\"index\":59,";

  const auto outcome = resume(state + " --games-file " + directory.path("games"));
  CHECK(outcome.code == 0);
  REQUIRE(run(with("--state " + directory.path("whole"))).code == 0);
  CHECK(games_of(state) == games_of(directory.path("whole")));
  CHECK_THAT(outcome.output, has_text("60 of 60 games"));
  CHECK(read_file(directory.path("games")).find("[Round \"30.2\"]") != std::string::npos);
}

TEST_CASE_METHOD(InFolder, "a saved match cannot be resumed with other settings or overwritten") {
  REQUIRE(run_match("--games 2 --state " + state).code == 0);
  const auto other = run_match("--games 4 --seed 5 --resume " + state);
  check_errors(other, 1, {"they differ in: rounds, seed"});
  const auto openings = directory.path("openings");
  const auto cut = directory.path("cut");
  std::ofstream(openings) << "9-13 21-17\n";
  REQUIRE(run_match("--games 2 --openings " + openings + " plies=1 --state " + cut).code == 0);
  const auto whole = run_match("--games 2 --openings " + openings + " --resume " + cut);
  CHECK_THAT(whole.errors, has_text("they differ in: opening-plies"));
  check_errors(run_match("--games 2 --state " + state), 1, {"exists"});
}

TEST_CASE_METHOD(InFolder, "a larger --games extends a saved match") {
  const auto format = GENERATE(as<std::string>(), "round-robin", "gauntlet");
  const auto with = [&](const Arguments& more) {
    return match_arguments(more + engine_flag("C") + "--seed 3 --format " + format);
  };
  const auto files = " --json " + json + " --games-file " + directory.path("games");
  REQUIRE(run(with("--games 2 --state " + state + files)).code == 0);
  const auto before = games_of(state);
  // Only the number is given; then nothing, which goes on with that number; then all arguments.
  CHECK(resume(state + " --games 4" + files).code == 0);
  CHECK(resume(state).code == 0);
  CHECK(run(with("--games 6 --resume " + state + files)).code == 0);
  auto equals_signs = with("--games 6 --resume " + state + files);
  for (auto flag = equals_signs.begin(); flag != equals_signs.end(); ++flag) {
    if (*flag != "--engine") continue;
    *flag += '=' + flag[1];
    equals_signs.erase(flag + 1);
  }
  CHECK(run(equals_signs).code == 0);
  REQUIRE(run(with("--games 6 --state " + directory.path("whole"))).code == 0);
  const auto after = games_of(state);
  CHECK(after == games_of(directory.path("whole")));
  for (const auto& [index, game] : before) CHECK(after.at(index) == game);
  CHECK(merge({state}).output == merge({directory.path("whole")}).output);

  check_errors(run(with("--games 4 --resume " + state + files)), 1,
               {"belongs to a match with --games 6, which can be raised, but not lowered"});
}

TEST_CASE_METHOD(InFolder, "a pyramid cannot be extended") {
  const auto format = GENERATE(as<std::string>(), "pyramid", "knockout");
  REQUIRE(run_match("--games 2 --format " + format + " --state " + state).code == 0);
  check_errors(resume(state + " --games 4"), 1, {"--games 2, which depend on that number with --format " + format});
}

TEST_CASE_METHOD(InFolder, "extended and other parts of a match can be merged") {
  const auto part = [&](const std::string& shard) { return directory.path("part" + shard.substr(0, 1)); };
  for (const std::string shard : {"1/2", "2/2"})
    REQUIRE(run_match("--games 4 --shard " + shard + " --state " + part(shard)).code == 0);
  REQUIRE(resume(part("1/2") + " --games 8").code == 0);
  CHECK(merge({part("2/2"), part("1/2")}).code == 11);
  REQUIRE(resume(part("2/2") + " --games 8").code == 0);
  const auto merged = merge({part("2/2"), part("1/2")});
  check_output(merged, 0, {"8 of 8 games"});
}

TEST_CASE_METHOD(InFolder, "a file that is not a state file is refused") {
  const auto file = directory.path("notes");
  const auto refused = [&](const std::string& text) {
    std::ofstream(file) << text;
    const auto outcome = run_match("--resume " + file);
    CHECK(outcome.code == 1);
    CHECK(outcome.errors.find("exception") == std::string::npos);
    CHECK(read_file(file) == text);
    return outcome.errors;
  };
  for (const std::string text : {"my notes", "my\nnotes\n", "{\"type\":\"game\",\"index\":0}\n", "[Event \"?\"]\n"})
    CHECK_THAT(refused(text), has_text("'" + file + "' is not a state file of crown-match"));
  CHECK_THAT(refused("{\"crown-match\":1}\n"), has_text("damaged: line 1 is not a description of a match"));
  REQUIRE(run_match("--games 2 --state " + state).code == 0);
  CHECK_THAT(refused(read_file(state) + "{\"index\":\n"), has_text("damaged: line 4 is not a game"));
  auto other = read_file(state);
  const std::string index = "\"index\":1,";
  other.replace(other.find(index), index.size(), "\"index\":7,");
  CHECK_THAT(refused(other), has_text("damaged: line 3 is not a game"));
  std::filesystem::create_directory(directory.path("folder"));
  const auto folder = run_match("--resume " + directory.path("folder"));
  CHECK_THAT(folder.errors, has_text("is a directory"));
  CHECK(std::filesystem::exists(directory.path("folder")));
}

TEST_CASE_METHOD(InFolder, "merged shards equal a single run") {
  Arguments files;
  for (const std::string shard : {"1/3", "2/3", "3/3"}) {
    files.push_back(directory.path("shard" + shard.substr(0, 1)));
    REQUIRE(run_match("--games 20 --shard " + shard + " --state " + files.back()).code == 0);
  }
  REQUIRE(run_match("--games 20 --state " + directory.path("whole")).code == 0);
  const auto parts = merge(files[2] + " " + files[0] + " " + files[1] + " --games-file " + directory.path("parts.pdn"));
  const auto whole = merge({directory.path("whole")});
  CHECK(parts.code == 0);
  CHECK(whole.code == 0);
  CHECK(parts.output == whole.output);
  const auto json_of = [](Arguments more) {
    more.emplace_back("--json");
    auto merged = Json::parse(merge(more).output);
    for (auto& each : merged["engines"]) each.erase("latency");
    return merged;
  };
  CHECK(json_of(files) == json_of({directory.path("whole")}));

  check_output(merge({files[0], files[1]}), 11, {"14 of 20 games"});
  CHECK(merge({files[0], files[0], files[1], files[2]}).output == whole.output);
}

TEST_CASE_METHOD(InFolder, "parts of different matches and conflicting games cannot be merged") {
  const auto one = directory.path("one");
  REQUIRE(run_match("--games 2 --state " + one).code == 0);
  const auto other = directory.path("other");
  REQUIRE(run_match("--games 2 --seed 2 --state " + other).code == 0);
  CHECK(merge({one, other}).code == 1);
  auto changed = read_file(one);
  const auto at = changed.rfind("\"us\":");
  changed.insert(at + 5, "9");
  std::ofstream(directory.path("changed")) << changed;
  const auto twice = merge({one, directory.path("changed")});
  check_errors(twice, 1, {"was played twice"});
}

TEST_CASE("the SPRT stops the match and sets the exit code") {
  check_output(run_match("--quiet --sprt elo0=-300 elo1=-200 model=logistic"), 0, {"accepted"});
  check_output(run_match("--quiet --sprt elo0=600 elo1=800 model=logistic"), 10, {"rejected"});
  CHECK(run_match("--quiet --games 2 --sprt").code == 11);
}

TEST_CASE_METHOD(InFolder, "a tournament of engines that all hang ends") {
  auto arguments = match_program() + " --game english --games 2 --concurrency 4 --from-start --quiet --json " + json;
  for (const std::string mode : {"hangs", "floods", "floods-without-lines"})
    arguments += " --engine name=" + mode + " depth=1 " + bad_command(mode);
  check_output(run(arguments + " --move-wait 200 --grace 100"), 0, {"rank"});
  const auto games = lines_of(read_file(json));
  CHECK(games.size() == 7);
  CHECK(count(read_file(json), R"("verdict":"stall")") == 6);
}

TEST_CASE_METHOD(InFolder, "a signal ends a match and keeps the finished games") {
  const auto signal = GENERATE(SIGTERM, SIGINT, SIGHUP);
  connection::ChildProcess process(match_arguments("--games 100000 --state " + state + " --json " + json),
                                   connection::Errors::discarded);
  for (int line = 0; line < 6; ++line) REQUIRE(process.receive(connection::within(test_timeout)));
  process.signal(signal);
  std::string last;
  while (const auto line = process.receive(connection::within(test_timeout))) last = *line;
  CHECK(process.wait(connection::within(test_timeout)) == connection::ExitStatus{true, 12});
  CHECK(last.starts_with("failures:"));
  CHECK(games_of(state).size() >= 3);
  CHECK(!std::filesystem::exists(json + ".live"));
}

TEST_CASE_METHOD(InFolder, "a match ends when no program reads its output") {
  const auto flags = GENERATE(as<std::string>(), "", " --quiet", " --json -");
  const auto shell = run(Arguments{"sh", "-c", R"({ "$@"; echo "code $?" >&2; } | :)", "sh"} +
                         match_arguments("--games 100000 --report-every 1 --max-plies 6 --state " + state + flags));
  check_texts(shell.errors, {"the match stopped: no program reads standard output any more", "code 1\n"});
  CHECK(!games_of(state).empty());
}

TEST_CASE_METHOD(InFolder, "--reference-speed scales clocks by the speed of the machine") {
  // A referee that claims a speed instead of measuring it.
  const auto referee = directory.path("referee");
  std::ofstream(referee) << R"(exec 4>&1
while read -r line; do
  if [ "$line" = bench ]; then echo 'bench nodes 9 time 9 nps 500 signature 0' >&4
  else echo "$line"; fi
done | )" << daemon() << '\n';
  // Its moves take 0.3 s and it may use 0.1 s: in time only on a machine many times as slow.
  const auto ended_with = [&](const std::string& speed) {
    const auto outcome =
        run(match_program() + " --game english --referee 'sh " + referee +
            "' --games 2 --from-start --max-plies 1 --reference-speed " + speed + " --engine name=slow " +
            bad_command("slow") + " st=0.1 timemargin=0" + engine_flag("good") + "--grace 60000");
    CHECK(outcome.code == 0);
    return outcome;
  };
  const auto scaled = ended_with("500000");
  CHECK_THAT(scaled.errors, has_text("clocks are multiplied by 1000"));
  CHECK_THAT(scaled.output, has_text("max-plies 2"));
  CHECK(ended_with("500").output.find("slow time-loss 1") != std::string::npos);
}
