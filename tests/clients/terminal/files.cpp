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
