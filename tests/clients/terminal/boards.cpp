#include "clients/terminal/crown.hpp"

#include <sys/stat.h>

using namespace crownd::testing;

namespace {

const std::filesystem::path boards = std::filesystem::path(CROWND_SOURCE_DIR) / "tests/clients/terminal/boards";
const std::string first_prompt = "File name for initial configuration: ";

/// The prompts for a file if so many names are refused.
std::string prompts(int refused) {
  return first_prompt + (refused == 0 ? "" : "This is not a valid file. " + prompts(refused - 1));
}

}  // namespace

TEST_CASE_METHOD(InFolder, "board files are accepted, refused and drawn as specified") {
  int valid = 0, breaches = 0;
  std::set<std::string> texts;
  for (const auto& entry : std::filesystem::directory_iterator(boards)) {
    if (entry.path().extension() != ".txt") continue;
    INFO(entry.path());
    const auto name = entry.path().stem().string();
    const auto picture = std::filesystem::path(entry.path()).replace_extension(".picture");
    const auto run = played("reduced-chess", entry.path().string() + "\nQUIT\n");
    CHECK(texts.insert(read_file(entry.path())).second);
    if (name.starts_with("valid_")) {
      ++valid;
      const auto cells = read_file(picture);
      CHECK(!cells.empty());
      CHECK(run.starts_with(first_prompt + "The initial configuration is:\n" + cells));
    } else {
      ++breaches;
      CHECK(name.starts_with("breach_"));
      CHECK(!std::filesystem::exists(picture));
      CHECK(run == prompts(1));
    }
  }
  CHECK(valid == 25);
  CHECK(breaches == 72);
}

TEST_CASE_METHOD(InFolder, "the stored board is the one on display") {
  for (const auto& entry : std::filesystem::directory_iterator(boards)) {
    if (entry.path().extension() != ".picture") continue;
    INFO(entry.path());
    const auto board = std::filesystem::path(entry.path()).replace_extension(".txt").string();
    const auto stored = crown("reduced-chess", board + "\nQUIT\nstored.txt\n");
    if (stored.out.find("Game over") != std::string::npos) continue;
    CHECK(stored.out.ends_with(
        "Next move of White: File name to store the configuration: The game configuration saved.\n"));
    const auto again = crown("reduced-chess", "stored.txt\n");
    CHECK(again.out ==
          first_prompt + "The initial configuration is:\n" + read_file(entry.path()) + "Next move of White: ");
  }
}

TEST_CASE_METHOD(InFolder, "any number of spaces is allowed around commas") {
  for (const std::size_t count : {std::size_t{300'000}, std::size_t{3} << 20}) {
    INFO(count);
    const std::string spaces(count, ' ');
    make_file(folder / "valid", "3\n" + spaces + "Ka1" + spaces + "," + spaces + "Rb1\nKc3" + spaces + "," + spaces);
    CHECK(crown("reduced-chess", "valid\nQUIT\nstored\n").out.ends_with("The game configuration saved.\n"));
    CHECK(read_file(folder / "stored") == "3\nKa1, Rb1\nKc3\n");
    CHECK(crown("reduced-chess --file valid --black human").code == 0);

    make_file(folder / "piece", "3\nKa1\nKc3" + spaces + ",Rc3\n");
    make_file(folder / "square", "3\nKa" + spaces + "1\nKc3\n");
    make_file(folder / "number", "1" + spaces + "0\nKa1\nKc3\n");
    make_file(folder / "fourth line", "3\nKa1\nKc3\n" + std::string(count, '\n') + "Rb2\n");
    const auto run = crown("reduced-chess", "piece\nsquare\nnumber\nfourth line\nQUIT\n");
    CHECK(run.out == prompts(4));
  }
}

TEST_CASE_METHOD(InFolder, "a move is exactly two squares") {
  const auto play = [&](const std::string& board, const std::string& move) {
    const auto run = crown("reduced-chess --depth 1", board + "\n" + move + "\n");
    return run.out.find("The configuration after White's move is:") != std::string::npos;
  };
  const auto example = (boards / "valid_specification_example.txt").string();
  CHECK(play(example, "a1b2"));
  for (const std::string move :
       {"a1xb2", "ba1b2", "Ba1b2", "ra2a3", "a01b2", "a1b02", "a1b2x", "a1b2+", "a1", "a1b", "ab2", "a1b2b3", "a1 b2",
        "a0b2", "a1b27", "a1b2147483650", "a1b18446744073709551618"}) {
    INFO(move);
    CHECK(!play(example, move));
  }
  make_file(folder / "large", "26\nKa10, Rb9\nKz1\n");
  for (const std::string move : {"a10a9", "a10b11", "b9b26", "b9z9"}) {
    INFO(move);
    CHECK(play("large", move));
  }
}

TEST_CASE_METHOD(InFolder, "a folder, an endless device and a missing name are not board files") {
  const auto run = crown("reduced-chess", ".\n/dev/zero\nmissing.txt\n\nQUIT\n");
  CHECK(run.out == prompts(4));
  CHECK(run.code == 0);
}

TEST_CASE_METHOD(InFolder, "if a board cannot be stored, the dialogue asks for another file") {
  const auto run = crown("reduced-chess", (boards / "valid_last_comma_of_black.txt").string() +
                                              "\nQUIT\n/nowhere/at/all\n.\n\nstored.txt\n");
  const std::string prompt = "File name to store the configuration: ";
  CHECK(run.out.ends_with("Next move of White: " + prompt + prompt + prompt + prompt +
                          "The game configuration saved.\n"));
  CHECK(run.errors.find("cannot write /nowhere/at/all: No such file or directory") != std::string::npos);
  CHECK(read_file(folder / "stored.txt") == "4\nKd2, Ba4\nKb4, Rc3\n");
  CHECK(run.code == 0);
}

TEST_CASE_METHOD(InFolder, "a pipe or a device is neither read nor written") {
  REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
  make_file(folder / "board", "3\nKa1\nKc3\n");
  const std::string prompt = "File name to store the configuration: ";
  const auto run = crown("reduced-chess", "pipe\n/dev/ptmx\nboard\nQUIT\npipe\n/dev/full\n/dev/null\nstored\n");
  CHECK(run.code == 0);
  CHECK(run.out.starts_with(prompts(2) + "The initial configuration is:\n"));
  CHECK(run.out.ends_with(prompt + prompt + prompt + prompt + "The game configuration saved.\n"));
  const auto read = crown("english --file pipe");
  CHECK(read.code == 1);
  CHECK(read.errors == "crown: cannot read pipe: it is a pipe; a regular file is needed\n");
  const auto saved = crown("english", "save pipe\nload pipe\n");
  CHECK(saved.out.find("save: cannot write pipe: it is a pipe or a device; a regular file is needed.\n") !=
        std::string::npos);
  CHECK(saved.out.ends_with("load: cannot read pipe: it is a pipe; a regular file is needed.\n"));
}

TEST_CASE_METHOD(InFolder, "a saved game with a byte order mark is read") {
  make_file(folder / "game.txt", "\xEF\xBB\xBFgame towers\nstart startpos\nG6-F5\n");
  make_file(folder / "game.pdn", "\xEF\xBB\xBF[GameType \"21\"]\n1. 9-14 *\n");
  CHECK(crown("towers --file game.txt", "quit\n").code == 0);
  CHECK(crown("english --file game.pdn").out.ends_with("White (a) to move.\n"));
}
