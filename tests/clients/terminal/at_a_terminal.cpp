#include "clients/terminal/pseudo_terminal.hpp"

#include <algorithm>

using namespace crownd::testing;

namespace {

const std::string colour = "\033[1;38;5;";
const std::string remove_line = "\r\033[J";

}  // namespace

TEST_CASE("a terminal gets colours and symbols, unless they are not wanted") {
  const Folder folder;
  const auto board = [&](const std::string& command) {
    PseudoTerminal terminal(folder, command);
    auto shown = terminal.wait_for("Black (b) to move> ");
    terminal.type(ctrl_d);
    CHECK(terminal.wait_for_end() == 0);
    return shown;
  };
  const auto plain = board("NO_COLOR=1 crown english --a human --board");
  CHECK(!contains(plain, colour));
  CHECK(contains(plain, " 1     32a     31a     30a     29a  1\r\n"));

  const auto coloured = board("crown english --a human --board");
  CHECK(contains(coloured, colour));
  CHECK(contains(coloured, "●"));

  const auto ascii = board("crown english --a human --board --ascii");
  CHECK(contains(ascii, colour));
  CHECK(std::none_of(ascii.begin(), ascii.end(), [](char c) { return static_cast<unsigned char>(c) > 127; }));

  const auto unset = board("NO_COLOR= crown english --a human --board");
  CHECK(contains(unset, colour));
}

TEST_CASE("lines are edited, remembered and completed") {
  const Folder folder;
  PseudoTerminal terminal(folder, "NO_COLOR=1 crown english --a human --board");
  terminal.wait_for("Black (b) to move> ");

  SECTION("editing") {
    terminal.type("1-16" + backspace + "5" + ctrl_a + "1" + enter);
    CHECK(contains(terminal.wait_for("White (a) to move> "), "15b<"));
  }
  SECTION("history") {
    terminal.type("11-15" + enter);
    terminal.wait_for("White (a) to move> ");
    terminal.type("undo" + enter);
    terminal.wait_for("Black (b) to move> ");
    terminal.type(up + up + enter);
    CHECK(contains(terminal.wait_for("White (a) to move> "), "15b<"));
  }
  SECTION("a legal move is completed") {
    terminal.type("12\t" + enter);
    CHECK(contains(terminal.wait_for("White (a) to move> "), "16b<"));
  }
  SECTION("several are listed") {
    terminal.type("11\t\t");
    terminal.wait_for("11-15  11-16");
    terminal.type("6" + enter);
    CHECK(contains(terminal.wait_for("White (a) to move> "), "16b<"));
  }
  SECTION("a command is completed") {
    terminal.type("res\t" + enter);
    CHECK(contains(terminal.wait_for("leave> "), "White (a) wins: Black (b) has resigned."));
    terminal.type("undo" + enter);
    terminal.wait_for("Black (b) to move> ");
  }
  terminal.leave();
}

TEST_CASE("Ctrl-C at the prompt asks once") {
  const Folder folder;
  PseudoTerminal terminal(folder, "crown english --a human --board");
  terminal.wait_for("Black (b) to move> ");
  terminal.type("11-1" + ctrl_c);
  terminal.wait_for("Leave the game? (y/N) ");
  terminal.type("n" + enter);
  terminal.wait_for("Black (b) to move> ");
  SECTION("no means no") {
    terminal.type("11-15" + enter);
    terminal.wait_for("White (a) to move> ");
    terminal.type(ctrl_c);
    terminal.wait_for("Leave the game? (y/N) ");
    terminal.type("Yes" + enter);
  }
  SECTION("yes leaves") {
    terminal.type(ctrl_c);
    terminal.wait_for("Leave the game? (y/N) ");
    terminal.type("y" + enter);
  }
  SECTION("and so does another Ctrl-C") {
    terminal.type(ctrl_c);
    terminal.wait_for("Leave the game? (y/N) ");
    terminal.type(ctrl_c);
  }
  CHECK(terminal.wait_for_end() == 0);
}

TEST_CASE("the engine's thinking shows in a line that goes away, and Ctrl-C ends it") {
  const Folder folder;
  PseudoTerminal terminal(folder, "NO_COLOR=1 crown spanish --white human --board --movetime 60000");
  terminal.wait_for("White to move> ");
  terminal.type("10-14" + enter);
  terminal.wait_for(remove_line + "thinking: depth 2 ");
  terminal.type(ctrl_c);
  const auto shown = terminal.wait_for("White to move> ");
  CHECK(contains(shown, remove_line + "Black plays "));
  CHECK(!contains(shown, "Leave the game?"));
  terminal.leave();
}

