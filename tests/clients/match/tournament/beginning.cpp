#include "clients/match/program.hpp"
#include "match/command_line.hpp"
#include "match/engines/engine_player.hpp"
#include "match/output/output_files.hpp"
#include "match/tournament/results.hpp"
#include "support/catch.hpp"

#include <regex>

using namespace crownd::match::test;
using namespace crownd::match;
using namespace std::chrono_literals;
using crownd::testing::has_text;
using crownd::testing::long_enough;

// Errors and warnings before the first game.

TEST_CASE("an invalid command line is explained, with exit code 2") {
  const auto program = match_arguments({})[0];
  const auto refused = [&](const Arguments& more) {
    auto arguments = more;
    arguments.insert(arguments.begin(), program);
    const auto outcome = run(arguments);
    CHECK(outcome.code == 2);
    return outcome.errors;
  };
  const auto contains = [](const std::string& text) { return has_text(text); };
  CHECK_THAT(refused({}), contains("--game is needed; the games are english, spanish, "));
  CHECK_THAT(refused({"--referee", "/none"}), contains("--game is needed: one of the games that `crown` lists"));
  CHECK_THAT(refused({"--game", "english"}), contains("two or more engines"));
  CHECK_THAT(refused({"--games", "x"}), contains("--games"));
  const Arguments two{"--game",  "english",  "--engine", "name=A", "cmd=x",
                      "depth=1", "--engine", "name=B",   "cmd=x",  "depth=1"};
  const auto with = [&](const Arguments& more) {
    auto arguments = two;
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
  };
  CHECK_THAT(refused(with({"--games", "3"})), contains("must be even"));
  CHECK_THAT(refused(with({"--shard", "4/3"})), contains("I from 1 to N"));
  CHECK_THAT(refused(with({"--sprt", "elo0=5", "elo1=0"})), contains("elo0 must be less"));
  CHECK_THAT(refused(with({"--openings", "/nowhere"})), contains("cannot be read"));
  CHECK_THAT(refused(with({"--draw", "plies=30", "score=much"})),
             contains("score=much: a whole number from 0 to 1000000 is needed"));
  CHECK_THAT(refused(with({"--engine", "name=A", "cmd=x", "depth=1"})), contains("two engines have the name 'A'"));
}

TEST_CASE("several words in one argument are explained") {
  const auto refused = [](const Arguments& flag) {
    Arguments arguments{"--game", "english", "--engine", "name=A", "cmd=x", "depth=1", "--engine", "name=B", "cmd=x"};
    arguments.insert(arguments.end(), flag.begin(), flag.end());
    try {
      (void)read_command_line(arguments, "");
      return std::string("nothing was refused");
    } catch (const UsageError& error) {
      return std::string(error.what());
    }
  };
  const std::string advice = ": each KEY=VALUE is an argument of its own; without the quotes: ";
  for (const std::string flag : {"--draw", "--resign", "--sprt", "--log file", "--openings file"}) {
    const auto space = flag.find(' ');
    const std::string words = flag == "--sprt"            ? "elo0=0 elo1=5"
                              : flag == "--log file"      ? "engine=A\tonly=failures"
                              : flag == "--openings file" ? "plies=3  plies=4"
                                                          : "plies=30 score=15";
    Arguments arguments{"--each", "depth=1", flag.substr(0, space)};
    if (space != std::string::npos) arguments.push_back(flag.substr(space + 1));
    arguments.push_back(words);
    const std::string reported = space == std::string::npos ? flag : flag.substr(0, space) + " FILE";
    CHECK(refused(arguments) == reported + " '" + words + "'" + advice + reported + ' ' + words);
  }
  CHECK(refused({"--each", "tc=1+0.01 option.Hash=16"}) ==
        "--each 'tc=1+0.01 option.Hash=16'" + advice + "--each tc=1+0.01 option.Hash=16");
  CHECK(refused({"depth=2 nodes=100"}) == "--engine 'depth=2 nodes=100'" + advice + "--engine depth=2 nodes=100");

  // Values with spaces in them are none of that, and separate words are taken.
  const auto rules = read_command_line({"--game", "english", "--engine", "name=A b=c", "cmd=x --depth=1", "--engine",
                                        "name=B", "cmd=x", "--each", "depth=1", "--draw", "plies=30", "score=15",
                                        "from=7", "--resign", "plies=4", "sides=1"},
                                       "")
                         ->rules;
  CHECK(rules.engines.front().name == "A b=c");
  CHECK(rules.adjudication.draw_plies == 30);
  CHECK(rules.adjudication.draw_score == 15);
  CHECK(rules.adjudication.draw_from == 7);
  CHECK(rules.adjudication.win_plies == 4);
  CHECK(rules.adjudication.one_sided);
}

