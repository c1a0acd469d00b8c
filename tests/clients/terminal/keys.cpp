#include "clients/terminal/pseudo_terminal.hpp"

using namespace crownd::testing;

TEST_CASE("keys without a function leave no text in the line") {
  const Folder folder;
  PseudoTerminal terminal(folder, "crown stupid");
  terminal.wait_for("r move from: ");
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
  terminal.type(all + "B2" + all + enter);
  terminal.wait_for("r move to: ");
  terminal.type("B" + all + "6" + enter);
  CHECK(!contains(terminal.wait_for("b move from: "), "INVALID MOVE"));
  terminal.leave();
}

TEST_CASE("keys that move the cursor or delete do so, in either of their forms") {
  const Folder folder;
  PseudoTerminal terminal(folder, "crown stupid --nice");
  const auto enter_square = [&](const std::string& keys, const std::string& next) {
    INFO(keys);
    terminal.type(keys + enter);
    CHECK(!contains(terminal.wait_for(next), "INVALID MOVE"));
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
