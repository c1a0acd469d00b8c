#include "clients/terminal/pseudo_terminal.hpp"
#include "support/game_names.hpp"

using namespace crownd::testing;

namespace {

constexpr std::size_t screen_lines = 24, screen_columns = 80;

std::vector<std::string> lines_in(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::size_t max_length(const std::vector<std::string>& lines) {
  std::size_t length = 0;
  for (const auto& line : lines) length = std::max(length, line.size());
  return length;
}

/// The text before the first prompt, after Enter at the question who plays; then leaves the game.
std::string beginning(const std::string& command) {
  const TemporaryFolder folder;
  PseudoTerminal terminal(folder, command);
  auto shown = terminal.wait_for("> ");
  if (contains(shown, "Who plays?")) {
    terminal.type(enter, "\n");
    shown = terminal.wait_for(" to move> ");
  }
  terminal.leave();
  return shown;
}

const std::string leave = "Leave the game? (y/N) ";

/// At the first prompt of a game of two people; if `moves`, one move has been played.
void begin(PseudoTerminal& terminal, bool moves) {
  terminal.wait_for("Black (b) to move> ");
  if (!moves) return;
  terminal.type("11-15" + enter, "White (a) to move> ");
}

}  // namespace

// The first screens of a new user at a terminal.

TEST_CASE("games without a prescribed dialogue have the shared one at a terminal: greeting, colours, prompt") {
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
    CHECK(count(shown, " to move") == 1);  // it is the prompt that says so
    const auto lines = lines_in(without_escapes(beginning("NO_COLOR=1 crown " + game)));
    CHECK(lines.size() < screen_lines);
    CHECK(max_length(lines) <= screen_columns);
  }
}

TEST_CASE("the greeting names the players and a legal move") {
  CHECK(beginning("crown stupid --white engine --depth 1 --level 3")
            .starts_with("You play Black (b), the engine plays Red (r) at level 3.\r\n"));
  const auto capture = beginning("crown english ......a.......a...b.b...........:b");
  CHECK(contains(capture, "\r\nEnter a move as 14x23x30, or square by square: 14, then 23, then 30.\r\n"));
}

TEST_CASE_METHOD(InFolder, "a turn shows one board: a person's move and the engine's answer") {
  PseudoTerminal terminal(folder, "NO_COLOR=1 crown spanish --white human --depth 2", "White to move> ");
  const auto turn = terminal.type("10-14" + enter, "White to move> ");
  CHECK(count(turn, "   32") == 1);
  CHECK(count(turn, "Black plays ") == 1);
  terminal.type("resign" + enter, "(y/N) ");
  CHECK(contains(terminal.type("y" + enter, "leave> "), "You have lost: you resigned."));
}

TEST_CASE_METHOD(InFolder, "two people see a board after each move, and everybody the final one") {
  PseudoTerminal people(folder, "NO_COLOR=1 crown english --a human", "Black (b) to move> ");
  CHECK(count(people.type("11-15" + enter, "White (a) to move> "), " 32a") == 1);
  people.leave();
  // Black can take White's last piece.
  PseudoTerminal last_move(folder, "NO_COLOR=1 crown towers --b human --position .............w..b...............:b",
                           "Black to move> ");
  last_move.type("B5-B6" + enter, "Invalid move: ");
  last_move.wait_for("Black to move> ");
  last_move.type("hello" + enter, "'hello' is neither a move nor a command; help lists the commands.");
  last_move.wait_for("Black to move> ");
  const auto end = last_move.type("B5-D3" + enter, "leave> ");
  CHECK(count(end, " A  B  C  D  E  F  G  H") == 2);  // above and below the board
  CHECK(contains(end, "You have won: White has no pieces left."));
  last_move.type(enter);
  CHECK(last_move.wait_for_end() == 0);
}

TEST_CASE_METHOD(InFolder, "help, ? and h list the commands, on one screen") {
  for (const auto& game : game_names()) {
    INFO(game);
    const auto before = crown(game + " --board --black human --white human").out;
    const auto help = crown(game + " --board --black human --white human", "help\n").out.substr(before.size());
    const auto lines = lines_in(help);
    CHECK(lines.size() > 10);
    CHECK(lines.size() < screen_lines);
    CHECK(max_length(lines) < screen_columns);
    for (const std::string word : {"help", "moves", "hint", "eval", "undo", "redo", "engine", "level", "flip", "save",
                                   "load", "new", "resign", "quit"})
      CHECK(count(help, "\n  " + word + " ") == 1);
    for (const std::string word : {"?", "h", "H", " ? "})
      CHECK(crown(game + " --board --black human --white human", word + "\n").out == before + help);
  }
}

