#include "clients/terminal/crown.hpp"

using namespace crownd::testing;

namespace {

const std::filesystem::path boards = std::filesystem::path(CROWND_SOURCE_DIR) / "tests/clients/terminal/boards";
const std::string first_prompt = "File name for initial configuration: ";

}  // namespace

TEST_CASE("board files are accepted or not as the specification says, and drawn as it draws them") {
  const Folder folder;
  int valid = 0, invalid = 0;
  for (const auto& entry : std::filesystem::directory_iterator(boards)) {
    if (entry.path().extension() != ".txt") continue;
    INFO(entry.path());
    const auto picture = std::filesystem::path(entry.path()).replace_extension(".picture");
    const auto run = crown(folder, "reduced-chess", entry.path().string() + "\nQUIT\n");
    CHECK(run.code == 0);
    CHECK(run.errors == "");
    if (std::filesystem::exists(picture)) {
      ++valid;
      CHECK(run.out.starts_with(first_prompt + "The initial configuration is:\n" + text_of_file(picture)));
    } else {
      ++invalid;
      CHECK(run.out == first_prompt + "This is not a valid file. " + first_prompt);
    }
  }
  CHECK(valid > 15);
  CHECK(invalid > 25);
}

TEST_CASE("what is stored is the board that was shown") {
  for (const auto& entry : std::filesystem::directory_iterator(boards)) {
    if (entry.path().extension() != ".picture") continue;
    INFO(entry.path());
    const Folder folder;
    const auto board = std::filesystem::path(entry.path()).replace_extension(".txt").string();
    const auto stored = crown(folder, "reduced-chess", board + "\nQUIT\nstored.txt\n");
    if (stored.out.find("Game over") != std::string::npos) continue;
    CHECK(stored.out.ends_with(
        "Next move of White: File name to store the configuration: The game configuration saved.\n"));
    const auto again = crown(folder, "reduced-chess", "stored.txt\n");
    CHECK(again.out ==
          first_prompt + "The initial configuration is:\n" + text_of_file(entry.path()) + "Next move of White: ");
  }
}

TEST_CASE("a folder, a device without end and a name that is missing are no board files") {
  const Folder folder;
  const auto run = crown(folder, "reduced-chess", ".\n/dev/zero\nmissing.txt\n\nQUIT\n");
  std::string expected = first_prompt;
  for (int i = 0; i < 4; ++i) expected += "This is not a valid file. " + first_prompt;
  CHECK(run.out == expected);
  CHECK(run.code == 0);
}

TEST_CASE("where a board cannot be stored, the file is asked for again and nothing is lost") {
  const Folder folder;
  const auto run =
      crown(folder, "reduced-chess", (boards / "mb_ok.txt").string() + "\nQUIT\n/nowhere/at/all\n.\n\nstored.txt\n");
  const std::string prompt = "File name to store the configuration: ";
  CHECK(run.out.ends_with("Next move of White: " + prompt + prompt + prompt + prompt +
                          "The game configuration saved.\n"));
  CHECK(run.errors.find("cannot write /nowhere/at/all: No such file or directory") != std::string::npos);
  CHECK(text_of_file(folder / "stored.txt") == "5\nKa1\nKe5, Rc4\n");
  CHECK(run.code == 0);
}
