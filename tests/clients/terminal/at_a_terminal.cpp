#include "clients/terminal/pseudo_terminal.hpp"

using namespace crownd::testing;

namespace {

const std::string colour = "\033[1;38;5;";
const std::string remove_line = "\r\033[J";

const std::string long_thinking = "NO_COLOR=1 crown spanish --white human --board --movetime 600000";

/// Waits until the engine thinks.
void begin(PseudoTerminal& terminal) {
  terminal.wait_for("White to move> ");
  terminal.type("10-14" + enter, "thinking: depth 2 ");
}

}  // namespace

TEST_CASE_METHOD(InFolder, "a terminal gets colours and symbols unless they are disabled") {
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

TEST_CASE_METHOD(InFolder, "lines have editing, history and completion") {
  PseudoTerminal terminal(folder, "NO_COLOR=1 crown english --a human --board", "Black (b) to move> ");

  SECTION("editing") {
    CHECK(contains(terminal.type("1-16" + backspace + "5" + ctrl_a + "1" + enter, "White (a) to move> "), "15b<"));
  }
  SECTION("history") {
    terminal.type("11-15" + enter, "White (a) to move> ");
    terminal.type("undo" + enter, "Black (b) to move> ");
    CHECK(contains(terminal.type(up + up + enter, "White (a) to move> "), "15b<"));
  }
  SECTION("a legal move is completed") {
    CHECK(contains(terminal.type("12\t" + enter, "White (a) to move> "), "16b<"));
  }
  SECTION("several completions are listed") {
    terminal.type("11\t\t", "11-15  11-16");
    CHECK(contains(terminal.type("6" + enter, "White (a) to move> "), "16b<"));
  }
  SECTION("a command is completed") {
    CHECK(contains(terminal.type("res\t" + enter, "leave> "), "White (a) wins: Black (b) has resigned."));
    terminal.type("undo" + enter, "Black (b) to move> ");
  }
  terminal.leave();
}

TEST_CASE_METHOD(InFolder, "Ctrl-C at the prompt asks for confirmation once") {
  PseudoTerminal terminal(folder, "crown english --a human --board", "Black (b) to move> ");
  terminal.type("11-1" + ctrl_c, "Leave the game? (y/N) ");
  terminal.type("n" + enter, "Black (b) to move> ");
  terminal.type("11-15" + enter, "White (a) to move> ");
  terminal.type(ctrl_c, "Leave the game? (y/N) ");
  terminal.type(GENERATE(std::string("Yes\r"), std::string("\x03")));
  CHECK(terminal.wait_for_end() == 0);
}

TEST_CASE_METHOD(InFolder, "the progress of a search is one line, which is removed; Ctrl-C ends the search") {
  PseudoTerminal terminal(folder, "NO_COLOR=1 crown spanish --white human --board --movetime 60000", "White to move> ");
  terminal.type("10-14" + enter, remove_line + "thinking: depth 2 ");
  const auto shown = terminal.type(ctrl_c, "White to move> ");
  CHECK(contains(shown, remove_line + "Black plays "));
  CHECK(!contains(shown, "Leave the game?"));
  terminal.leave();
}

TEST_CASE_METHOD(InFolder, "Ctrl-C in a game between engines ends the search and asks for confirmation once") {
  PseudoTerminal terminal(folder, "crown spanish --white engine --black engine --movetime 60000", "thinking: depth 2 ");
  terminal.type(ctrl_c, "Leave the game? (y/N) ");
  SECTION("yes leaves") {
    terminal.type("y" + enter);
    CHECK(terminal.wait_for_end() == 0);
  }
  SECTION("no opens a prompt") {
    terminal.type("n" + enter, "White plays ");
    terminal.wait_for("Black to move> ");
    SECTION("an empty line lets the engines continue") { terminal.type(enter, "thinking: depth 2 "); }
    SECTION("a person can take over") {
      terminal.type("engine off" + enter, "Two people play White and Black.");
      terminal.wait_for("Black to move> ");
      terminal.leave();
    }
  }
}

TEST_CASE_METHOD(InFolder, "targets, captures and the last move are marked") {
  PseudoTerminal terminal(folder, "crown english --a human --board ......a.......a...b.b...........:b");
  const auto before = terminal.wait_for("Black (b) to move> ");
  for (const std::string ground : {"48;5;63m30", "48;5;131m18", "48;5;131m26", "48;5;98m"})
    CHECK(!contains(before, ground));
  const auto shown = terminal.type("moves 14" + enter, "Black (b) to move> ");
  for (const std::string ground : {"48;5;63m30", "48;5;131m18", "48;5;131m26"}) CHECK(contains(shown, ground));
  const auto after = terminal.type("14x30" + enter, "leave> ");
  for (const std::string ground : {"48;5;98m30", "48;5;98m23", "48;5;98m14"}) CHECK(contains(after, ground));
  terminal.type("save game.pdn" + enter, "leave> ");
  terminal.type(enter);
  CHECK(terminal.wait_for_end() == 0);
  CHECK(contains(read_file(folder / "game.pdn"), "[Result \"1-0\"]"));
  CHECK(read_file(folder / "game.pdn").ends_with("\n\n1. 14x23x30 1-0\n"));
}

TEST_CASE_METHOD(InFolder, "a finished game cannot be resigned") {
  PseudoTerminal terminal(folder, "NO_COLOR=1 crown english --a human --board ......a.......a...b.b...........:b",
                          "Black (b) to move> ");
  const std::string too_late = "The game is over: it is too late to resign.\r\n";
  const auto check = [&](const std::string& ending, const std::string& result) {
    CHECK(contains(terminal.wait_for("leave> "), ending));
    const auto answer = terminal.type("resign" + enter, "leave> ");
    CHECK(contains(answer, too_late));
    CHECK(!contains(answer, " wins: "));
    terminal.type("save game.pdn" + enter, "leave> ");
    CHECK(contains(read_file(folder / "game.pdn"), "[Result \"" + result + "\"]"));
  };
  SECTION("after the last move") {
    terminal.type("14x23x30" + enter);
    check("Black (b) wins: White (a) has no pieces left.", "1-0");
  }
  SECTION("after a resignation, which can be taken back") {
    terminal.type("resign" + enter);
    check("White (a) wins: Black (b) has resigned.", "0-1");
    terminal.type("undo" + enter, "Black (b) to move> ");
    terminal.type("quit" + enter);
    CHECK(terminal.wait_for_end() == 0);
  }
}

TEST_CASE_METHOD(InFolder, "a touched piece stays touched until the position changes") {
  PseudoTerminal terminal(folder, "NO_COLOR=1 crown spanish --touch-move --black human --position W:W9,21,27:B6,25",
                          "White to move> ");
  CHECK(contains(terminal.type("21-20" + enter, "White to move> "), "The piece on 21 is touched."));
  SECTION("after a resignation was taken back") {
    terminal.type("resign" + enter, "leave> ");
    terminal.type("undo" + enter, "White to move> ");
  }
  SECTION("after the board was flipped") { terminal.type("flip" + enter, "White to move> "); }
  SECTION("after the game was saved and loaded") {
    terminal.type("save game.pdn" + enter, "White to move> ");
    terminal.type("load game.pdn" + enter, "White to move> ");
  }
  CHECK(
      contains(terminal.type("9-14" + enter, "White to move> "), "The piece on 21 was touched, so it must be played."));
  CHECK(contains(terminal.type("21-26" + enter, "Black to move> "), "26w<"));
}

TEST_CASE_METHOD(InFolder, "text typed during a search is not echoed, and appears at the prompt") {
  PseudoTerminal terminal(folder, "NO_COLOR=1 crown spanish --white human --board --depth 30 --movetime 1500",
                          "White to move> ");
  terminal.type("10-14" + enter, "thinking: depth 2 ");
  CHECK(!contains(terminal.type("savx" + backspace + "e game" + enter + "und", "Black plays "), "game"));
  terminal.wait_for("Saved in game.");
  terminal.wait_for("White to move> und");
  terminal.leave();
}

TEST_CASE_METHOD(InFolder, "Ctrl-D during a search ends the input at the prompt") {
  PseudoTerminal terminal(folder, "NO_COLOR=1 crown spanish --white human --board --depth 30 --movetime 1500");
  begin(terminal);
  terminal.type(ctrl_d, "White to move> ");
  terminal.wait_for("Leave the game? (y/N) ");
  terminal.type(ctrl_d);
  CHECK(terminal.wait_for_end() == 0);
}

TEST_CASE_METHOD(InFolder, "the terminal's mode is restored") {
  make_file(folder / "play",
            "trap : INT QUIT; stty -a >before; crown spanish --white human --board --movetime 600000; stty -a >after; "
            "echo END\n");
  PseudoTerminal terminal(folder, "sh play");
  begin(terminal);
  SECTION("after leaving") {
    terminal.type(ctrl_c, "White to move> ");
    terminal.type("quit" + enter, "(y/N) ");
    terminal.type("y" + enter);
  }
  SECTION("after a signal") {
    terminal.type("\x1c");  // Ctrl-backslash: SIGQUIT
  }
  terminal.wait_for("END");
  CHECK(read_file(folder / "before") != "");
  CHECK(read_file(folder / "before") == read_file(folder / "after"));
}

TEST_CASE_METHOD(InFolder, "the progress line is redrawn in place in a narrower terminal") {
  PseudoTerminal terminal(folder, long_thinking);
  begin(terminal);
  terminal.wait_for("thinking: depth 13 ");  // its moves fill the line
  terminal.wait_for("\033[J");
  terminal.resize(50);
  // The terminal has wrapped the line of 79 columns.
  terminal.wait_for("\033[1A\r\033[Jthinking: depth ");
  terminal.resize(30);
  terminal.wait_for("\033[1A\r\033[Jthinking: depth ");
  terminal.resize(100);
  terminal.wait_for("\r\033[Jthinking: depth ");
  terminal.type(ctrl_c, "White to move> ");
  terminal.leave();
}

TEST_CASE_METHOD(InFolder, "the typed line is redrawn in place each time the terminal gets narrower") {
  PseudoTerminal terminal(folder, "NO_COLOR=1 crown english --a human --board", "Black (b) to move> ");
  terminal.type("save_a_name_that_is_longer_than", "longer_than");
  terminal.resize(40);
  terminal.wait_for("\033[1A\r\033[JBlack (b) to move> save_a_name_that");
  terminal.resize(20);
  terminal.wait_for("\033[2A\r\033[JBlack (b) to move> s");
  terminal.resize(80);
  terminal.wait_for("\r\033[JBlack (b) to move> save_a_name_that_is_longer_than");
  terminal.leave();
}

TEST_CASE_METHOD(InFolder, "a stopped program resumes") {
  // Job control needs a shell that supports it.
  PseudoTerminal terminal(folder, "PS1='shell> ' bash --norc -i");
  terminal.type("crown spanish --white human --board --movetime 600000" + enter, "White to move> ");
  SECTION("at the prompt") {
    terminal.type("10-1", "10-1");
    terminal.type("\x1a", "Stopped");
    CHECK(contains(terminal.type("stty -a; fg" + enter, "White to move> 10-1"), " echo "));
    terminal.type("4" + enter, "thinking: depth 2 ");
    terminal.type(ctrl_c, "White to move> ");
  }
  SECTION("during a search") {
    terminal.type("10-14" + enter, "thinking: depth 2 ");
    terminal.type("\x1a", "Stopped");
    CHECK(contains(terminal.type("stty -a; fg" + enter, "thinking: "), " echo "));
    terminal.type(ctrl_c, "White to move> ");
  }
  terminal.type(ctrl_c, "Leave the game? (y/N) ");
  terminal.type("y" + enter, "shell> ");
  terminal.type("exit" + enter);
  CHECK(terminal.wait_for_end() == 0);
}

TEST_CASE_METHOD(InFolder, "keys without a function insert no text") {
  PseudoTerminal terminal(folder, "crown stupid", "r move from: ");
  // As xterm, rxvt, the Linux console and tmux send them.
  const std::string keys[] = {
      "\033[15~",         "\033[24~", "\033[5~",    "\033[6~",      "\033[2~",    "\033OP",
      "\033[[A",          "\033[11~", "\033[15;5~", "\033[1;2A",    "\033O5C",    "\033[2^",
      "\033[Z",           "\033x",    "\0331",      "\033B",        "\033\033[A", "\033[200~",
      "\033[201~",        "\033[I",   "\033[M ab",  "\033[<0;1;1M", "\033[?1;2c", "\033]11;rgb:0/0/0\a",
      "\033P1$r0m\033\\", "\033[E",
  };
  std::string all;
  for (const auto& key : keys) all += key;
  terminal.type(all + "B2" + all + enter, "r move to: ");
  CHECK(!contains(terminal.type("B" + all + "6" + enter, "b move from: "), "INVALID MOVE"));
  terminal.leave();
}

TEST_CASE_METHOD(InFolder, "cursor and delete keys work in all their encodings") {
  PseudoTerminal terminal(folder, "crown stupid --nice");
  const auto enter_square = [&](const std::string& keys, const std::string& next) {
    INFO(keys);
    CHECK(!contains(terminal.type(keys + enter, next), "INVALID MOVE"));
  };
  const std::string from = "r move from: ", to = "r move to: ";
  terminal.wait_for(from);
  for (const std::string left : {"\033[D", "\033OD"}) {
    enter_square("2" + left + "B", to);
    enter_square("B6" + left + left + "\033[3~\033[3~B5", "b move from: ");  // Delete
    enter_square("undo", from);
  }
  for (const auto& [home, end] : {std::pair<std::string, std::string>{"\033[H", "\033[F"},
                                  {"\033OH", "\033OF"},
                                  {"\033[1~", "\033[4~"},
                                  {"\033[7~", "\033[8~"}}) {
    enter_square("2" + home + "B", to);
    enter_square("B" + home + end + "5", "b move from: ");
    enter_square("undo", from);
  }
  enter_square("x 2" + std::string("\033[1;5D\033[1;5D\033d\033[3~\033[1;5C\033bB"), to);  // words
  enter_square("undo", "There is no move to take back.");
  terminal.wait_for(from);
  terminal.leave();
}

TEST_CASE_METHOD(InFolder, "file names complete with Tab") {
  make_file(folder / "Opening.pdn", "1. 11-15 *\n");
  make_file(folder / "opening two.pdn", "1. 9-14 *\n");
  make_file(folder / ".hidden", "");
  std::filesystem::create_directory(folder / "games");
  make_file(folder / "games/ä1.pdn", "1. 10-15 *\n");
  make_file(folder / "games/æ2.pdn", "1. 10-14 *\n");
  PseudoTerminal terminal(folder, "NO_COLOR=1 crown english --a human --board", "Black (b) to move> ");

  SECTION("case-sensitive") { CHECK(contains(terminal.type("load O" + tab + enter, "White (a) to move> "), "15b<")); }
  SECTION("with spaces in the name or before it") {
    CHECK(contains(terminal.type(" LOAD  op" + tab + enter, "White (a) to move> "), "14b<"));
  }
  SECTION("in folders, listed without their path") {
    terminal.type("load g" + tab + tab + tab, "\nä1.pdn  æ2.pdn  \r\n");
    CHECK(contains(terminal.type("æ" + tab + enter, "White (a) to move> "), "14b<"));
  }
  SECTION("for saving too") { terminal.type("save position gam" + tab + "new" + enter, "Saved in games/new."); }
  SECTION("hidden files only after a dot") {
    terminal.type("save " + tab + tab, "\nOpening.pdn  games/  opening two.pdn  \r\n");
    terminal.type(".h" + tab + "/" + enter, "save: cannot write .hidden/: ");
  }
  terminal.leave();
}

TEST_CASE_METHOD(InFolder, "arguments of commands complete with Tab") {
  PseudoTerminal terminal(folder, "NO_COLOR=1 crown english --a human --board", "Black (b) to move> ");
  terminal.type("eng" + tab + "w" + tab + enter, "You play Black (b), the engine plays White (a).");
  terminal.wait_for("Black (b) to move> ");
  terminal.type("why 12" + tab + enter, "12-16 is ");
  terminal.wait_for("Black (b) to move> ");
  terminal.type("engine " + tab + tab, "\nblack  both  off  white  \r\n");
  terminal.leave();
}

TEST_CASE_METHOD(InFolder, "why explains the last move of a finished game, which stays finished") {
  PseudoTerminal terminal(folder, "NO_COLOR=1 crown spanish --board --black human --position W:W9,21:B6,18",
                          "White to move> ");
  terminal.type("21-25" + enter, "Black to move> ");
  terminal.type("resign" + enter, "(y/N) ");
  terminal.type("y" + enter, "leave> ");
  CHECK(contains(terminal.type("why" + enter, "leave> "), "21-25 is "));
  terminal.type("why 18-14" + enter, "The game is over: why without a move explains the last move.");
  terminal.wait_for("leave> ");
  terminal.type("undo" + enter, "Black to move> ");
  terminal.leave();
}

TEST_CASE_METHOD(InFolder, "file names complete in the dialogue of reduced chess") {
  make_file(folder / "board.txt", "3\nKa1\nKc3\n");
  PseudoTerminal terminal(folder, "NO_COLOR=1 crown reduced-chess", "File name for initial configuration: ");
  terminal.type("bo" + tab + enter, "The initial configuration is:");
  terminal.wait_for("Next move of White: ");
  terminal.leave();
}