TEST_CASE_METHOD(InFolder, "--help avoids jargon") {
  for (const auto& game : game_names()) {
    INFO(game);
    const auto help = crown(game + " --help").out;
    CHECK(max_length(lines_in(help)) < screen_columns);
    for (const std::string word : {"Excludes", "Needs", "INT", "{", "human|engine"}) {
      INFO(word);
      CHECK(!contains(help, word));
    }
    CHECK(count(help, " human or engine\n") + count(help, " human or engine ") == 2);
    CHECK(count(help, ", which moves first\n") == 1);
  }
  CHECK(contains(crown("english --help").out, "who plays Black (b), which moves first\n"));
  CHECK(contains(crown("stupid --help").out, "  --white,--red,--r human or engine"));
  CHECK(max_length(lines_in(crown("--help").out)) < screen_columns);
  CHECK(crown("english --black somebody").code == 2);
  CHECK(crown("english --level 21").code == 2);
}

TEST_CASE_METHOD(InFolder, "leaving a game in progress needs one confirmation") {
  PseudoTerminal terminal(folder, "NO_COLOR=1 crown english --a human --board");
  begin(terminal, true);
  const auto way = GENERATE(std::string("quit\r"), std::string("\x04"));
  terminal.type(way, leave);
  SECTION("no continues the game") {
    terminal.type("n" + enter, "White (a) to move> ");
    terminal.type("undo" + enter, "Black (b) to move> ");
    terminal.type(way);  // no move would be lost any more
  }
  SECTION("Enter means no") {
    terminal.type(enter, "White (a) to move> ");
    terminal.type(way, leave);
    terminal.type("y" + enter);
  }
  SECTION("yes leaves") { terminal.type("Y" + enter); }
  SECTION("Ctrl-D leaves") { terminal.type(ctrl_d); }
  CHECK(terminal.wait_for_end() == 0);
}

TEST_CASE_METHOD(InFolder, "resigning or replacing a game in progress needs a confirmation") {
  make_file(folder / "game.pdn", "[White \"human\"]\n[Black \"human\"]\n\n1. 9-14 *\n");
  struct Case {
    std::string command, question, done;
  };
  const auto [command, question, done] =
      GENERATE(Case{"resign", "Resign the game? (y/N) ", "Black (b) wins: White (a) has resigned."},
               Case{"new", "Give up this game for a new one? (y/N) ", "Black (b) to move> "},
               Case{"load game.pdn", "Give up this game for that of game.pdn? (y/N) ", "14b<"});
  PseudoTerminal terminal(folder, "NO_COLOR=1 crown english --a human --board");
  SECTION("declined") {
    begin(terminal, true);
    for (const std::string& answer : {std::string("no\r"), enter, ctrl_c, ctrl_d}) {
      terminal.type(command + enter, question);
      CHECK(!contains(terminal.type(answer, "White (a) to move> "), done));
    }
    terminal.type("save saved.pdn" + enter, "Saved in");
    CHECK(contains(read_file(folder / "saved.pdn"), "1. 11-15 *"));
  }
  SECTION("confirmed") {
    begin(terminal, true);
    terminal.type(command + enter, question);
    terminal.type("y" + enter, done);
  }
  SECTION("without moves") {
    begin(terminal, false);
    terminal.type(command + enter);
    CHECK(
        !contains(terminal.wait_for(command == "resign" ? "White (a) wins: Black (b) has resigned." : done), "(y/N)"));
  }
}

TEST_CASE_METHOD(InFolder, "overwriting a file needs a confirmation") {
  make_file(folder / "game.pdn", "mine");
  PseudoTerminal terminal(folder, "NO_COLOR=1 crown english --a human --board");
  begin(terminal, true);
  for (const std::string command : {"save game.pdn", "save position game.pdn"}) {
    terminal.type(command + enter, "There is a file game.pdn. Overwrite it? (y/N) ");
    terminal.type(enter, "White (a) to move> ");
    CHECK(read_file(folder / "game.pdn") == "mine");
  }
  terminal.type("save game.pdn" + enter, "(y/N) ");
  terminal.type("y" + enter, "Saved in game.pdn.");
  CHECK(read_file(folder / "game.pdn").ends_with("1. 11-15 *\n"));
  terminal.wait_for("White (a) to move> ");
  CHECK(!contains(terminal.type("save new.pdn" + enter, "Saved in new.pdn."), "(y/N)"));
  terminal.leave();
}

// The first lines at a terminal: the question who plays, and how to leave a prescribed dialogue.

TEST_CASE_METHOD(InFolder, "at a terminal crown asks who plays unless flags name the players") {
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
    terminal.type(answer + enter, greeting);
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

TEST_CASE_METHOD(InFolder, "the question who plays names the sides and the default players, and accepts quit") {
  for (const auto& keys : {"quit" + enter, "exit" + enter, "q" + enter, ctrl_d}) {
    PseudoTerminal terminal(folder, "NO_COLOR=1 crown spanish", "  1  You play White, the engine plays Black.\r\n");
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
  CHECK(!contains(crown("english").out, "Who plays?"));
}

TEST_CASE_METHOD(InFolder, "a prescribed dialogue begins with a line on how to leave") {
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
    CHECK(crown(game).errors == "");
  }
  PseudoTerminal towers(folder, "sh -c 'crown towers </dev/null'");
  CHECK(!contains(towers.wait_for("BOARD SIZE"), "Ctrl-D"));
}
