#include "clients/terminal/pseudo_terminal.hpp"

using namespace crownd::testing;

// Cases that the specifications leave open, and extensions of their dialogues.

namespace {

const std::string from = "r move from: ", to = "r move to: ";

}  // namespace

TEST_CASE("stupid checkers: what is no square as the specification writes it costs the turn, at both questions") {
  const Folder folder;
  const auto play = [&](const std::string& lines) { return crown(folder, "stupid", lines).out; };
  const auto lost = play("B9\nB4\n");
  CHECK(contains(lost, from + to + "INVALID MOVE\n"));
  CHECK(lost.ends_with("b move from: "));
  for (const std::string line :
       {"b2", "help", "HELP", "?", "undo", "quit", " B2", "B2 ", "\tB2", "B22", "I1", "A0", ""}) {
    INFO(line);
    CHECK(play(line + "\nB4\n") == lost);
    CHECK(play("B2\n" + line + "\n") == lost);
  }
  CHECK(play("B2\r\nB4\r\n") == play("B2\nB4\n"));  // a line ends with CRLF too
}

TEST_CASE("stupid checkers: its own dialogue is left at the end of input and with Ctrl-C") {
  const Folder folder;
  CHECK(crown(folder, "stupid", "B2\n").code == 0);
  PseudoTerminal terminal(folder, "crown stupid");
  terminal.wait_for(from);
  terminal.type("quit" + enter);
  terminal.wait_for(to);
  terminal.type("quit" + enter);
  terminal.wait_for("INVALID MOVE");
  terminal.wait_for("b move from: ");
  terminal.leave();
}

TEST_CASE("stupid checkers: with --nice there are commands, which do not cost the turn") {
  const Folder folder;
  const auto play = [&](const std::string& lines) { return crown(folder, "stupid --nice", lines).out; };
  for (const std::string lines : {"help\nB2\nB6\n", "B2\nhelp\nB6\n", "B2\n HELP \nhelp\nB6\n", "?\nB2\nh\nB6\n"}) {
    const auto out = play(lines);
    CHECK(contains(out, "  undo   take back the last move\n"));
    CHECK(contains(out, "b move from: "));
    CHECK(!contains(out, "INVALID MOVE"));
  }
  CHECK(play("B2\nB6\nA7\nundo\n").ends_with(play("")));
  CHECK(play("B2\nB6\nundo\n").ends_with(play("")));
  CHECK(play("undo\n").ends_with(from + "There is no move to take back.\n" + from));
  CHECK(play("B2\nundo\n").ends_with(to + "There is no move to take back.\n" + from));
  CHECK(play("B2\nquit\nB6\n").ends_with(from + to));
  CHECK(play("quit\n").ends_with(from));
}

TEST_CASE("stupid checkers: with --nice squares are read in either case") {
  const Folder folder;
  const auto out = crown(folder, "stupid --nice", "B2\nB6\nA7\nB6\n").out;
  CHECK(crown(folder, "stupid --nice", "b2\nB6\nA7\nb6\n").out == out);
  CHECK(crown(folder, "stupid --nice", "B2\n b6 \na7\t\nb6\n").out == out);
  CHECK(!contains(out, "INVALID MOVE"));
}

TEST_CASE("stupid checkers: Tab proposes the squares that do not cost the turn, and the commands of --nice") {
  const Folder folder;
  const std::string position =
      " --position 'r......./......../......../......../......../......../......../.b.....b r'";
  SECTION("in any case of letters, with commands") {
    PseudoTerminal terminal(folder, "crown stupid --nice" + position);
    terminal.wait_for(from);
    terminal.type(tab + tab);
    terminal.wait_for("A1  help  quit  undo");
    terminal.leave();
  }
  PseudoTerminal terminal(folder, "crown stupid" + position);
  terminal.wait_for(from);
  SECTION("one square is put in, in any case") {
    terminal.type("a" + tab + enter);
    terminal.wait_for(to);
    terminal.type("h8" + tab + enter);
    terminal.wait_for("b move from: ");
  }
  SECTION("squares to move from are those of pieces that can move") {
    terminal.type(tab + enter);
    terminal.wait_for("A1");
    terminal.wait_for(to);
  }
  SECTION("squares to move to are those without one's own pieces") {
    terminal.type("A1" + enter);
    terminal.wait_for(to);
    terminal.type("A" + tab + tab);
    terminal.wait_for("\nA2  A3  A4  A5  A6  A7  A8  \r\n");
  }
}

