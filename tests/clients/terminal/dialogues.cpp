#include "clients/terminal/crown.hpp"
#include "clients/terminal/pseudo_terminal.hpp"
#include "games/towers/naive_batch.hpp"
#include "support/game_names.hpp"
#include "support/pages.hpp"

using namespace crownd::testing;
using towers_test::batch_files;
using towers_test::NaiveBatch;

namespace {

/// A shell command and its exact output: a part of a block of a Markdown file that begins with "```session".
/// Commands begin with `$ `; a command that has `<<'EOF'` continues to the line `EOF`. If the output does not end with
/// an end of line, the block has one anyway.
struct WrittenSession {
  std::string place;  ///< file and line
  std::string command;
  std::string output;
};

std::vector<WrittenSession> sessions_of(const std::string& file) {
  std::vector<WrittenSession> sessions;
  std::ifstream stream(file);
  bool inside = false, in_command = false;
  int number = 0;
  for (std::string line; std::getline(stream, line);) {
    ++number;
    if (!inside) {
      inside = line == "```session";
    } else if (in_command) {
      sessions.back().command += line + "\n";
      in_command = line != "EOF";
    } else if (line == "```") {
      inside = false;
    } else if (line.starts_with("$ ")) {
      sessions.push_back({file + ":" + std::to_string(number), line.substr(2) + "\n", ""});
      in_command = line.find("<<'EOF'") != std::string::npos;
    } else if (!sessions.empty()) {
      sessions.back().output += line + "\n";
    }
  }
  return sessions;
}

const std::string from = "r move from: ", to = "r move to: ";

const std::string source = CROWND_SOURCE_DIR;

std::vector<std::string> files_with_sessions() {
  std::vector<std::string> files;
  for (const auto& page : pages())
    if (!sessions_of(source + "/" + page).empty()) files.push_back(source + "/" + page);
  return files;
}

/// Pages for people call the program by its script, from the top folder.
std::string without_scripts(std::string command) {
  const std::string script = "scripts/crown ";
  for (auto at = command.find(script); at != std::string::npos; at = command.find(script))
    command.replace(at, script.size(), "crown ");
  return command;
}

/// Runs all sessions of a file in one folder, in order.
void run_all(const std::string& file, const std::string& prelude) {
  const TemporaryFolder folder;
  std::filesystem::copy(source + "/tests/clients/terminal/boards", folder / "boards");
  for (const auto& session : sessions_of(file)) {
    INFO(session.place << ": " << session.command);
    auto output = shell(folder, prelude + without_scripts(session.command));
    if (!output.out.empty() && output.out.back() != '\n') output.out += '\n';
    CHECK(output.out == session.output);
    CHECK(output.errors == "");
    CHECK(output.code == 0);
  }
}

}  // namespace

// Cases that the specifications leave open, and extensions of their dialogues.

