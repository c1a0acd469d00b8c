// What is reported before the first game: errors in a command line, and likely errors.
#include "clients/match/program.hpp"
#include "match/command_line.hpp"
#include "support/catch.hpp"

#include <algorithm>

using namespace crownd::match;
using namespace crownd::match::test;
using crownd::testing::has_text;

TEST_CASE("a wrong command line is explained, with exit code 2") {
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
  CHECK_THAT(refused(with({"--draw", "plies=30", "score=much"})), contains("score=much: a number is needed"));
  CHECK_THAT(refused(with({"--engine", "name=A", "cmd=x", "depth=1"})), contains("two engines are called 'A'"));
}

TEST_CASE("several words in one argument are refused with what would be right") {
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
                         .settings.rules;
  CHECK(rules.engines.front().name == "A b=c");
  CHECK(rules.adjudication.draw_plies == 30);
  CHECK(rules.adjudication.draw_score == 15);
  CHECK(rules.adjudication.draw_from == 7);
  CHECK(rules.adjudication.win_plies == 4);
  CHECK(rules.adjudication.one_sided);
}

TEST_CASE("a game is called as the referee calls it") {
  const auto game = GENERATE(as<std::string>(), "chess", "English", "ludo");
  const auto outcome = run({match_program(), "--game", game, "--each", "depth=1", "cmd=" + daemon(), "--engine",
                            "name=A", "--engine", "name=B"});
  CHECK(outcome.code == 1);
  CHECK_THAT(outcome.errors, has_text("there is no game '" + game + "'; ") && has_text("he games are english, "));
}

TEST_CASE("without a choice of openings games differ, and it is said how they begin") {
  const TemporaryDirectory directory;
  const auto played = [&](const std::string& game, const Arguments& more) {
    Arguments arguments{match_program(),        "--game",   game,      "--each",   "depth=1",
                        "cmd=" + daemon(),      "--engine", "name=A",  "--engine", "name=B",
                        "--max-plies",          "12",       "--games", "12",       "--json",
                        directory.file("json"), "--append"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
  };
  const auto different = [&] {
    return lines_of(read_file(directory.file("json"))).back()["different-games"].get<int>();
  };
  // From a start of its own each opening is played twice, by engines that are the same.
  for (const std::string game : {"english", "reduced-chess", "spanish", "towers"}) {
    INFO(game);
    const auto outcome = played(game, {});
    CHECK_THAT(outcome.errors, has_text("/share/crownd/openings/" + game + "-"));
    CHECK(different() == 6);
    CHECK_THAT(outcome.output, has_text("different games: 6 of 12; repeated games make"));
  }
  const auto without_openings = played("stupid", {});
  CHECK_THAT(without_openings.errors,
             has_text("openings: 6 random plies; --openings, --random-plies and --from-start"));
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

TEST_CASE("an option that an engine does not have, or not with this value, is found before the first game") {
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
  CHECK_THAT(errors(engine_c("option.Treads=4"), 1),
             has_text("engine 'C': option.Treads=4: it does not list this option; did you mean 'Threads'? it answers "
                      "'error bad-argument "));
  CHECK_THAT(errors(engine_c("option.Hash=abc"), 1),
             has_text("engine 'C': option.Hash=abc: a whole number from 1 to "));
  CHECK_THAT(errors(engine_c("option.Hash="), 1), has_text("a whole number from 1 to "));
  CHECK_THAT(errors(engine_c("option.Ponder=maybe"), 1), has_text("true or false is needed"));
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
  CHECK_THAT(some, has_text("engine 'C': option.Hash=2: it does not list this option"));
  CHECK(count(some, "does not list") == 1);
  // An engine that complains in words of its own.
  CHECK_THAT(errors({"--engine", "name=C", plain, "depth=1", "option.Hush=2"}, 1),
             has_text("it does not list this option; it answers 'No such option: Hush'; initstr= sends"));
}

TEST_CASE("the first loss on time names the settings that help") {
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
  CHECK_THAT(late.output, has_text("moves later than the limit, but within timemargin: slow 2 (longest "));
}

TEST_CASE("a match that cannot begin leaves no state file") {
  const TemporaryDirectory directory;
  const auto state = directory.file("state");
  CHECK(
      run(match_arguments({"--games", "2", "--engine", "name=C", "cmd=/nowhere", "depth=1", "--state", state})).code ==
      1);
  CHECK(run(match_arguments({"--games", "2", "--openings", "/dev/null", "--state", state})).code == 2);
  CHECK(run(match_arguments({"--games", "2", "--state", state})).code == 0);
}

TEST_CASE("an engine that cannot play the game is found before the first game") {
  // A chess-only engine: it is ready, and declares no variants.
  const std::string chess = "while read -r word; do case $word in uci) echo uciok;; isready) echo readyok;; esac; done";
  const auto outcome = run(match_arguments({"--engine", "name=C", "cmd=sh -c '" + chess + "'", "depth=1"}));
  CHECK(outcome.code == 1);
  CHECK(outcome.errors.find("engine 'C': it cannot play english") != std::string::npos);
}
