#include "clients/terminal/pseudo_terminal.hpp"
#include "support/game_names.hpp"

#include <algorithm>
#include <sstream>
#include <vector>

// What people see who start the program at a terminal and know nothing of it.

using namespace crownd::testing;

namespace {

constexpr std::size_t screen_lines = 24, screen_columns = 80;

std::vector<std::string> lines_in(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::size_t longest(const std::vector<std::string>& lines) {
  std::size_t length = 0;
  for (const auto& line : lines) length = std::max(length, line.size());
  return length;
}

std::size_t times_in(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

/// What is shown before the first prompt, after the usual answer to the question who plays; then the game is left.
std::string beginning(const std::string& command) {
  const Folder folder;
  PseudoTerminal terminal(folder, command);
  auto shown = terminal.wait_for("> ");
  if (contains(shown, "Who plays?")) {
    terminal.type(enter);
    terminal.wait_for("\n");
    shown = terminal.wait_for(" to move> ");
  }
  terminal.leave();
  return shown;
}

}  // namespace

TEST_CASE("where no dialogue is prescribed for people, a terminal has the shared one: greeting, colours, prompt") {
  const std::string help = "Type help for the commands, quit to leave.\r\n";
  const std::pair<std::string, std::string> cases[] = {
      {"english",
       "Two people play Black (b) and White (a).\r\n"
       "Black (b) moves first. Enter a move as 10-15, or square by square: 10, then 15.\r\n"
       "Also read: row and column, as in 6c-5d; algebraic, as in f6-e5 (29 is a1).\r\n"},
      {"spanish",
       "You play White, the engine plays Black.\r\n"
       "White moves first. Enter a move as 10-13, or square by square: 10, then 13.\r\n"
       "Also read: algebraic, as in d3-c4 (1 is h1).\r\n"},
      {"towers",
       "You play Black, the engine plays White.\r\n"
       "Black moves first. Enter a move as A6-B5, or square by square: A6, then B5.\r\n"
       "A: the specification's machine plays one action; P: ten actions. With\r\n"
       "--specification-machine it plays for the engine.\r\n"},
  };
  for (const auto& [game, greeting] : cases) {
    INFO(game);
    const auto shown = beginning("crown " + game);
    CHECK(shown.starts_with(greeting + help));
    CHECK(contains(shown, "\033[1;38;5;"));
    CHECK(shown == beginning("crown " + game + " --board"));
    CHECK(times_in(shown, " to move") == 1);  // it is the prompt that says so
    const auto lines = lines_in(without_escapes(beginning("NO_COLOR=1 crown " + game)));
    CHECK(lines.size() < screen_lines);
    CHECK(longest(lines) <= screen_columns);
  }
}

TEST_CASE("the greeting says who plays, and a move that can be made") {
  CHECK(beginning("crown stupid --white engine --depth 1 --level 3")
            .starts_with("You play Black (b), the engine plays Red (r) at level 3.\r\n"));
  const auto capture = beginning("crown english ......a.......a...b.b...........:b");
  CHECK(contains(capture, "\r\nEnter a move as 14x23x30, or square by square: 14, then 23, then 30.\r\n"));
}

TEST_CASE("a pipe has no greeting, no prompt and no colours, and --plain gives a terminal the same") {
  const Folder folder;
  for (const std::string game : {"english", "spanish", "towers"}) {
    INFO(game);
    const auto in_pipe = crown(folder, game, "").out;
    CHECK(!contains(in_pipe, "help"));
    CHECK(!contains(in_pipe, "> "));
    CHECK(!contains(in_pipe, "\033"));
    PseudoTerminal terminal(folder, "crown " + game + " --plain 2>errors");
    CHECK(terminal.text_of(in_pipe.size()) == in_pipe);
    CHECK(!contains(terminal.rest(), "\033[1m"));
    terminal.type(ctrl_d);
    CHECK(terminal.wait_for_end() == 0);
  }
}

TEST_CASE("at a terminal towers goes on after a typing error, and says who has won") {
  const Folder folder;
  // White's last piece stands where Black takes it.
  PseudoTerminal terminal(folder, "NO_COLOR=1 crown towers --b human --position .............w..b...............:b");
  terminal.wait_for("Black to move> ");
  terminal.type("B5-B6" + enter);
  terminal.wait_for("Invalid move: ");
  terminal.wait_for("Black to move> ");
  terminal.type("hello" + enter);
  terminal.wait_for("'hello' is neither a move nor a command; help lists the commands.");
  terminal.wait_for("Black to move> ");
  terminal.type("B5-D3" + enter);
  terminal.wait_for("You have won: White has no pieces left.");
  terminal.wait_for("leave> ");
  terminal.type(enter);
  CHECK(terminal.wait_for_end() == 0);
}

TEST_CASE("a turn shows one board: a person's move and the engine's answer") {
  const Folder folder;
  PseudoTerminal terminal(folder, "NO_COLOR=1 crown spanish --white human --depth 2");
  terminal.wait_for("White to move> ");
  terminal.type("10-14" + enter);
  const auto turn = terminal.wait_for("White to move> ");
  CHECK(times_in(turn, "   32") == 1);
  CHECK(times_in(turn, "Black plays ") == 1);
  terminal.type("resign" + enter);
  terminal.wait_for("(y/N) ");
  terminal.type("y" + enter);
  CHECK(contains(terminal.wait_for("leave> "), "You have lost: you resigned."));
}

TEST_CASE("two people see a board after each move, and anybody the one that ends the game") {
  const Folder folder;
  PseudoTerminal people(folder, "NO_COLOR=1 crown english --a human");
  people.wait_for("Black (b) to move> ");
  people.type("11-15" + enter);
  CHECK(times_in(people.wait_for("White (a) to move> "), " 32a") == 1);
  people.leave();
  PseudoTerminal last_move(folder, "NO_COLOR=1 crown towers --b human --position .............w..b...............:b");
  last_move.wait_for("Black to move> ");
  last_move.type("B5-D3" + enter);
  const auto end = last_move.wait_for("leave> ");
  CHECK(times_in(end, " A  B  C  D  E  F  G  H") == 2);  // above and below the board
  CHECK(contains(end, "You have won: "));
}

TEST_CASE("who resigns against the engine is addressed as you; of two people the loser is named") {
  const Folder folder;
  CHECK(crown(folder, "spanish", "resign\n").out.ends_with("Black wins: you resigned.\n"));
  CHECK(crown(folder, "english", "resign\n").out.ends_with("White (a) wins: Black (b) has resigned.\n"));
}

TEST_CASE("help, ? and h list the commands, on one screen") {
  const Folder folder;
  for (const auto& game : game_names()) {
    INFO(game);
    const auto before = crown(folder, game + " --board --black human --white human", "").out;
    const auto help = crown(folder, game + " --board --black human --white human", "help\n").out.substr(before.size());
    const auto lines = lines_in(help);
    CHECK(lines.size() > 10);
    CHECK(lines.size() < screen_lines);
    CHECK(longest(lines) < screen_columns);
    for (const std::string word : {"?", "h", "H", " ? "})
      CHECK(crown(folder, game + " --board --black human --white human", word + "\n").out == before + help);
  }
}

TEST_CASE("the commands name the sides as the game does") {
  const Folder folder;
  CHECK(contains(crown(folder, "stupid --board", "help\n").out, "  engine red|black|both|off "));
  CHECK(contains(crown(folder, "english", "help\n").out, "  engine black|white|both|off "));
  CHECK(crown(folder, "stupid --board --depth 1", "engine black\n")
            .out.ends_with("\nYou play Red (r), the engine plays Black (b).\n"));
  CHECK(contains(crown(folder, "stupid --red engine --depth 1", "").out, "Red (r) plays "));
}

TEST_CASE("history lists the moves that were played, numbered as in a score sheet") {
  const Folder folder;
  const auto reported = [&](const std::string& flags, const std::string& moves) {
    const auto before = crown(folder, flags, moves).out;
    return crown(folder, flags, moves + "history\n").out.substr(before.size());
  };
  CHECK(reported("english", "") == "No move has been played yet.\n");
  CHECK(reported("english", "11-15\n") == "1. 11-15\n");
  CHECK(reported("english", "11-15\n22-18\n15-22\n26x17\nundo\n") == "1. 11-15 22-18  2. 15x22\n");
  CHECK(reported("spanish --white human --black human B:W1,2:B31,32", "31-27\n1-5\n32-28\n") ==
        "1... 31-27  2. 1-5 32-28\n");
}

TEST_CASE("--help speaks to people") {
  const Folder folder;
  for (const auto& game : game_names()) {
    INFO(game);
    const auto help = crown(folder, game + " --help", "").out;
    CHECK(longest(lines_in(help)) < screen_columns);
    for (const std::string word : {"Excludes", "Needs", "INT", "{", "human|engine"}) {
      INFO(word);
      CHECK(!contains(help, word));
    }
    CHECK(times_in(help, " human or engine\n") + times_in(help, " human or engine ") == 2);
    CHECK(times_in(help, ", which moves first\n") == 1);
  }
  CHECK(contains(crown(folder, "english --help", "").out, "who plays Black (b), which moves first\n"));
  CHECK(contains(crown(folder, "stupid --help", "").out, "  --white,--red,--r human or engine"));
  CHECK(longest(lines_in(crown(folder, "--help", "").out)) < screen_columns);
  CHECK(crown(folder, "english --black somebody", "").code == 2);
  CHECK(crown(folder, "english --level 21", "").code == 2);
}
