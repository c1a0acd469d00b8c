// What people at a terminal see first: the question who plays, and how to leave a prescribed dialogue.
#include "clients/terminal/pseudo_terminal.hpp"

using namespace crownd::testing;

TEST_CASE("at a terminal crown asks who plays, unless the command line says it") {
  const Folder folder;
  const auto begin = [&](const std::string& answer, const std::string& greeting) {
    INFO(answer);
    PseudoTerminal terminal(folder, "NO_COLOR=1 crown english --depth 1");
    CHECK(terminal.wait_for("1 to 4, or Enter for 3> ") ==
          "Who plays?\r\n"
          "  1  You play Black (b), the engine plays White (a).\r\n"
          "  2  You play White (a), the engine plays Black (b).\r\n"
          "  3  Two people play Black (b) and White (a).\r\n"
          "  4  The engine plays both sides.\r\n"
          "1 to 4, or Enter for 3> ");
    terminal.type(answer + enter);
    terminal.wait_for(greeting);
  };
  begin("1", "\nYou play Black (b), the engine plays White (a).\r\n");
  begin("black", "\nYou play Black (b), the engine plays White (a).\r\n");
  begin("2", "Black (b) plays ");
  begin("white", "Black (b) plays ");
  begin("3", "\nTwo people play Black (b) and White (a).\r\n");
  begin("", "\nTwo people play Black (b) and White (a).\r\n");
  begin("4", "White (a) plays ");
  begin("5", "A number from 1 to 4 says who plays; quit leaves.");
}

TEST_CASE("the question who plays names the sides of the game and its usual players, and can be left") {
  const Folder folder;
  for (const auto& keys : {"quit" + enter, "exit" + enter, "q" + enter, ctrl_d}) {
    PseudoTerminal terminal(folder, "NO_COLOR=1 crown spanish");
    terminal.wait_for("  1  You play White, the engine plays Black.\r\n");
    terminal.wait_for("1 to 4, or Enter for 1> ");
    terminal.type(keys);
    CHECK(terminal.wait_for_end() == 0);
    CHECK(!contains(terminal.rest(), "to move"));
  }
  for (const std::string flags : {"english --a human", "english --plain", "english --file game.pdn"}) {
    make_file(folder / "game.pdn", "1. 9-14 *\n");
    PseudoTerminal terminal(folder, "NO_COLOR=1 crown " + flags);
    CHECK(!contains(terminal.wait_for(" to move"), "Who plays?"));
  }
  CHECK(!contains(crown(folder, "english", "").out, "Who plays?"));
}

TEST_CASE("a prescribed dialogue begins with a line on the terminal that says how to leave it") {
  const Folder folder;
  const auto hint = [](const std::string& game) {
    return "crown: Ctrl-D leaves. `crown " + game + " --board` has help, undo and more.\r\n";
  };
  for (const std::string game : {"stupid", "reduced-chess"}) {
    PseudoTerminal terminal(folder, "crown " + game);
    CHECK(terminal.wait_for("\n") == hint(game));
    terminal.wait_for(": ");
    terminal.type(ctrl_d);
    CHECK(terminal.wait_for_end() == 0);
    PseudoTerminal in_pipe(folder, "sh -c 'crown " + game + " </dev/null >/dev/null'");
    CHECK(in_pipe.wait_for("\n") == hint(game));
    PseudoTerminal friendly(folder, "crown " + game + " --board --black human");
    CHECK(!contains(friendly.wait_for("to move> "), "Ctrl-D leaves"));
    CHECK(crown(folder, game, "").errors == "");
  }
  PseudoTerminal towers(folder, "sh -c 'crown towers </dev/null'");
  CHECK(!contains(towers.wait_for("BOARD SIZE"), "Ctrl-D"));
}

TEST_CASE("exit and q leave, as quit does") {
  const Folder folder;
  for (const std::string word : {"exit", "q", "EXIT", "Q", "quit"}) {
    INFO(word);
    CHECK(crown(folder, "english", word + "\n11-15\n").out.ends_with("Black (b) to move.\n"));
    CHECK(crown(folder, "stupid --nice", word + "\nB2\nB6\n").out.ends_with("r move from: "));
  }
}
