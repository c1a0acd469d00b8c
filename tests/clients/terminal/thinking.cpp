#include "clients/terminal/pseudo_terminal.hpp"

using namespace crownd::testing;

namespace {

const std::string long_thinking = "NO_COLOR=1 crown spanish --white human --board --movetime 600000";

/// Waits until the engine thinks.
void begin(PseudoTerminal& terminal) {
  terminal.wait_for("White to move> ");
  terminal.type("10-14" + enter);
  terminal.wait_for("thinking: depth 2 ");
}

}  // namespace

TEST_CASE("what is typed while the engine thinks is not shown, and kept for the prompt") {
  const Folder folder;
  PseudoTerminal terminal(folder, "NO_COLOR=1 crown spanish --white human --board --depth 30 --movetime 1500");
  terminal.wait_for("White to move> ");
  terminal.type("10-14" + enter);
  terminal.wait_for("thinking: depth 2 ");
  terminal.type("savx" + backspace + "e game" + enter + "und");
  CHECK(!contains(terminal.wait_for("Black plays "), "game"));
  terminal.wait_for("Saved in game.");
  terminal.wait_for("White to move> und");
  terminal.leave();
}

TEST_CASE("Ctrl-D while the engine thinks is the end of input at the prompt") {
  const Folder folder;
  PseudoTerminal terminal(folder, "NO_COLOR=1 crown spanish --white human --board --depth 30 --movetime 1500");
  begin(terminal);
  terminal.type(ctrl_d);
  terminal.wait_for("White to move> ");
  terminal.wait_for("Leave the game? (y/N) ");
  terminal.type(ctrl_d);
  CHECK(terminal.wait_for_end() == 0);
}

TEST_CASE("the terminal is left as it was found") {
  const Folder folder;
  make_file(folder / "play",
            "trap : INT QUIT; stty -a >before; crown spanish --white human --board --movetime 600000; stty -a >after; "
            "echo END\n");
  PseudoTerminal terminal(folder, "sh play");
  begin(terminal);
  SECTION("by leaving") {
    terminal.type(ctrl_c);
    terminal.wait_for("White to move> ");
    terminal.type("quit" + enter);
    terminal.wait_for("(y/N) ");
    terminal.type("y" + enter);
  }
  SECTION("and by a signal") {
    terminal.type("\x1c");  // Ctrl-backslash: SIGQUIT
  }
  terminal.wait_for("END");
  CHECK(text_of_file(folder / "before") != "");
  CHECK(text_of_file(folder / "before") == text_of_file(folder / "after"));
}

TEST_CASE("when the terminal gets narrower, the line of progress is drawn anew where it began") {
  const Folder folder;
  PseudoTerminal terminal(folder, long_thinking);
  begin(terminal);
  terminal.wait_for("thinking: depth 12 ");  // its moves fill the line
  terminal.wait_for("\033[J");
  terminal.resize(50);
  // The terminal has wrapped the line of 79 columns.
  terminal.wait_for("\033[1A\r\033[Jthinking: depth ");
  terminal.resize(30);
  terminal.wait_for("\033[1A\r\033[Jthinking: depth ");
  terminal.resize(100);
  terminal.wait_for("\r\033[Jthinking: depth ");
  terminal.type(ctrl_c);
  terminal.wait_for("White to move> ");
  terminal.leave();
}

TEST_CASE("when the terminal gets narrower, the line that is typed is drawn anew where it began, each time") {
  const Folder folder;
  PseudoTerminal terminal(folder, "NO_COLOR=1 crown english --a human --board");
  terminal.wait_for("Black (b) to move> ");
  terminal.type("save_a_name_that_is_longer_than");
  terminal.wait_for("longer_than");
  terminal.resize(40);
  terminal.wait_for("\033[1A\r\033[JBlack (b) to move> save_a_name_that");
  terminal.resize(20);
  terminal.wait_for("\033[2A\r\033[JBlack (b) to move> s");
  terminal.resize(80);
  terminal.wait_for("\r\033[JBlack (b) to move> save_a_name_that_is_longer_than");
  terminal.leave();
}

TEST_CASE("a program that was stopped goes on where it was") {
  const Folder folder;
  // Job control needs a shell that supports it.
  PseudoTerminal terminal(folder, "PS1='shell> ' bash --norc -i");
  terminal.type("crown spanish --white human --board --movetime 600000" + enter);
  terminal.wait_for("White to move> ");
  SECTION("at the prompt") {
    terminal.type("10-1");
    terminal.wait_for("10-1");
    terminal.type("\x1a");
    terminal.wait_for("Stopped");
    terminal.type("stty -a; fg" + enter);
    CHECK(contains(terminal.wait_for("White to move> 10-1"), " echo "));
    terminal.type("4" + enter);
    terminal.wait_for("thinking: depth 2 ");
    terminal.type(ctrl_c);
    terminal.wait_for("White to move> ");
  }
  SECTION("while the engine thinks") {
    terminal.type("10-14" + enter);
    terminal.wait_for("thinking: depth 2 ");
    terminal.type("\x1a");
    terminal.wait_for("Stopped");
    terminal.type("stty -a; fg" + enter);
    CHECK(contains(terminal.wait_for("thinking: "), " echo "));
    terminal.type(ctrl_c);
    terminal.wait_for("White to move> ");
  }
  terminal.type(ctrl_c);
  terminal.wait_for("Leave the game? (y/N) ");
  terminal.type("y" + enter);
  terminal.wait_for("shell> ");
  terminal.type("exit" + enter);
  CHECK(terminal.wait_for_end() == 0);
}
