#include "clients/terminal/pseudo_terminal.hpp"

using namespace crownd::testing;

TEST_CASE("file names complete with Tab") {
  const Folder folder;
  make_file(folder / "Opening.pdn", "1. 11-15 *\n");
  make_file(folder / "opening two.pdn", "1. 9-14 *\n");
  make_file(folder / ".hidden", "");
  std::filesystem::create_directory(folder / "games");
  make_file(folder / "games/ä1.pdn", "1. 10-15 *\n");
  make_file(folder / "games/æ2.pdn", "1. 10-14 *\n");
  PseudoTerminal terminal(folder, "NO_COLOR=1 crown english --a human --board");
  terminal.wait_for("Black (b) to move> ");

  SECTION("in the case of letters that they have") {
    terminal.type("load O" + tab + enter);
    CHECK(contains(terminal.wait_for("White (a) to move> "), "15b<"));
  }
  SECTION("with spaces, and where the command is written with any") {
    terminal.type(" LOAD  op" + tab + enter);
    CHECK(contains(terminal.wait_for("White (a) to move> "), "14b<"));
  }
  SECTION("through folders, which are listed without what leads there") {
    terminal.type("load g" + tab + tab + tab);
    terminal.wait_for("\nä1.pdn  æ2.pdn  \r\n");
    terminal.type("æ" + tab + enter);
    CHECK(contains(terminal.wait_for("White (a) to move> "), "14b<"));
  }
  SECTION("to be written over as well") {
    terminal.type("save position gam" + tab + "new" + enter);
    terminal.wait_for("Saved in games/new.");
  }
  SECTION("but for hidden ones, unless the dot is typed") {
    terminal.type("save " + tab + tab);
    terminal.wait_for("\nOpening.pdn  games/  opening two.pdn  \r\n");
    terminal.type(".h" + tab + "/" + enter);
    terminal.wait_for("save: cannot write .hidden/: ");
  }
  terminal.leave();
}

TEST_CASE("the words behind a command complete with Tab") {
  const Folder folder;
  PseudoTerminal terminal(folder, "NO_COLOR=1 crown english --a human --board");
  terminal.wait_for("Black (b) to move> ");
  terminal.type("eng" + tab + "w" + tab + enter);
  terminal.wait_for("You play Black (b), the engine plays White (a).");
  terminal.wait_for("Black (b) to move> ");
  terminal.type("engine " + tab + tab);
  terminal.wait_for("\nblack  both  off  white  \r\n");
  terminal.leave();
}

TEST_CASE("file names complete in the dialogue of the specification of reduced chess") {
  const Folder folder;
  make_file(folder / "board.txt", "3\nKa1\nKc3\n");
  PseudoTerminal terminal(folder, "NO_COLOR=1 crown reduced-chess");
  terminal.wait_for("File name for initial configuration: ");
  terminal.type("bo" + tab + enter);
  terminal.wait_for("The initial configuration is:");
  terminal.wait_for("Next move of White: ");
  terminal.leave();
}
