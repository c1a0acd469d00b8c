// What is read, and what is skipped.
#include "reading/inputs.hpp"

#include "clients/annotate/program.hpp"
#include "support/read_games.hpp"

using namespace crownd::annotate;
using namespace crownd::annotate::test;
namespace reading = crownd::reading;
using crownd::testing::has_text;

namespace {

std::vector<reading::InputGame> games_in(const std::string& text) {
  const TemporaryFolder folder;
  crownd::testing::ReadingDaemon reader;
  std::vector<reading::InputGame> games;
  reading::read_files(reader.exchange(), "", {folder.write("games", text)},
                      [&](reading::InputGame&& game) { games.push_back(std::move(game)); });
  return games;
}

}  // namespace

TEST_CASE("games, lists of moves and positions with moves are read") {
  CHECK(games_in(two_games).size() == 2);
  const auto list = games_in("# openings\n11-15 23-19\n\nB:W21-32:B1-12 moves 9-14 22-18\n1. 10-15 22-18 2. 15x22\n");
  REQUIRE(list.size() == 3);
  CHECK(list[0].game.text.moves() == std::vector<std::string>{"11-15", "23-19"});
  CHECK(list[1].game.start == "B:W21-32:B1-12");
  CHECK(list[1].game.line == 4);
  CHECK(list[2].game.text.moves().size() == 3);
  CHECK(games_in("1. 11-15 23-19\n2. 8-11 *\n").size() == 1);
  CHECK(games_in("").empty());
}

TEST_CASE("a game that cannot be read is recorded by its number, and the next one is read") {
  const auto games = games_in(
      "[Event \"one\"]\n\n1. 11-15 *\n\n[Event \"two\"]\n\n1. 9-14 {never closed\n\n[Event \"three\"]\n[Site \"x\"]\n\n"
      "1. 10-14 *\n");
  REQUIRE(games.size() == 3);
  CHECK(games[1].number == 2);
  CHECK(games[1].game.line == 5);
  CHECK_THAT(games[1].damage, has_text("line 7"));
  CHECK(games[2].number == 3);
  CHECK(games[2].game.line == 9);
  CHECK(*games[2].game.text.tag("Event") == "three");
}

TEST_CASE("damaged games are reported by number and skipped, and the exit code says so") {
  const std::string text =
      "[GameType \"21\"]\n\n1. 11-15 23-19 *\n\n[GameType \"21\"]\n\n1. 11-15 23-17 *\n\n[GameType \"21\"]\n\n1. 9-14 "
      "{open\n\n"
      "[GameType \"20\"]\n\n1. 32-28 *\n\n[GameType \"21\"]\n\n*\n\n[GameType \"21\"]\n\n1. 9-13 22-18 *\n";
  const auto outcome = run({"-", "--depth", "1"}, text);
  CHECK(outcome.code == 3);
  CHECK_THAT(outcome.errors, has_text("standard input, game 2 (line 5) is skipped: line 7: 23-17: "));
  CHECK_THAT(outcome.errors, has_text("standard input, game 3 (line 9) is skipped: line 11: "));
  CHECK_THAT(outcome.errors, has_text("game 4 (line 13) is skipped: line 13: GameType 20 is international draughts"));
  CHECK(!contains(outcome.errors, "game 5"));
  CHECK(contains(outcome.output, "9-13"));
  CHECK(contains(outcome.output, "11-15"));
  CHECK(!contains(outcome.output, "23-17"));
}

TEST_CASE("the game is found by its moves where no tag names it") {
  const auto lines = [](const std::string& text, const Arguments& more = {}) {
    const TemporaryFolder folder;
    Arguments arguments{"-", "--depth", "1", "--json", folder.path("json")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const auto outcome = run(arguments, text);
    CHECK(outcome.errors.empty());
    CHECK(outcome.output.empty());
    return lines_of(read_file(folder.path("json")));
  };
  CHECK(lines("G6-F5 D3-C4\n").front()["game"] == "towers");
  CHECK(lines("11-15 23-19\n").front()["game"] == "english");
  CHECK(lines("9-13 23-19\n", {"--game", "spanish"}).front()["game"] == "spanish");
}

TEST_CASE("mistakes in a command line are named, with what would be right") {
  const TemporaryFolder folder;
  const auto games = folder.write("games.pdn", two_games);
  const auto refusal = [&](const Arguments& arguments, int code) {
    const auto outcome = run(arguments);
    CHECK(outcome.code == code);
    return outcome.errors;
  };
  CHECK_THAT(refusal({}, 2), has_text("a file of games is needed, or - for standard input"));
  CHECK_THAT(refusal({games, "--mistake", "30"}, 2), has_text("nor --mistake above --blunder"));
  CHECK_THAT(refusal({games, "--puzzles", "3"}, 2), has_text("--out"));
  CHECK_THAT(refusal({games, "--connect", "a:1", "--connect", "b:2", "--connect", "c:3", "--token-file", "t",
                      "--token-file", "u"},
                     2),
             has_text("--token-file is given 2 times; once for all daemons, or once for each --connect"));
  CHECK_THAT(refusal({folder.path("none.pdn")}, 1), has_text("cannot be read"));
  CHECK_THAT(refusal({games, "--out", folder.path("")}, 1), has_text("is one of the files that are read"));
  CHECK_THAT(refusal({games, "--html", folder.write("page.html", "mine")}, 1), has_text("--force replaces it"));
  CHECK_THAT(refusal({games, "--connect", "127.0.0.1:1"}, 1), has_text("127.0.0.1:1"));
  CHECK_THAT(refusal({games, "--state", games}, 1), has_text("is one of the files that are read"));
  CHECK_THAT(refusal({games, "--state", folder.write("state", "mine")}, 1),
             has_text("is no state file of crown-annotate"));
}
