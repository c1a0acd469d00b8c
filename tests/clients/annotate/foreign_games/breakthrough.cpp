#include "foreign_games/programs.hpp"
#include "support/catch.hpp"

using namespace crownd::testing;

namespace {

const std::string name = "breakthrough";

}  // namespace

TEST_CASE("crown-annotate analyses breakthrough, and finds the winning move") {
  const TemporaryFolder folder;
  std::ofstream(folder.path("games.txt")) << "p7/P7/8/7p/8/8/3p3P/8 w moves h2h3 d2d1\n"
                                             "startpos moves d2d3 d7d6 a2b3\n";
  const auto annotated =
      run(folder, "crown-annotate games.txt --game " + name + " --depth 4 --out notes --json games.json --puzzles 2",
          {"crown-annotate"});
  INFO(annotated.text);
  CHECK(annotated.code == 0);
  const auto json = read_file(folder.path("games.json"));
  CHECK(contains(json, "\"judgement\":\"Blunder\""));
  CHECK(contains(json, "\"better\":[\"a7b8"));
  CHECK(contains(read_file(folder.path("notes/games.txt")), "h2h3??"));
  CHECK(contains(read_file(folder.path("notes/puzzles.txt")), "a7b8"));
}
