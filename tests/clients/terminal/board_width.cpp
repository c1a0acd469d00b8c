#include "clients/terminal/pseudo_terminal.hpp"
#include "support/game_names.hpp"

#include <algorithm>
#include <sstream>
#include <vector>

using namespace crownd::testing;

namespace {

/// Counts bytes that are not UTF-8 continuation bytes: the number of columns.
std::size_t columns_of(const std::string& line) {
  return static_cast<std::size_t>(
      std::count_if(line.begin(), line.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::vector<std::string> lines_of(const std::string& shown) {
  std::istringstream text(without_escapes(shown));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

/// The lines shown before a text, and the line with it.
std::vector<std::string> lines_before(const std::string& text, const std::string& command, unsigned short columns) {
  const Folder folder;
  PseudoTerminal terminal(folder, command, columns);
  auto lines = lines_of(terminal.wait_for(text));
  terminal.leave();
  return lines;
}

std::size_t widest(const std::vector<std::string>& lines) {
  std::size_t width = 0;
  for (const auto& line : lines) width = std::max(width, columns_of(line));
  return width;
}

std::string large(int size) {
  const auto number = std::to_string(size);
  return "reduced-chess --black human --position '" + number + " Ka1,Ra2," + "Rb" + number + " Kc" + number + " w'";
}

}  // namespace

TEST_CASE("8x8 boards fit into 80 columns") {
  for (const auto& game : crownd::testing::game_names()) {
    INFO(game);
    CHECK(widest(lines_before("> ", "NO_COLOR=1 crown " + game + " --board --black human", 80)) <= 80);
  }
  CHECK(widest(lines_before("> ", "NO_COLOR=1 crown reduced-chess --black human --position '8 Ka1 Kh8 w'", 80)) <= 80);
}

TEST_CASE("the board of reduced chess has a column a square, so the largest fits into 80 columns") {
  for (const int size : {25, 26}) {
    const Folder folder;
    make_file(folder / "board", std::to_string(size) + "\nKa1, Ra" + std::to_string(size) + "\nKc3\n");
    PseudoTerminal terminal(folder, "crown reduced-chess");
    terminal.wait_for("File name for initial configuration: ");
    terminal.type("board" + enter);
    terminal.wait_for("The initial configuration is:\r\n");
    const auto lines = lines_of(terminal.wait_for("Next move of White: "));
    REQUIRE(lines.size() == static_cast<std::size_t>(size) + 1);
    for (int row = 0; row < size; ++row) CHECK(columns_of(lines[row]) == static_cast<std::size_t>(size));
    CHECK(lines.front().starts_with("\u2656\u2001"));
    terminal.leave();
  }
}

TEST_CASE("a board that is too wide for the terminal is drawn without gaps, then without labels") {
  for (const std::string colour : {"", "NO_COLOR=1 "}) {
    INFO(colour);
    const auto board_of = [&](int size, unsigned short columns) {
      auto lines = lines_before(" to move", colour + "crown " + large(size), columns);
      lines.erase(lines.begin(), lines.begin() + 3);  // the greeting
      return lines;
    };
    // Two columns for the row numbers on either side, and a blank next to the board.
    CHECK(widest(board_of(24, 80)) == 78);
    CHECK(widest(board_of(8, 30)) == 29);
    CHECK(widest(board_of(26, 84)) == 84);
    for (const auto columns : std::initializer_list<unsigned short>{58, 80, 83}) {
      const auto lines = board_of(26, columns);
      CHECK(widest(lines) == 58);
      REQUIRE(lines.size() == 1 + 26 + 1 + 1);
      CHECK(lines[0] == "   a b c d e f g h i j k l m n o p q r s t u v w x y z");
      CHECK(lines[1].starts_with("26 "));
      CHECK(lines[26].starts_with(" 1 "));
      CHECK(lines[26].ends_with(" 1"));
      CHECK(lines[27] == lines[0]);
    }
    const auto lines = board_of(26, 57);
    REQUIRE(lines.size() == 26 + 1);
    for (int row = 0; row < 26; ++row) CHECK(columns_of(lines[row]) == 26);
  }
}
