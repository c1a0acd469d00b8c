#include "clients/terminal/crown.hpp"

using namespace crownd::testing;

namespace {

struct Course {
  std::string game;
  std::string flags;  ///< two people, and the start position
  std::string moves;
};

const Course courses[] = {
    {"english", "--a human --b human", "11-15\n23-19\n8-11\n22-17\n"},
    {"english", "--a human --b human --position ..............a.....b..........B:a", "18-14\n1-6\n"},
    {"spanish", "--w human --b human", "10-14\n23-19\n14x23\n28x19\n"},
    {"spanish", "--w human --b human --position B:WK1,3:B30,K32", "30-26\n1-10\n"},
    {"stupid", "--r human --b human", "B2B6\nA7B6\nA1A2\n"},
    {"towers", "--b human --w human", "C6-D5\nF3-E4\nD5-F3\n"},
    {"reduced-chess", "--w human --b human", "a1b2\nb4b5\n"},
    {"reduced-chess", "--w human --b human --position '4 Ka1 Kd4,Rc3 b'", "d4d3\n"},
};

std::string last_lines(const std::string& text, int count) {
  auto at = text.size();
  for (int i = 0; i <= count && at != 0; ++i) at = text.rfind('\n', at - 1);
  return text.substr(at + 1);
}

}  // namespace

TEST_CASE_METHOD(InFolder, "files with other content are not overwritten") {
  const auto keeps = [&](const std::string& file, const std::string& flags, const std::string& input) {
    INFO(flags << ": " << input);
    const auto before = read_file(folder / file);
    const auto run = crown(flags, input);
    CHECK(run.code == 0);
    CHECK(read_file(folder / file) == before);
    return contains(last_lines(run.out, 1), file + " holds something else than a saved ");
  };
  const auto replaces = [&](const std::string& file, const std::string& flags, const std::string& input) {
    INFO(flags << ": " << input);
    return crown(flags, input).out.ends_with("\nSaved in " + file + ".\n");
  };
  for (const auto& course : courses) {
    if (course.flags.ends_with(" b'")) continue;  // a board file has White to move
    const auto players = course.game + " " + course.flags.substr(0, course.flags.find(" --position"));
    const std::string first = course.moves.substr(0, course.moves.find('\n') + 1);
    for (const std::string file : {"game", "position", "notes", "empty", "other"})
      std::filesystem::remove(folder / file);
    make_file(folder / "empty", "");
    make_file(folder / "notes", "Buy bread, milk and 2 eggs.\n");
    make_file(folder / "other", "/* main.c */\nint main(void) { return 0; }\n");
    const auto flags = course.game + " " + course.flags;
    CHECK(replaces("game", flags, first + "save game\n"));
    CHECK(keeps("game", flags, "save position game\n"));
    CHECK(replaces("game", players + " --file game", "undo\nsave game\n"));
    CHECK(replaces("game", flags, first + "save game\n"));
    CHECK(replaces("position", flags, "save position position\n"));
    CHECK(replaces("position", flags, "save position position\n"));
    for (const std::string file : {"notes", "other"})
      for (const std::string command : {"save ", "save position "}) CHECK(keeps(file, flags, command + file + "\n"));
    CHECK(replaces("empty", flags, "save empty\n"));
  }
  // Several games, and a board file.
  make_file(folder / "games", "1. 11-15 *\n\n1. 9-13 *\n");
  CHECK(keeps("games", "english --file games", "save games\n"));
  make_file(folder / "list", "game towers\nG6-F5\n");
  CHECK(replaces("list", "towers --white human --file list", "save list\n"));
  make_file(folder / "plan", "game plan for today: towers\n");
  CHECK(keeps("plan", "towers --white human", "save plan\n"));
  make_file(folder / "board", "5\nKc5,Ra2\nKb3\n");
  CHECK(keeps("board", "reduced-chess --black human --file board", "save board\n"));
  CHECK(replaces("board", "reduced-chess --black human --file board", "save position board\n"));
}

TEST_CASE_METHOD(InFolder, "a saved game is loaded with its position and all its moves") {
  for (const auto& course : courses) {
    INFO(course.game << " " << course.flags);
    const auto players = course.flags.substr(0, course.flags.find(" --position"));
    const auto saved = crown(course.game + " " + course.flags, course.moves + "save one\n");
    REQUIRE(saved.out.ends_with("Saved in one.\n"));
    const auto board = last_lines(saved.out.substr(0, saved.out.rfind("Saved")), 6);

    // By the command and by the flag; saving it again gives the same file.
    const auto loaded = crown(course.game + " " + players, "load one\nsave two\n");
    CHECK(loaded.out.ends_with(board + "Saved in two.\n"));
    CHECK(read_file(folder / "two") == read_file(folder / "one"));
    const auto begun = crown(course.game + " " + players + " --file one", "undo\nundo\nsave three\n");
    CHECK(begun.out.find(board) != std::string::npos);
    CHECK(read_file(folder / "three") != read_file(folder / "one"));
  }
}