TEST_CASE("between engines, Ctrl-C ends the thinking and asks once") {
  const Folder folder;
  PseudoTerminal terminal(folder, "crown spanish --white engine --black engine --movetime 60000");
  terminal.wait_for("thinking: depth 2 ");
  terminal.type(ctrl_c);
  terminal.wait_for("Leave the game? (y/N) ");
  SECTION("yes leaves") {
    terminal.type("y" + enter);
    CHECK(terminal.wait_for_end() == 0);
  }
  SECTION("no lets a person say something") {
    terminal.type("n" + enter);
    terminal.wait_for("White plays ");
    terminal.wait_for("Black to move> ");
    SECTION("nothing lets the engines go on") {
      terminal.type(enter);
      terminal.wait_for("thinking: depth 2 ");
    }
    SECTION("a person can take over") {
      terminal.type("engine off" + enter);
      terminal.wait_for("Two people play White and Black.");
      terminal.wait_for("Black to move> ");
      terminal.leave();
    }
  }
}

TEST_CASE("targets and what they would take are pointed out, and the last move") {
  const Folder folder;
  PseudoTerminal terminal(folder, "crown english --a human --board ......a.......a...b.b...........:b");
  const auto before = terminal.wait_for("Black (b) to move> ");
  for (const std::string ground : {"48;5;63m30", "48;5;131m18", "48;5;131m26", "48;5;98m"})
    CHECK(!contains(before, ground));
  terminal.type("moves 14" + enter);
  const auto shown = terminal.wait_for("Black (b) to move> ");
  for (const std::string ground : {"48;5;63m30", "48;5;131m18", "48;5;131m26"}) CHECK(contains(shown, ground));
  terminal.type("14x30" + enter);
  const auto after = terminal.wait_for("leave> ");
  for (const std::string ground : {"48;5;98m30", "48;5;98m23", "48;5;98m14"}) CHECK(contains(after, ground));
  terminal.type("save game.pdn" + enter);
  terminal.wait_for("leave> ");
  terminal.type(enter);
  CHECK(terminal.wait_for_end() == 0);
  CHECK(contains(text_of_file(folder / "game.pdn"), "[Result \"1-0\"]"));
  CHECK(text_of_file(folder / "game.pdn").ends_with("\n\n1. 14x23x30 1-0\n"));
}

TEST_CASE("who has lost or won cannot resign any more") {
  const Folder folder;
  PseudoTerminal terminal(folder, "NO_COLOR=1 crown english --a human --board ......a.......a...b.b...........:b");
  terminal.wait_for("Black (b) to move> ");
  const std::string too_late = "The game is over: it is too late to resign.\r\n";
  const auto check = [&](const std::string& ending, const std::string& result) {
    CHECK(contains(terminal.wait_for("leave> "), ending));
    terminal.type("resign" + enter);
    const auto answer = terminal.wait_for("leave> ");
    CHECK(contains(answer, too_late));
    CHECK(!contains(answer, " wins: "));
    terminal.type("save game.pdn" + enter);
    terminal.wait_for("leave> ");
    CHECK(contains(text_of_file(folder / "game.pdn"), "[Result \"" + result + "\"]"));
  };
  SECTION("after the last move") {
    terminal.type("14x23x30" + enter);
    check("Black (b) wins: White (a) has no pieces left.", "1-0");
  }
  SECTION("after resigning, which can still be taken back") {
    terminal.type("resign" + enter);
    check("White (a) wins: Black (b) has resigned.", "0-1");
    terminal.type("undo" + enter);
    terminal.wait_for("Black (b) to move> ");
    terminal.type("quit" + enter);
    CHECK(terminal.wait_for_end() == 0);
  }
}

TEST_CASE("a touched piece stays touched as long as the position stands") {
  const Folder folder;
  PseudoTerminal terminal(folder, "NO_COLOR=1 crown spanish --touch-move --black human --position W:W9,21,27:B6,25");
  terminal.wait_for("White to move> ");
  terminal.type("21-20" + enter);
  CHECK(contains(terminal.wait_for("White to move> "), "The piece on 21 is touched."));
  SECTION("though a resignation was taken back") {
    terminal.type("resign" + enter);
    terminal.wait_for("leave> ");
    terminal.type("undo" + enter);
    terminal.wait_for("White to move> ");
  }
  SECTION("though the board was turned") {
    terminal.type("flip" + enter);
    terminal.wait_for("White to move> ");
  }
  SECTION("though the game was saved and loaded") {
    terminal.type("save game.pdn" + enter);
    terminal.wait_for("White to move> ");
    terminal.type("load game.pdn" + enter);
    terminal.wait_for("White to move> ");
  }
  terminal.type("9-14" + enter);
  CHECK(contains(terminal.wait_for("White to move> "), "The piece on 21 was touched, so it must be played."));
  terminal.type("21-26" + enter);
  CHECK(contains(terminal.wait_for("Black to move> "), "26w<"));
}
