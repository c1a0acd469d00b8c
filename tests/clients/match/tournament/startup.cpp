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

// Errors and warnings before the first game.

TEST_CASE_METHOD(InFolder, "an invalid command line is explained, with exit code 2") {
  const std::string two = "--game english --engine name=A cmd=x depth=1 --engine name=B cmd=x depth=1 ";
  const std::string three = two + "--engine name=C cmd=x depth=1 ";
  const auto core = std::to_string(usable_cores().front());
  const auto binary = directory.write("text.bin", "9-13 21-17\n");
  const auto zeros = directory.write("zeros", "9-13 21-17\n" + std::string(4, '\0') + "\n");
  const std::string is_binary =
      "' is binary, and binary books are not supported; --openings reads text: positions (EPD, ";
  const std::pair<Arguments, std::string> cases[] = {
      {{}, "--game is needed; the games are english, spanish, "},
      {"--referee /none", "--game is needed: one of the games that `crown` lists"},
      {"--game english", "two or more engines"},
      {"--games x", "--games"},
      {two + "--games 3", "must be even"},
      {two + "--shard 4/3", "I from 1 to N"},
      {two + "--sprt elo0=5 elo1=0", "elo0 must be less"},
      {two + "--openings /nowhere", "cannot be read"},
      {two + "--openings /dev/null ply=3", "--openings FILE has no 'ply=3'; it has plies="},
      {two + "--openings /dev/null book=moves.bin", "--openings FILE has no 'book=moves.bin'; it has plies="},
      {two + "--openings " + binary, "the openings file '" + binary + is_binary},
      {two + "--openings " + zeros, "the openings file '" + zeros + is_binary},
      {two + "--from-start --random-plies 2", "--from-start excludes"},
      {two + "--from-start --book-plies 2", "--from-start excludes"},
      {two + "--draw plies=30 score=much", "score=much: a whole number from 0 to 1000000 is needed"},
      {two + "--resign sides=3", "sides=3: the values are 1, 2"},
      {two + "--games-file -", "--games-file -: a file is needed"},
      {two + "--epdout -", "--epdout -: a file is needed"},
      {two + "--plot -", "--plot -: a file is needed"},
      {two + "--log -", "--log -: a file is needed"},
      {two + "--state -", "--state -: a file is needed"},
      {two + "--each timemargin=9223372036854775807", "a whole number from 0 to 1000000000 is needed"},
      {two + "--each tc=1+1e300", "is not a time control"},
      {two + "--each stderr=-", "stderr=-: a file is needed"},
      {"merge x --games-file -", "--games-file -: a file is needed"},
      {"--resume /nowhere", "--resume: '/nowhere' does not exist"},
      {two + "--engine name=A cmd=x depth=1", "two engines have the name 'A'"},
      {two + "--affinity " + core + " --concurrency 2",
       "--affinity needs 2 cores for --concurrency 2, and there are 1"},
      {two + "--affinity " + core + " --each option.Threads=3", "--affinity needs 3 cores"},
      {two + "--affinity " + core + " --concurrency 2 --each ponder=on option.Threads=4611686018427387904",
       "--affinity needs 4000000 cores"},
      {two + "--affinity 1023", "core 1023 is not available"},
      {two + "--log x engine=X", "there is no engine of that name"},
      {two + "--log x only=draws", "only=failures is the only value"},
      {three + "--seeds 2", "--seeds is for --format gauntlet"},
      {three + "--seeds 3 --format gauntlet", "with more engines than seeds"},
      {three + "--sprt", "--sprt needs two engines, or --format gauntlet"},
      {three + "--format knockout --shard 1/2", "--shard does not apply to --format knockout"},
  };
  for (const auto& [flags, message] : cases) {
    check_errors(run(match_program() + flags), 2, {message});
  }
}