TEST_CASE("stupid checkers: a position is played with the grid and the questions of the specification") {
  const Folder folder;
  const std::string position = "'r......./......../......../......../......../......../......../.b.....b b'";
  const auto out = crown(folder, "stupid --score --position " + position, "B8\nA1\n").out;
  const std::string row = "   +---+---+---+---+---+---+---+---+\n";
  CHECK(out.starts_with("             r: 1  b: 2\n     A   B   C   D   E   F   G   H  \n" + row));
  CHECK(contains(out,
                 "8  |   | b |   |   |   |   |   | b |\n" + row + "b move from: b move to:              r: 0  b: 2\n"));
  CHECK(out.ends_with("b wins!!\nGAME OVER\n"));
  CHECK(crown(folder, "stupid --counter --position " + position, "").out.starts_with("        Move #1 -- r: 1  b:2\n"));
  CHECK(crown(folder, "stupid --board --position " + position, "").out.starts_with("    A  B  C  D  E  F  G  H\n"));
}

TEST_CASE("reduced chess: spaces around an answer do no harm at any prompt, QUIT is one word in capital letters") {
  const Folder folder;
  const std::string position = "5\nKc5, Ra2, Ra5, Ba1, Be2\nKb3, Rb4, Rd3, Re4\n";
  make_file(folder / "board", position);
  const auto play = [&](const std::string& line) {
    return crown(folder, "reduced-chess", "board\n" + line + "\n").out;
  };
  CHECK(play("a1b2 ") == play("a1b2"));
  CHECK(play(" \ta1b2 \t ") == play("a1b2"));
  CHECK(play("a1b2") != play("a1a1"));
  CHECK(crown(folder, "reduced-chess", "  board \na1b2\n").out == play("a1b2"));
  CHECK(crown(folder, "reduced-chess", " QUIT \nboard\n").out == "File name for initial configuration: ");
  const auto refused = play("a1a1");
  CHECK(refused.ends_with("Next move of White: This is not a valid move. Next move of White: "));
  for (const std::string line : {"a1 b2", " ", "Quit", "quit", "QU IT", "help"}) {
    INFO(line);
    CHECK(play(line) == refused);
  }
  for (const std::string line : {"QUIT", "QUIT ", " QUIT"}) {
    CHECK(play(line).ends_with("Next move of White: File name to store the configuration: "));
    CHECK(play(line + "\n  stored \n").ends_with("The game configuration saved.\n"));
    CHECK(std::filesystem::remove(folder / "stored"));
  }
}

TEST_CASE("in the dialogue that all games share quit and QUIT do the same") {
  const Folder folder;
  const auto out = crown(folder, "reduced-chess --board", "quit\na1b2\n").out;
  CHECK(out.ends_with("White to move.\n"));
  CHECK(crown(folder, "reduced-chess --board", "QUIT\na1b2\n").out == out);
}

TEST_CASE("towers: Tab proposes the actions and the commands") {
  const Folder folder;
  PseudoTerminal terminal(folder, "crown towers --plain");
  terminal.wait_for("8 | b | . | b | . | b | . | b | . |\r\n   +---+---+---+---+---+---+---+---+\r\n");
  terminal.type(tab + tab);
  terminal.wait_for("\nA  A6-B5  C6-B5  C6-D5  E6-D5  E6-F5  G6-F5  G6-H5  P  \r\n");
  terminal.type("g6-h" + tab + enter);
  terminal.wait_for("BLACK ACTION #1: G6-H5");
  terminal.type("A" + enter);
  terminal.wait_for("*** WHITE ACTION #2: ");
  CHECK(terminal.wait_for_end() == 0);
}