TEST_CASE_METHOD(InFolder, "stupid checkers: an invalid square costs the turn at both questions") {
  const auto play = [&](const std::string& lines) { return crown("stupid", lines).out; };
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

TEST_CASE_METHOD(InFolder, "stupid checkers: the end of input and Ctrl-C leave the prescribed dialogue") {
  CHECK(crown("stupid", "B2\n").code == 0);
  PseudoTerminal terminal(folder, "crown stupid", from);
  terminal.type("quit" + enter, to);
  terminal.type("quit" + enter, "INVALID MOVE");
  terminal.wait_for("b move from: ");
  terminal.leave();
}

TEST_CASE_METHOD(InFolder, "stupid checkers: commands of --nice do not cost the turn") {
  const auto play = [&](const std::string& lines) { return crown("stupid --nice", lines).out; };
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

TEST_CASE_METHOD(InFolder, "stupid checkers: squares are case-insensitive with --nice") {
  const auto out = crown("stupid --nice", "B2\nB6\nA7\nB6\n").out;
  CHECK(crown("stupid --nice", "b2\nB6\nA7\nb6\n").out == out);
  CHECK(crown("stupid --nice", "B2\n b6 \na7\t\nb6\n").out == out);
  CHECK(!contains(out, "INVALID MOVE"));
}

TEST_CASE_METHOD(InFolder, "stupid checkers: Tab completes valid squares, and commands with --nice") {
  const std::string position =
      " --position 'r......./......../......../......../......../......../......../.b.....b r'";
  SECTION("case-insensitive, with commands") {
    PseudoTerminal terminal(folder, "crown stupid --nice" + position, from);
    terminal.type(tab + tab, "A1  help  quit  undo");
    terminal.leave();
  }
  PseudoTerminal terminal(folder, "crown stupid" + position, from);
  SECTION("a single square is inserted") {
    terminal.type("a" + tab + enter, to);
    terminal.type("h8" + tab + enter, "b move from: ");
  }
  SECTION("source squares have a movable piece") {
    terminal.type(tab + enter, "A1");
    terminal.wait_for(to);
  }
  SECTION("target squares have no own piece") {
    terminal.type("A1" + enter, to);
    terminal.type("A" + tab + tab, "\nA2  A3  A4  A5  A6  A7  A8  \r\n");
  }
}

TEST_CASE_METHOD(InFolder, "stupid checkers: a given position is played in the prescribed dialogue") {
  const std::string position = "'r......./......../......../......../......../......../......../.b.....b b'";
  const auto out = crown("stupid --score --position " + position, "B8\nA1\n").out;
  const std::string row = "   +---+---+---+---+---+---+---+---+\n";
  CHECK(out.starts_with("             r: 1  b: 2\n     A   B   C   D   E   F   G   H  \n" + row));
  CHECK(contains(out,
                 "8  |   | b |   |   |   |   |   | b |\n" + row + "b move from: b move to:              r: 0  b: 2\n"));
  CHECK(out.ends_with("b wins!!\nGAME OVER\n"));
  CHECK(crown("stupid --counter --position " + position).out.starts_with("        Move #1 -- r: 1  b:2\n"));
  CHECK(crown("stupid --board --position " + position).out.starts_with("    A  B  C  D  E  F  G  H\n"));
}

TEST_CASE_METHOD(InFolder, "reduced chess: spaces around an answer are ignored; QUIT is case-sensitive") {
  const std::string position = "5\nKc5, Ra2, Ra5, Ba1, Be2\nKb3, Rb4, Rd3, Re4\n";
  make_file(folder / "board", position);
  const auto play = [&](const std::string& line) { return crown("reduced-chess", "board\n" + line + "\n").out; };
  CHECK(play("a1b2 ") == play("a1b2"));
  CHECK(play(" \ta1b2 \t ") == play("a1b2"));
  CHECK(play("a1b2") != play("a1a1"));
  CHECK(crown("reduced-chess", "  board \na1b2\n").out == play("a1b2"));
  CHECK(crown("reduced-chess", " QUIT \nboard\n").out == "File name for initial configuration: ");
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

TEST_CASE_METHOD(InFolder, "towers: Tab completes actions and commands") {
  PseudoTerminal terminal(folder, "crown towers --plain",
                          "8 | b | . | b | . | b | . | b | . |\r\n   +---+---+---+---+---+---+---+---+\r\n");
  terminal.type(tab + tab, "\nA  A6-B5  C6-B5  C6-D5  E6-D5  E6-F5  G6-F5  G6-H5  P  \r\n");
  terminal.type("g6-h" + tab + enter, "BLACK ACTION #1: G6-H5");
  terminal.type("A" + enter, "*** WHITE ACTION #2: ");
  CHECK(terminal.wait_for_end() == 0);
}

TEST_CASE_METHOD(InFolder, "spanish: a touched piece must be played, unless touch-move is disabled") {
  const std::string game = "spanish --black human --position W:W9,21,27:B6,25 ";
  const std::string named = "21\n27-31\n", barred = "The piece on 21 was touched, so it must be played.\n";
  const auto out = crown(game, named).out;
  CHECK(out.ends_with("The piece on 21 is touched.\nFrom 21 to which square: 26?\n" + barred));
  CHECK(crown(game, named + "9\n").out == out + barred);
  CHECK(contains(crown(game, named + "21\n26\n").out, "26w<"));
  CHECK(contains(crown("spanish --depth 1", "11\n12-16\n").out, "The piece on 11 was touched"));
  SECTION("blocked pieces and empty squares cannot be touched") {
    const auto free = crown(game, "6\n13\n27-31\n").out;
    CHECK(contains(free,
                   "Invalid move: the piece on 6 is Black's, and White is to move.\n"
                   "Invalid move: there is no piece on 13.\n"));
    CHECK(contains(free, "31W<"));
  }
  SECTION("a refused whole move touches only with --touch-move") {
    CHECK(contains(crown(game, "21-20\n27-31\n").out, "31W<"));
    CHECK(crown(game + "--touch-move", "21-20\n27-31\n").out.ends_with(barred));
  }
  SECTION("an unfinished move touches its piece") {
    const std::string position = "--black human --position W:WK6,1:BK8,11,17,K19,K27,K28,K32 ";
    const std::string touched = "The piece on 6 is touched.\nThe piece on 6 was touched, so it must be played.\n";
    for (const std::string unfinished : {"6x15x22", "6x31", "6x15", "6 x 15 x 22"}) {
      INFO(unfinished);
      const auto lines = unfinished + "\n1-5\n";
      CHECK(crown("spanish " + position, lines).out.ends_with(touched));
      CHECK(!contains(crown("spanish --no-touch-move " + position, lines).out, "touched"));
    }
    for (const std::string refused : {"6-10", "6x15x99", "6xfoox15", "6x15x22x31x23", "1x10"}) {
      INFO(refused);
      CHECK(!contains(crown("spanish " + position, refused + "\n").out, "touched"));
    }
    CHECK(!contains(crown("english --position ......a.......a...b.b...........:b", "14x23\n").out, "touched"));
  }
  SECTION("without touch-move") {
    CHECK(contains(crown(game + "--no-touch-move", named).out, "31W<"));
    CHECK(!contains(crown(game + "--no-touch-move", named).out, "touched"));
  }
  CHECK(crown("spanish --touch-move --no-touch-move").code == 2);
  CHECK(!contains(crown("english", "11\n10-14\n").out, "touched"));
}

TEST_CASE_METHOD(InFolder, "help explains how to deselect a piece, or touch-move") {
  CHECK(contains(crown("english", "help\n").out, "An empty line or another piece's square lets it go."));
  CHECK(contains(crown("spanish", "help\n").out, "A piece that was chosen must be played."));
}

TEST_CASE_METHOD(InFolder, "english: an illegal move is followed by 'Try again'") {
  for (const std::string line : {"hello", "12-11", "9z-8a", "2", "23-18"}) {
    INFO(line);
    CHECK(crown("english", line + "\n").out.ends_with(" Try again.\n"));
    CHECK(crown("english --board", line + "\n").out.ends_with(" Try again.\n"));
    CHECK(!crown("spanish", line + "\n").out.ends_with(" Try again.\n"));
  }
  CHECK(!crown("english", "11\n").out.ends_with(" Try again.\n"));
}

TEST_CASE_METHOD(InFolder, "towers batches equal those of a second, naive implementation") {
  int inputs = 0, stored = 0;
  for (const auto& file : batch_files()) {
    INFO(file.name);
    const auto run = crown("towers", file.input);
    CHECK(run.out == NaiveBatch(file.input).output());
    CHECK(run.errors == "");
    CHECK(run.code == 0);
    ++inputs;
    if (file.output.empty()) continue;
    CHECK(run.out == file.output);
    ++stored;
  }
  CHECK(inputs == 39);
  CHECK(stored == 13);
}

TEST_CASE_METHOD(InFolder, "an illegal action of towers gets the first error that applies") {
  const std::string outside_source = "Source cell is outside of the board.",
                    outside_target = "Target cell is outside of the board.", empty = "Source cell is empty.",
                    occupied = "Target cell is not empty.", opponents = "Source cell holds opponent's piece/tower.",
                    illegal = "Illegal action.";
  const std::pair<std::string, std::string> cases[] = {
      {"I5-H4", outside_source}, {"C9-D8", outside_source}, {"C0-D1", outside_source}, {"J1-A9", outside_source},
      {"G6-I8", outside_target}, {"C4-I4", outside_target}, {"G4-A0", outside_target}, {"H3-I4", outside_target},
      {"F5-G4", empty},          {"C4-D3", empty},          {"E5-E5", empty},          {"C5-C6", empty},
      {"C6-D7", occupied},       {"E6-E6", occupied},       {"F3-G2", occupied},       {"D3-D1", occupied},
      {"D3-C4", opponents},      {"F3-F4", opponents},      {"C6-C5", illegal},        {"C6-E4", illegal},
      {"E6-E4", illegal},        {"G6-H4", illegal},        {"five", illegal},         {"G6", illegal},
      {"B7", illegal},           {"D4", illegal},           {"B1", illegal},           {"I9", illegal},
      {"E6", illegal},           {"E6-", illegal},          {"E6-D5-C4", illegal},
  };
  for (const auto& [action, error] : cases) {
    INFO(action);
    const auto run = crown("towers", action + "\nE6-F5\n");
    CHECK(last_line(run.out) == "ERROR: " + error + "\n");
    CHECK(run.out == NaiveBatch(action).output());
    CHECK(run.code == 0);
  }
}

TEST_CASE_METHOD(InFolder, "towers batches accept LF and CRLF, and ignore input after the command") {
  const auto plain = crown("towers", "C6-D5\nF3-E4\nA\n").out;
  CHECK(plain.find("*** BLACK ACTION #3: D5-F3\n") != std::string::npos);
  CHECK(crown("towers", "C6-D5\r\nF3-E4\r\nA\r\n").out == plain);
  CHECK(crown("towers", "\n  C6-D5 \n\n\nF3-E4\n\nA").out == plain);
  CHECK(crown("towers", "C6-D5\nF3-E4\nA\nP\nnonsense\n").out == plain);
  CHECK(last_line(crown("towers").out) == "   +---+---+---+---+---+---+---+---+\n");
}

TEST_CASE_METHOD(InFolder, "A and P at a terminal play like in a batch, and the game continues") {
  const auto actions_of = [](const std::string& text, const std::string& before, const std::string& behind) {
    std::string actions;
    for (auto at = text.find(before); at != std::string::npos; at = text.find(before, at)) {
      at += before.size();
      actions += text.substr(at, text.find(behind, at) - at) + " ";
    }
    return actions;
  };
  const auto batch = [&](const std::string& lines) {
    const auto text = crown("towers", lines).out;
    return actions_of(text.substr(text.find("***")), "#", "\n");
  };
  const std::string two_people = "towers --board --b human --w human";
  for (const std::string command : {"A", "P"}) {
    const auto text = crown(two_people, "C6-D5\nF3-E4\n" + command + "\n").out;
    std::string numbered;
    int number = 3;
    std::istringstream actions(actions_of(text, " plays ", "."));
    for (std::string action; actions >> action; ++number) numbered += std::to_string(number) + ": " + action + " ";
    CHECK(numbered == batch("C6-D5\nF3-E4\n" + command + "\n"));
    CHECK(text.ends_with(command == "A" ? "White to move.\n" : "Black to move.\n"));
  }
  CHECK(last_line(crown(two_people + " .............w..b...............:b", "P\n").out) ==
        "Black wins: White has no pieces left.\n");

  PseudoTerminal terminal(folder, "NO_COLOR=1 crown towers --b human --w human");
  CHECK(contains(terminal.wait_for("Black to move> "), "--specification-machine"));
  terminal.type("A" + enter, "Black plays ");
  terminal.wait_for("White to move> ");
  terminal.type("help" + enter, "  A                              the specification's machine plays one action");
  terminal.leave();
}

TEST_CASE("documented sessions are exact with a child process") {
  for (const auto& file : files_with_sessions()) run_all(file, "");
}

TEST_CASE("documented sessions are exact over TCP") {
  Daemon daemon;
  const auto function = "crown() { command crown \"$@\" --connect " + address_of(daemon) + "; }\n";
  for (const auto& file : files_with_sessions()) run_all(file, function);
}

TEST_CASE("the README shows a session of each game") {
  const auto sessions = sessions_of(source + "/clients/terminal/README.md");
  for (const auto& game : crownd::testing::game_names()) {
    INFO(game);
    CHECK(std::any_of(sessions.begin(), sessions.end(), [&](const auto& session) {
      return session.command.find("scripts/crown " + game) != std::string::npos;
    }));
  }
}