TEST_CASE("several words in one argument are explained") {
  const std::string two = "--game english --engine name=A cmd=x depth=1 --engine name=B cmd=x ";
  const std::string advice = ": each KEY=VALUE is an argument of its own; without the quotes: ";
  const std::tuple<std::string, std::string, std::string> cases[] = {
      {"--each depth=1 --draw", "--draw", "plies=30 score=15"},
      {"--each depth=1 --resign", "--resign", "plies=30 score=15"},
      {"--each depth=1 --sprt", "--sprt", "elo0=0 elo1=5"},
      {"--each depth=1 --log file", "--log FILE", "engine=A\tonly=failures"},
      {"--each depth=1 --openings file", "--openings FILE", "plies=3  plies=4"},
      {"--each", "--each", "tc=1+0.01 option.Hash=16"},
      {"", "--engine", "depth=2 nodes=100"},
  };
  for (const auto& [flags, reported, words] : cases)
    CHECK_THROWS_WITH(read_command_line(two + flags + Arguments{words}, ""),
                      reported + " '" + words + "'" + advice + reported + ' ' + words);

  // Values with spaces in them are none of that, and separate words are taken.
  const auto rules =
      read_command_line(Arguments("--game english --engine 'name=A b=c' 'cmd=x --depth=1' --engine name=B "
                                  "cmd=x --each depth=1 --draw plies=30 score=15 from=7 --resign plies=4 "
                                  "sides=1"),
                        "")
          ->rules;
  CHECK(rules.engines.front().name == "A b=c");
  CHECK(rules.adjudication ==
        AdjudicationRules{.draw_plies = 30, .draw_score = 15, .draw_from = 7, .win_plies = 4, .one_sided = true});
}

TEST_CASE("the name of the game must be the referee's") {
  const auto game = GENERATE(as<std::string>(), "chess", "English", "ludo");
  const auto outcome =
      run(match_program() + " --game " + game + " --each depth=1 cmd=" + daemon() + " --engine name=A --engine name=B");
  CHECK(outcome.code == 2);
  CHECK_THAT(outcome.errors, has_text("there is no game '" + game + "'; ") && has_text("he games are english, "));
}

TEST_CASE_METHOD(InFolder, "the default openings differ, and are reported") {
  const auto played = [&](const std::string& game, const Arguments& more) {
    return run(match_program() + " --game " + game + engine_flag("A") + engine_flag("B") +
               "--max-plies 12 --games 12 --json " + json + " --append" + more);
  };
  const auto different = [&] { return lines_of(read_file(json)).back()["different-games"].get<int>(); };
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
}

TEST_CASE("unknown options and values are errors before the first game") {
  const auto errors = [](const Arguments& more, int code) {
    auto arguments = match_arguments(more);
    arguments.insert(arguments.end(), {"--games", "2", "--max-plies", "8", "--quiet"});
    const auto outcome = run(arguments);
    CHECK(outcome.code == code);
    return outcome.errors;
  };
  const auto engine_c = [](const std::string& option) { return engine_flag("C", "depth=1 '" + option + "'"); };
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
  CHECK_THAT(errors("--each option.Treads=4", 1), has_text("did you mean 'Threads'?"));
  const auto plain = bad_command("illegal");
  const auto some = errors("--engine name=C " + plain + " depth=1 --each option.Hash=2", 0);
  CHECK_THAT(some, has_text("engine 'C': option.Hash=2: the engine does not have this option"));
  CHECK(count(some, "does not have this option") == 1);
  // An engine that complains in words of its own.
  CHECK_THAT(errors("--engine name=C " + plain + " depth=1 option.Hush=2", 1),
             has_text("the engine does not have this option; it answers 'No such option: Hush'; use initstr= to set"));
}

TEST_CASE("the first loss on time gives advice") {
  const Arguments arguments(match_program() +
                            " --game english --from-start --games 4 --max-plies 1 --quiet --engine name=slow " +
                            bad_command("slow") + " st=0.1 timemargin=3" + engine_flag("good") + "--grace 60000");
  const auto outcome = run(arguments);
  CHECK(count(outcome.errors, "timemargin=MS after --each") == 1);
  check_texts(outcome.errors, {"engine 'slow' lost game 1 on time, ", " and its timemargin of 3 ms"});
  auto forgiven = arguments;
  forgiven.insert(forgiven.end(), {"--each", "timemargin=60000"});
  std::replace(forgiven.begin(), forgiven.end(), std::string("timemargin=3"), std::string("depth=1"));
  const auto late = run(forgiven);
  CHECK(late.errors.empty());
  CHECK_THAT(late.output, has_text("late moves within timemargin: slow 2 (longest "));
}

TEST_CASE_METHOD(InFolder, "a match that fails to start leaves no state file") {
  CHECK(run_match("--games 2 --engine name=C cmd=/nowhere depth=1 --state " + state).code == 1);
  CHECK(run_match("--games 2 --openings /dev/null --state " + state).code == 2);
  CHECK(run_match("--games 2 --state " + state).code == 0);
}