TEST_CASE("the name of the game must be the referee's") {
  const auto game = GENERATE(as<std::string>(), "chess", "English", "ludo");
  const auto outcome = run({match_program(), "--game", game, "--each", "depth=1", "cmd=" + daemon(), "--engine",
                            "name=A", "--engine", "name=B"});
  CHECK(outcome.code == 1);
  CHECK_THAT(outcome.errors, has_text("there is no game '" + game + "'; ") && has_text("he games are english, "));
}

TEST_CASE("the default openings differ, and are reported") {
  const TemporaryFolder directory;
  const auto played = [&](const std::string& game, const Arguments& more) {
    Arguments arguments{match_program(),        "--game",   game,      "--each",   "depth=1",
                        "cmd=" + daemon(),      "--engine", "name=A",  "--engine", "name=B",
                        "--max-plies",          "12",       "--games", "12",       "--json",
                        directory.path("json"), "--append"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
  };
  const auto different = [&] {
    return lines_of(read_file(directory.path("json"))).back()["different-games"].get<int>();
  };
  // Equal engines play each opening twice.
  for (const std::string game : {"english", "reduced-chess", "spanish", "towers"}) {
    INFO(game);
    const auto outcome = played(game, {});
    CHECK_THAT(outcome.errors, has_text("/share/crownd/openings/" + game + "-"));
    CHECK(different() == 6);
    CHECK_THAT(outcome.output, has_text("different games: 6 of 12; repeated games make"));
  }
  const auto without_openings = played("stupid", {});
  CHECK_THAT(without_openings.errors,
             has_text("openings: 6 random plies; to change them: --openings, --random-plies, --from-start"));
  CHECK(different() > 1);
  const auto from_start = played("english", {"--from-start"});
  CHECK(from_start.errors.empty());
  CHECK(different() == 1);
  CHECK_THAT(from_start.output, has_text("different games: 1 of 12"));
  CHECK(played("english", {"--random-plies", "4"}).errors.empty());
  CHECK(different() > 1);
  CHECK(played("english", {"--quiet"}).errors.empty());
  for (const std::string other : {"--random-plies", "--book-plies"})
    CHECK(played("english", {"--from-start", other, "2"}).code == 2);
}

TEST_CASE("unknown options and values are errors before the first game") {
  const auto errors = [](const Arguments& more, int code) {
    auto arguments = match_arguments(more);
    arguments.insert(arguments.end(), {"--games", "2", "--max-plies", "8", "--quiet"});
    const auto outcome = run(arguments);
    CHECK(outcome.code == code);
    return outcome.errors;
  };
  const auto engine_c = [](const std::string& option) {
    return Arguments{"--engine", "name=C", "cmd=" + daemon(), "depth=1", option};
  };
  CHECK_THAT(
      errors(engine_c("option.Treads=4"), 1),
      has_text("engine 'C': option.Treads=4: the engine does not have this option; did you mean 'Threads'? it answers "
               "'error bad-argument "));
  CHECK_THAT(errors(engine_c("option.Hash=abc"), 1),
             has_text("engine 'C': option.Hash=abc: a whole number from 1 to "));
  CHECK_THAT(errors(engine_c("option.Hash="), 1), has_text("a whole number from 1 to "));
  CHECK_THAT(errors(engine_c("option.Ponder=maybe"), 1), has_text("expected true or false"));
  CHECK_THAT(errors(engine_c("option.Clear Hash=now"), 1), has_text("a button takes no value"));
  CHECK_THAT(errors(engine_c("option.UCI_Variant=ludo"), 1), has_text("one of these is needed: 'english', "));
  CHECK_THAT(errors(engine_c("option.TablePath=/nowhere"), 1),
             has_text("option.TablePath=/nowhere: it answers 'error bad-argument there is no directory"));
  CHECK(errors(engine_c("option.Clear Hash="), 0).empty());
  CHECK(errors(engine_c("option.TablePath="), 0).empty());
  // For all engines: none has it, or some have it.
  CHECK_THAT(errors({"--each", "option.Treads=4"}, 1), has_text("did you mean 'Threads'?"));
  const auto plain = "cmd=sh " + data("bad_engine.sh") + " illegal";
  const auto some = errors({"--engine", "name=C", plain, "depth=1", "--each", "option.Hash=2"}, 0);
  CHECK_THAT(some, has_text("engine 'C': option.Hash=2: the engine does not have this option"));
  CHECK(count(some, "does not have this option") == 1);
  // An engine that complains in words of its own.
  CHECK_THAT(errors({"--engine", "name=C", plain, "depth=1", "option.Hush=2"}, 1),
             has_text("the engine does not have this option; it answers 'No such option: Hush'; use initstr= to set"));
}

TEST_CASE("the first loss on time gives advice") {
  const Arguments arguments{match_program(),   "--game",
                            "english",         "--from-start",
                            "--games",         "4",
                            "--max-plies",     "1",
                            "--quiet",         "--engine",
                            "name=slow",       "cmd=sh " + data("bad_engine.sh") + " slow",
                            "st=0.1",          "timemargin=3",
                            "--engine",        "name=good",
                            "cmd=" + daemon(), "depth=1",
                            "--grace",         "60000"};
  const auto outcome = run(arguments);
  CHECK(count(outcome.errors, "timemargin=MS after --each") == 1);
  CHECK_THAT(outcome.errors, has_text("engine 'slow' lost game 1 on time, "));
  CHECK_THAT(outcome.errors, has_text(" and its timemargin of 3 ms"));
  auto forgiven = arguments;
  forgiven.insert(forgiven.end(), {"--each", "timemargin=60000"});
  std::replace(forgiven.begin(), forgiven.end(), std::string("timemargin=3"), std::string("depth=1"));
  const auto late = run(forgiven);
  CHECK(late.errors.empty());
  CHECK_THAT(late.output, has_text("late moves within timemargin: slow 2 (longest "));
}

TEST_CASE("a match that fails to start leaves no state file") {
  const TemporaryFolder directory;
  const auto state = directory.path("state");
  CHECK(
      run(match_arguments({"--games", "2", "--engine", "name=C", "cmd=/nowhere", "depth=1", "--state", state})).code ==
      1);
  CHECK(run(match_arguments({"--games", "2", "--openings", "/dev/null", "--state", state})).code == 2);
  CHECK(run(match_arguments({"--games", "2", "--state", state})).code == 0);
}

TEST_CASE("an engine that cannot play the game is an error before the first game") {
  // A chess-only engine: it is ready, and declares no variants.
  const std::string chess = "while read -r word; do case $word in uci) echo uciok;; isready) echo readyok;; esac; done";
  const auto outcome = run(match_arguments({"--engine", "name=C", "cmd=sh -c '" + chess + "'", "depth=1"}));
  CHECK(outcome.code == 1);
  CHECK(outcome.errors.find("engine 'C': it cannot play english") != std::string::npos);
}

// Starts of engines, cores, pauses, tags, latency.

TEST_CASE("restart=on restarts the engine for each game") {
  auto judge = referee("english");
  StopFlag stop = false;
  const Timeouts patient{long_enough, long_enough, long_enough};
  AdjudicationRules rules;
  rules.max_plies = 2;
  EnginePlayer anew(engine({"cmd=" + daemon(), "depth=1", "restart=on"}), "english", patient, stop);
  EnginePlayer once(engine({"cmd=" + daemon(), "depth=1", "restart=off"}), "english", patient, stop);
  for (int game = 1; game <= 3; ++game) {
    (void)play_game(judge, {Seat{anew, {}}, Seat{once, {}}}, Opening{}, rules);
    CHECK(anew.starts() == game);
    CHECK(once.starts() == 1);
  }
  CHECK_THROWS_WITH(engine({"cmd=x", "depth=1", "restart=always"}), "restart=always: on or off is needed");
}

TEST_CASE("initstr= is sent first, and --affinity pins engines") {
  const TemporaryFolder directory;
  const auto log = directory.path("log");
  const std::string script =
      "read -r one; read -r two; echo \"got $two $one\"; grep Cpus_allowed_list /proc/self/status; exec " + daemon();
  const auto outcome = run({match_program(), "--game", "english", "--games", "2", "--max-plies", "4", "--log", log,
                            "--affinity", "--each", "depth=1", "--engine", "name=A", "cmd=sh -c '" + script + "'",
                            "initstr=hello\\nthere", "--engine", "name=B", "cmd=" + daemon()});
  CHECK(outcome.code == 0);
  const auto text = read_file(log);
  CHECK_THAT(text, has_text(" A > hello\n"));
  CHECK(text.find(" A > there\n") < text.find(" A > uci\n"));
  CHECK_THAT(text, has_text(" A < got there hello\n"));
  CHECK(std::regex_search(text, std::regex(" A < Cpus_allowed_list:.[0-9]+\n")));
}

TEST_CASE("--affinity checks its list of cores") {
  CHECK(read_cores("0-2,7,1") == std::vector{0, 1, 2, 7});
  for (const std::string wrong : {"x", "3-1", "-1", "1-", "999999"})
    CHECK_THROWS_WITH(read_cores(wrong), "'" + wrong + "' is not a list of cores, such as 0-3,6");
  const auto refused = [](const Arguments& more) {
    const auto outcome = run(match_arguments(more));
    CHECK(outcome.code == 2);
    return outcome.errors;
  };
  const auto core = std::to_string(usable_cores().front());
  CHECK_THAT(refused({"--affinity", core, "--concurrency", "2"}),
             has_text("--affinity needs 2 cores for --concurrency 2, and there are 1"));
  CHECK_THAT(refused({"--affinity", core, "--each", "option.Threads=3"}), has_text("--affinity needs 3 cores"));
  CHECK_THAT(refused({"--affinity", "1023"}), has_text("core 1023 is not available"));
  CHECK(run(match_arguments({"--games", "2", "--max-plies", "4", "--affinity", core})).code == 0);
}

TEST_CASE("--wait pauses between games") {
  const TemporaryFolder directory;
  const auto state = directory.path("state");
  REQUIRE(run(match_arguments({"--games", "2", "--max-plies", "5", "--wait", "2000", "--state", state})).code == 0);
  const auto lines = lines_of(read_file(state));
  REQUIRE(lines.size() == 3);
  CHECK(lines[2]["began"].get<int>() - lines[1]["began"].get<int>() >= 2);
}

TEST_CASE("games files have time controls, event and site") {
  const auto of = [](const std::vector<std::string>& words) {
    auto all = words;
    all.emplace_back("cmd=x");
    return time_control_text(engine(all).limits);
  };
  CHECK(of({"tc=1+0.01"}) == "1+0.01");
  CHECK(of({"tc=40/2:30"}) == "40/150");
  CHECK(of({"tc=40/60+0.6", "nodes=5"}) == "40/60+0.6");
  CHECK(of({"st=0.1"}) == "1/0.1");
  CHECK(of({"nodes=100"}) == "-");

  const TemporaryFolder directory;
  const auto games = directory.path("games");
  const auto play = [&](const Arguments& more) {
    std::filesystem::remove(games);
    std::filesystem::remove(directory.path("state"));
    Arguments all{"--games", "2",       "--max-plies",           "4",      "--games-file",
                  games,     "--state", directory.path("state"), "--each", "timemargin=60000"};
    all.insert(all.end(), more.begin(), more.end());
    REQUIRE(run(match_arguments(all)).code == 0);
    return read_file(games);
  };
  const auto same = play({"tc=60+1", "--event", "The \"open\"", "--site", "Here"});
  CHECK_THAT(same, has_text("[Event \"The \\\"open\\\"\"]\n[Site \"Here\"]\n"));
  CHECK(count(same, "[TimeControl \"60+1\"]\n") == 2);
  const auto other = play({"--engine", "name=C", "cmd=" + daemon(), "tc=9+1", "--format", "gauntlet"});
  CHECK_THAT(other, has_text("[WhiteTimeControl \"9+1\"]\n[BlackTimeControl \"-\"]\n"));
  CHECK_THAT(other, has_text("[WhiteTimeControl \"-\"]\n[BlackTimeControl \"9+1\"]\n"));
  CHECK(merge({directory.path("state"), "--games-file", directory.path("merged")}).code == 0);
  CHECK(read_file(directory.path("merged")) == other);
}

TEST_CASE("moves record the engine's report and the clock") {
  const TemporaryFolder directory;
  const auto state = directory.path("state");
  REQUIRE(run(match_arguments(
                  {"--games", "2", "--max-plies", "6", "--state", state, "--each", "tc=90+1", "timemargin=60000"}))
              .code == 0);
  const auto game = lines_of(read_file(state))[1];
  const auto move = game["moves"][5];
  for (const std::string key :
       {"depth", "seldepth", "nodes", "nps", "hashfull", "pv", "told-ms", "ready-us", "left-us"})
    CHECK(move.contains(key));
  CHECK(move["pv"][0] == move["move"]);
  CHECK(move["left-us"].get<std::int64_t>() <= 91'000'000);
  CHECK(to_json(game_from_json(game), {"A", "B"})["moves"] == game["moves"]);
}

TEST_CASE("latency is the time to readyok, and of moves beyond the engine's report") {
  GameRecord game;
  game.to_move = 1;
  for (int ply = 0; ply < 4; ++ply) {
    auto& move = game.moves.emplace_back();
    move.time = 10ms * (ply + 1);
    move.info.time = 15;
    move.ready_after = 1ms * ply;
  }
  const auto latency = latency_of(game, 1);
  CHECK(latency.ready.count == 2);
  CHECK(latency.ready.mean() == 1ms);
  CHECK(latency.ready.longest == 2ms);
  CHECK(latency.beyond.mean() == 7500us);  // 10 ms are less than reported, 30 ms are 15 ms more
  CHECK(latency.beyond.longest == 15ms);
  CHECK(latency_of(game, 0).beyond.longest == 25ms);

  const auto shown = run(match_arguments({"--games", "2", "--max-plies", "6", "--show-latency"}));
  CHECK_THAT(shown.output, has_text("latency of A: readyok after "));
  CHECK_THAT(shown.output, has_text("latency of B: readyok after "));
  CHECK(run(match_arguments({"--games", "2", "--max-plies", "6"})).output.find("latency") == std::string::npos);
}
