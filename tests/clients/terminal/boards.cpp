#include "clients/terminal/crown.hpp"

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