TEST_CASE("an engine that cannot play the game is an error before the first game") {
  // A chess-only engine: it is ready, and declares no variants.
  const std::string chess = "while read -r word; do case $word in uci) echo uciok;; isready) echo readyok;; esac; done";
  check_errors(run_match({"--engine", "name=C", "cmd=sh -c '" + chess + "'", "depth=1"}), 1,
               {"engine 'C': it cannot play english"});
}

// Starts of engines, cores, pauses, tags, latency.

TEST_CASE("restart=on restarts the engine for each game") {
  EngineMatch match(engine({"cmd=" + daemon(), "depth=1", "restart=on"}),
                    engine({"cmd=" + daemon(), "depth=1", "restart=off"}));
  for (int game = 1; game <= 3; ++game) {
    (void)match.play({}, up_to(2));
    CHECK(match.first.starts() == game);
    CHECK(match.second.starts() == 1);
  }
  CHECK_THROWS_WITH(engine({"cmd=x", "depth=1", "restart=always"}), "restart=always: on or off is needed");
}

TEST_CASE_METHOD(InFolder, "initstr= is sent first, and --affinity pins engines") {
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
  const auto core = std::to_string(usable_cores().front());
  CHECK(run_match("--games 2 --max-plies 4 --affinity " + core).code == 0);
}

TEST_CASE_METHOD(InFolder, "--wait pauses between games") {
  REQUIRE(run_match("--games 2 --max-plies 5 --wait 2000 --state " + state).code == 0);
  const auto lines = lines_of(read_file(state));
  REQUIRE(lines.size() == 3);
  CHECK(lines[2]["began"].get<int>() - lines[1]["began"].get<int>() >= 2);
}

TEST_CASE_METHOD(InFolder, "games files have time controls, event and site") {
  const auto of = [](const std::vector<std::string>& words) {
    auto all = words;
    all.emplace_back("cmd=x");
    return time_control_text(engine(all).time_control);
  };
  CHECK(of({"tc=1+0.01"}) == "1+0.01");
  CHECK(of({"tc=40/2:30"}) == "40/150");
  CHECK(of({"tc=40/60+0.6", "nodes=5"}) == "40/60+0.6");
  CHECK(of({"st=0.1"}) == "1/0.1");
  CHECK(of({"nodes=100"}) == "-");

  const auto games = directory.path("games");
  const auto play = [&](const Arguments& more) {
    std::filesystem::remove(games);
    std::filesystem::remove(state);
    Arguments all("--games 2 --max-plies 4 --games-file " + games + " --state " + state + " --each timemargin=60000");
    all += more;
    REQUIRE(run_match(all).code == 0);
    return read_file(games);
  };
  const auto same = play({"tc=60+1", "--event", "The \"open\"", "--site", "Here"});
  CHECK_THAT(same, has_text("[Event \"The \\\"open\\\"\"]\n[Site \"Here\"]\n"));
  CHECK(count(same, "[TimeControl \"60+1\"]\n") == 2);
  const auto other = play("--engine name=C cmd=" + daemon() + " tc=9+1 --format gauntlet");
  check_texts(other, {"[WhiteTimeControl \"9+1\"]\n[BlackTimeControl \"-\"]\n",
                      "[WhiteTimeControl \"-\"]\n[BlackTimeControl \"9+1\"]\n"});
  CHECK(merge(state + " --games-file " + directory.path("merged")).code == 0);
  CHECK(read_file(directory.path("merged")) == other);
}

TEST_CASE_METHOD(InFolder, "moves record the engine's report and the clock") {
  REQUIRE(run_match("--games 2 --max-plies 6 --state " + state + " --each tc=90+1 timemargin=60000").code == 0);
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
  CHECK(latency.ready.max == 2ms);
  CHECK(latency.beyond.mean() == 7500us);  // 10 ms are less than reported, 30 ms are 15 ms more
  CHECK(latency.beyond.max == 15ms);
  CHECK(latency_of(game, 0).beyond.max == 25ms);

  const auto shown = run_match("--games 2 --max-plies 6 --show-latency");
  check_texts(shown.output, {"latency of A: readyok after ", "latency of B: readyok after "});
  CHECK(run_match("--games 2 --max-plies 6").output.find("latency") == std::string::npos);
}