TEST_CASE("spanish: a piece whose square was named first must be played, unless the flag says otherwise") {
  const Folder folder;
  const std::string game = "spanish --black human --position W:W9,21,27:B6,25 ";
  const std::string named = "21\n27-31\n", barred = "The piece on 21 was touched, so it must be played.\n";
  const auto out = crown(folder, game, named).out;
  CHECK(out.ends_with("The piece on 21 is touched.\nFrom 21 to which square: 26?\n" + barred));
  CHECK(crown(folder, game, named + "9\n").out == out + barred);
  CHECK(contains(crown(folder, game, named + "21\n26\n").out, "26w<"));
  CHECK(contains(crown(folder, "spanish --depth 1", "11\n12-16\n").out, "The piece on 11 was touched"));
  SECTION("a piece that cannot move is not touched, nor an empty square") {
    const auto free = crown(folder, game, "6\n13\n27-31\n").out;
    CHECK(contains(free,
                   "Invalid move: the piece on 6 is Black's, and White is to move.\n"
                   "Invalid move: there is no piece on 13.\n"));
    CHECK(contains(free, "31W<"));
  }
  SECTION("a whole move that was refused touches only where that was asked for") {
    CHECK(contains(crown(folder, game, "21-20\n27-31\n").out, "31W<"));
    CHECK(crown(folder, game + "--touch-move", "21-20\n27-31\n").out.ends_with(barred));
  }
  SECTION("a piece that an unfinished move named is touched") {
    const std::string position = "--black human --position W:WK6,1:BK8,11,17,K19,K27,K28,K32 ";
    const std::string touched = "The piece on 6 is touched.\nThe piece on 6 was touched, so it must be played.\n";
    for (const std::string unfinished : {"6x15x22", "6x31", "6x15", "6 x 15 x 22"}) {
      INFO(unfinished);
      const auto lines = unfinished + "\n1-5\n";
      CHECK(crown(folder, "spanish " + position, lines).out.ends_with(touched));
      CHECK(!contains(crown(folder, "spanish --no-touch-move " + position, lines).out, "touched"));
    }
    for (const std::string refused : {"6-10", "6x15x99", "6xfoox15", "6x15x22x31x23", "1x10"}) {
      INFO(refused);
      CHECK(!contains(crown(folder, "spanish " + position, refused + "\n").out, "touched"));
    }
    CHECK(!contains(crown(folder, "english --position ......a.......a...b.b...........:b", "14x23\n").out, "touched"));
  }
  SECTION("without touch-move") {
    CHECK(contains(crown(folder, game + "--no-touch-move", named).out, "31W<"));
    CHECK(!contains(crown(folder, game + "--no-touch-move", named).out, "touched"));
  }
  CHECK(crown(folder, "spanish --touch-move --no-touch-move", "").code == 2);
  CHECK(!contains(crown(folder, "english", "11\n10-14\n").out, "touched"));
}

TEST_CASE("towers: a cell alone is an illegal action, whatever stands there") {
  const Folder folder;
  for (const std::string cell : {"G6", "B7", "D4", "B1", "I9"}) {
    INFO(cell);
    CHECK(crown(folder, "towers", cell + "\n").out.ends_with("ERROR: Illegal action.\n"));
  }
}

TEST_CASE("stupid: of many targets only the number is said, and moves shows them") {
  const Folder folder;
  CHECK(crown(folder, "stupid --board", "b2\n")
            .out.ends_with("From B2 to which square? There are 52: moves B2 shows them.\n"));
}

TEST_CASE("help says how a chosen piece is let go, or that it must be played") {
  const Folder folder;
  CHECK(contains(crown(folder, "english", "help\n").out, "An empty line or another piece's square lets it go."));
  CHECK(contains(crown(folder, "spanish", "help\n").out, "A piece that was chosen must be played."));
}

TEST_CASE("english: who entered what cannot be played is asked to try again") {
  const Folder folder;
  for (const std::string line : {"hello", "12-11", "9z-8a", "2", "23-18"}) {
    INFO(line);
    CHECK(crown(folder, "english", line + "\n").out.ends_with(" Try again.\n"));
    CHECK(crown(folder, "english --board", line + "\n").out.ends_with(" Try again.\n"));
    CHECK(!crown(folder, "spanish", line + "\n").out.ends_with(" Try again.\n"));
  }
  CHECK(!crown(folder, "english", "11\n").out.ends_with(" Try again.\n"));
}

TEST_CASE("--board is the dialogue that all games share, for every game") {
  const Folder folder;
  const std::pair<std::string, std::string> games[] = {{"english", "Black (b) to move> "},
                                                       {"spanish", "White to move> "},
                                                       {"stupid", "Red (r) to move> "},
                                                       {"towers", "Black to move> "},
                                                       {"reduced-chess", "White to move> "}};
  for (const auto& [game, prompt] : games) {
    INFO(game);
    PseudoTerminal terminal(folder, "crown " + game + " --board --black human");
    CHECK(contains(terminal.wait_for(prompt), "\033[1;38;5;"));
    terminal.leave();
    CHECK(contains(crown(folder, game + " --board", "").out, " to move.\n"));
  }
}
