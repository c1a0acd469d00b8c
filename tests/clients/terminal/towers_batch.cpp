#include "clients/terminal/crown.hpp"

using namespace crownd::testing;

namespace {

const std::filesystem::path examples = std::filesystem::path(CROWND_SOURCE_DIR) / "tests/games/towers/batch";

}  // namespace

TEST_CASE("recorded games of towers come out byte for byte") {
  const Folder folder;
  int games = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(examples)) {
    if (entry.path().extension() != ".in") continue;
    INFO(entry.path());
    const auto run = crown(folder, "towers", text_of_file(entry.path()));
    CHECK(run.out == text_of_file(std::filesystem::path(entry.path()).replace_extension(".out")));
    CHECK(run.errors == "");
    CHECK(run.code == 0);
    ++games;
  }
  CHECK(games == 12);
}

TEST_CASE("each wrong action of towers is told by its own line") {
  const std::pair<std::string, std::string> cases[] = {
      {"I4-E6", "Source cell is outside of the board."},
      {"A0-B1", "Source cell is outside of the board."},
      {"I9-J9", "Source cell is outside of the board."},
      {"A6-B9", "Target cell is outside of the board."},
      {"A4-B3", "Source cell is empty."},
      {"A4-A4", "Source cell is empty."},
      {"A6-B7", "Target cell is not empty."},
      {"B1-A2", "Target cell is not empty."},
      {"H3-G4", "Source cell holds opponent's piece/tower."},
      {"A6-A5", "Illegal action."},
      {"A6-C4", "Illegal action."},
      {"hello", "Illegal action."},
      {"A6", "Illegal action."},
  };
  const Folder folder;
  for (const auto& [action, error] : cases) {
    INFO(action);
    const auto run = crown(folder, "towers", action + "\nG6-F5\n");
    CHECK(last_line(run.out) == "ERROR: " + error + "\n");
    CHECK(run.out.find("ACTION") == std::string::npos);
    CHECK(run.code == 0);
  }
}

TEST_CASE("the batch form of towers does not mind how its lines end, nor what follows the command") {
  const Folder folder;
  const auto plain = crown(folder, "towers", "G6-F5\nH3-G4\nA\n").out;
  CHECK(plain.find("*** BLACK ACTION #3: F5-H3\n") != std::string::npos);
  CHECK(crown(folder, "towers", "G6-F5\r\nH3-G4\r\nA\r\n").out == plain);
  CHECK(crown(folder, "towers", "\n  G6-F5 \n\n\nH3-G4\n\nA").out == plain);
  CHECK(crown(folder, "towers", "G6-F5\nH3-G4\nA\nP\nnonsense\n").out == plain);
  CHECK(last_line(crown(folder, "towers", "").out) == "   +---+---+---+---+---+---+---+---+\n");
}
