// What is reported before the first game: errors in a command line, and likely errors.
#include "clients/match/program.hpp"
#include "match/command_line.hpp"
#include "support/catch.hpp"

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

TEST_CASE("a warning says when all games begin in the start position") {
  const Arguments match{match_program(), "--game",   "english", "--each",      "depth=1", "cmd=" + daemon(), "--engine",
                        "name=A",        "--engine", "name=B",  "--max-plies", "2",       "--games"};
  const auto games = [&](const Arguments& more) {
    auto arguments = match;
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments).errors;
  };
  CHECK_THAT(games({"4"}), has_text("all games begin in the start position; --openings FILE or"));
  CHECK(games({"2"}).empty());
  CHECK(games({"4", "--random-plies", "1"}).empty());
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
