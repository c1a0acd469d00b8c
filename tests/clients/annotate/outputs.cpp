// The page, the JSON lines and the puzzles.
#include "clients/annotate/program.hpp"
#include "connection/engine.hpp"
#include "support/read_games.hpp"

#include <regex>

using namespace crownd::annotate::test;
namespace connection = crownd::connection;

namespace {

/// White loses a won ending at once, gives a man away, and draws where one move wins.
constexpr auto endings =
    "[GameType \"21\"]\n[FEN \"W:WK6,K10:BK1\"]\n[White \"<Eve> & \\\"co\\\"\"]\n\n1. 10-7 1x10x3 *\n\n"
    "[GameType \"21\"]\n[White \"</script>\"]\n\n1. 11-15 23-19 2. 8-11 19-16 3. 12x19 22-17 *\n\n"
    "[GameType \"21\"]\n[FEN \"W:W16,K22:BK12\"]\n\n1. 22-18 12x19 *\n";

}  // namespace

TEST_CASE("the page refers to nothing outside itself, and no name of a player is markup") {
  const TemporaryFolder folder;
  const auto outcome = run({"-", "--nodes", "2000", "--html", folder.path("page.html")}, endings);
  CHECK(outcome.errors.empty());
  const auto page = read_file(folder.path("page.html"));
  CHECK(page.starts_with("<!DOCTYPE html>"));
  CHECK(contains(page, "default-src 'none'"));
  auto without_namespace = page;
  for (const std::string name = "http://www.w3.org/2000/svg"; contains(without_namespace, name);)
    without_namespace.replace(without_namespace.find(name), name.size(), "");
  CHECK(!contains(without_namespace, "://"));
  CHECK(!contains(page, "src="));
  CHECK(!contains(page, "url(//"));
  CHECK(!contains(page, "@import"));
  const std::regex reference("href=\"([^\"]*)\"");
  for (auto found = std::sregex_iterator(page.begin(), page.end(), reference); found != std::sregex_iterator(); ++found)
    CHECK((*found)[1].str().starts_with("#"));
  CHECK(contains(page, "&lt;Eve&gt; &amp; &quot;co&quot;"));
  CHECK(!contains(page, "<Eve>"));
  CHECK(contains(page, "id=\"g1m1\""));
  CHECK(contains(page, "Longest wins missed"));
}

TEST_CASE("what people have written is on the page, marked, and their moves can be clicked") {
  const auto game =
      "[GameType \"21\"]\n\n{at <night>} 1. 11-15! {[%clk 0:05] quick} (1. 9-13 {Edinburgh} 22-18 (1... 24-20 2. 5-9) "
      "2. 12-16 77-88 3. 1-1) 23-19 $14 2. 8-11 {+0.12/9 0.034s} 19-16? *\n";
  const TemporaryFolder folder;
  const auto games = folder.write("games.pdn", game);
  const Arguments flags{"--nodes", "2000", "--out", folder.path("out"), "--html", folder.path("page.html")};
  auto arguments = flags;
  arguments.insert(arguments.begin(), games);
  CHECK(run(arguments).code == 0);
  const auto page = read_file(folder.path("page.html"));
  CHECK(contains(page, "<span class=\"comment people\">at &lt;night&gt;</span>"));
  CHECK(contains(page, "11-15<span class=\"people\">!</span></a>"));
  CHECK(contains(page, "<span class=\"comment people\">quick</span>"));
  CHECK(contains(page, "<span class=\"people\"> $14</span>"));
  CHECK(!contains(page, "0.034s"));
  CHECK(contains(page, "<button type=\"button\" data-line=\"0-0\" data-step=\"2\">12-16</button> 77-88"));
  CHECK(contains(page,
                 "(<span class=\"number\">1...</span><button type=\"button\" data-line=\"0-1\" data-step=\"0\">24-20"));
  const auto positions = page.substr(page.find("\"lines\":{"));
  CHECK(contains(positions, "\"0-0\":[["));
  CHECK(contains(positions, "\"0-1\":[["));

  const auto again = folder.path("again.html");
  CHECK(run({folder.path("out/games.pdn"), "--nodes", "2000", "--html", again}).code == 0);
  const auto count = [](const std::string& text) {
    const std::regex variation("class=\"variation people\"");
    return std::distance(std::sregex_iterator(text.begin(), text.end(), variation), std::sregex_iterator());
  };
  INFO("a better line of the first run is no person's");
  CHECK(count(page) == 1);
  CHECK(count(read_file(again)) == 1);
}

TEST_CASE("each game is a line of JSON") {
  const TemporaryFolder folder;
  const auto outcome = run({"-", "--nodes", "2000", "--json", folder.path("json")}, endings);
  CHECK(outcome.errors.empty());
  const auto lines = lines_of(read_file(folder.path("json")));
  REQUIRE(lines.size() == 3);
  const auto& first = lines[0];
  CHECK(first["number"] == 1);
  CHECK(first["game"] == "english");
  CHECK(first["tags"]["White"] == "<Eve> & \"co\"");
  REQUIRE(first["moves"].size() == 2);
  const auto& blunder = first["moves"][0];
  CHECK(blunder["text"] == "10-7");
  CHECK(blunder["loss"] == 1000);
  CHECK(blunder["judgement"] == "Blunder");
  CHECK(blunder["exact-before"].get<std::string>().starts_with("win "));
  CHECK(blunder["exact"].get<std::string>().starts_with("loss "));
  CHECK(!blunder["better"].empty());
  for (const auto& line : lines)
    for (const auto& move : line["moves"]) {
      CHECK((move.contains("cp") || move.contains("mate")));
      CHECK(move["wdl"].size() == 3);
      CHECK(move["loss"].get<int>() >= 0);
      CHECK(!move["best"].get<std::string>().empty());
      if (move["best"] == move["move"]) CHECK(move["loss"] == 0);
    }
}

TEST_CASE("a puzzle has exactly one good move, the first of its solution") {
  const TemporaryFolder folder;
  const auto outcome = run({"-", "--nodes", "3000", "--out", folder.path("out"), "--puzzles", "5"}, endings);
  CHECK(outcome.code == 0);
  connection::Source source({daemon()}, connection::Errors::discarded);
  connection::Engine engine(source);
  int puzzles = 0;
  int last_difficulty = 0;
  for (const auto& puzzle : crownd::testing::games_of(read_file(folder.path("out/puzzles.pdn")))) {
    ++puzzles;
    REQUIRE(puzzle.tag("FEN") != nullptr);
    CHECK(puzzle.line.moves.size() % 2 == 1);
    const auto& comment = puzzle.line.moves.front().comments.front();
    const std::string word = "difficulty ";
    const int difficulty = std::stoi(comment.substr(comment.find(word) + word.size()));
    CHECK(difficulty >= last_difficulty);
    last_difficulty = difficulty;
    engine.set_position("english", puzzle.start());
    CHECK(engine.legal_moves().size() > 1);
    const auto probe = engine.probe();
    if (probe.position.verdict != crownd::wire::Verdict::win) continue;
    int wins = 0;
    for (const auto& [move, exact] : probe.moves)
      if (exact.verdict == crownd::wire::Verdict::win) {
        ++wins;
        CHECK(move == puzzle.line.moves.front().text);
      }
    CHECK(wins == 1);
  }
  CHECK(puzzles >= 1);
}
