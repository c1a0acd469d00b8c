// How many searches a game takes.
#include "clients/annotate/program.hpp"

using namespace crownd::annotate::test;

namespace {

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

}  // namespace

TEST_CASE("a position without a choice is not searched: the one after it says what it is worth") {
  const TemporaryFolder folder;
  const auto said = folder.path("said");
  const auto engine = folder.write("engine", "tee -a " + said + " | " + daemon() + "\n");
  // 15x22 is forced; 25x18 and 26x17 are two ways to take back.
  const auto games = folder.write("games.pdn", "[GameType \"21\"]\n\n1. 11-15 22-18 2. 15x22 25x18 *\n");
  const auto json = folder.path("json");
  const auto outcome = run({games, "--depth", "6", "--blunder", "99", "--mistake", "98", "--inaccuracy", "97",
                            "--engine", "sh " + engine, "--workers", "1", "--json", json});
  REQUIRE(outcome.code == 0);
  const auto moves = lines_of(read_file(json)).front()["moves"];
  REQUIRE(moves.size() == 4);
  const auto commands = read_file(said);
  CHECK(count(commands, "ucinewgame") == 1);
  CHECK(count(commands, "go depth 6") == 4);
  const auto& before = moves[1];
  const auto& forced = moves[2];
  CHECK(forced["best"] == "15x22");
  CHECK(forced["loss"] == 0);
  CHECK(forced["depth"] == 6);
  CHECK(before["depth"] == 7);
  CHECK(before["cp"].get<int>() == -forced["cp"].get<int>());
}
