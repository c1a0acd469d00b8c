#include "clients/terminal/pseudo_terminal.hpp"

using namespace crownd::testing;

namespace {

const std::string leave = "Leave the game? (y/N) ";

/// At the first prompt of a game of two people; if `moves`, one move has been played.
void begin(PseudoTerminal& terminal, bool moves) {
  terminal.wait_for("Black (b) to move> ");
  if (!moves) return;
  terminal.type("11-15" + enter);
  terminal.wait_for("White (a) to move> ");
}

}  // namespace

TEST_CASE("before a game under way is left, the person is asked once") {
  const Folder folder;
  PseudoTerminal terminal(folder, "NO_COLOR=1 crown english --a human --board");
  begin(terminal, true);
  const auto way = GENERATE(std::string("quit\r"), std::string("\x04"));
  terminal.type(way);
  terminal.wait_for(leave);
  SECTION("no goes on") {
    terminal.type("n" + enter);
    terminal.wait_for("White (a) to move> ");
    terminal.type("undo" + enter);
    terminal.wait_for("Black (b) to move> ");
    terminal.type(way);  // no move would be lost any more
  }
  SECTION("no is what Enter says") {
    terminal.type(enter);
    terminal.wait_for("White (a) to move> ");
    terminal.type(way);
    terminal.wait_for(leave);
    terminal.type("y" + enter);
  }
  SECTION("yes leaves") { terminal.type("Y" + enter); }
  SECTION("so does Ctrl-D") { terminal.type(ctrl_d); }
  CHECK(terminal.wait_for_end() == 0);
}

TEST_CASE("before a game under way is resigned, given up for another one or for a new one, the person is asked") {
  const Folder folder;
  make_file(folder / "game.pdn", "[White \"human\"]\n[Black \"human\"]\n\n1. 9-14 *\n");
  struct Case {
    std::string command, question, done;
  };
  const auto [command, question, done] =
      GENERATE(Case{"resign", "Resign the game? (y/N) ", "Black (b) wins: White (a) has resigned."},
               Case{"new", "Give up this game for a new one? (y/N) ", "Black (b) to move> "},
               Case{"load game.pdn", "Give up this game for that of game.pdn? (y/N) ", "14b<"});
  PseudoTerminal terminal(folder, "NO_COLOR=1 crown english --a human --board");
  SECTION("which it can refuse") {
    begin(terminal, true);
    for (const std::string& answer : {std::string("no\r"), enter, ctrl_c, ctrl_d}) {
      terminal.type(command + enter);
      terminal.wait_for(question);
      terminal.type(answer);
      CHECK(!contains(terminal.wait_for("White (a) to move> "), done));
    }
    terminal.type("save saved.pdn" + enter);
    terminal.wait_for("Saved in");
    CHECK(contains(text_of_file(folder / "saved.pdn"), "1. 11-15 *"));
  }
  SECTION("or not") {
    begin(terminal, true);
    terminal.type(command + enter);
    terminal.wait_for(question);
    terminal.type("y" + enter);
    terminal.wait_for(done);
  }
  SECTION("but not where nothing was played") {
    begin(terminal, false);
    terminal.type(command + enter);
    CHECK(
        !contains(terminal.wait_for(command == "resign" ? "White (a) wins: Black (b) has resigned." : done), "(y/N)"));
  }
}

TEST_CASE("before a file is overwritten, the person is asked") {
  const Folder folder;
  make_file(folder / "game.pdn", "mine");
  PseudoTerminal terminal(folder, "NO_COLOR=1 crown english --a human --board");
  begin(terminal, true);
  for (const std::string command : {"save game.pdn", "save position game.pdn"}) {
    terminal.type(command + enter);
    terminal.wait_for("There is a file game.pdn. Overwrite it? (y/N) ");
    terminal.type(enter);
    terminal.wait_for("White (a) to move> ");
    CHECK(text_of_file(folder / "game.pdn") == "mine");
  }
  terminal.type("save game.pdn" + enter);
  terminal.wait_for("(y/N) ");
  terminal.type("y" + enter);
  terminal.wait_for("Saved in game.pdn.");
  CHECK(text_of_file(folder / "game.pdn").ends_with("1. 11-15 *\n"));
  terminal.wait_for("White (a) to move> ");
  terminal.type("save new.pdn" + enter);
  CHECK(!contains(terminal.wait_for("Saved in new.pdn."), "(y/N)"));
  terminal.leave();
}

TEST_CASE("in a pipe nobody is asked") {
  const Folder folder;
  make_file(folder / "game.pdn", "mine");
  CHECK(crown(folder, "english", "11-15\nsave game.pdn\nquit\n")
            .out.ends_with("White (a) to move.\nSaved in game.pdn.\n"));
  CHECK(crown(folder, "english", "11-15\nnew\nload game.pdn\nnew\n9-14\nresign\n")
            .out.ends_with("White (a) has resigned.\n"));
}
