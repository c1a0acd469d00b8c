#include "clients/terminal/crown.hpp"
#include "clients/terminal/pseudo_terminal.hpp"
#include "games/towers/naive_batch.hpp"
#include "support/game_names.hpp"
#include "support/pages.hpp"

using namespace crownd::testing;
using towers_test::batch_files;
using towers_test::NaiveBatch;

namespace {

/// A shell command and its exact output: a part of a block of a file that begins with "```session".
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
  for (const auto* name : {"commands", "dialogues", "files"})
    files.push_back(source + "/tests/clients/terminal/sessions/" + name + ".txt");
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
  const auto sessions = sessions_of(file);
  REQUIRE(!sessions.empty());
  for (const auto& session : sessions) {
    INFO(session.place << ": " << session.command);
    auto output = shell(folder, prelude + without_scripts(session.command));
    if (!output.out.empty() && output.out.back() != '\n') output.out += '\n';
    CHECK(output.out == session.output);
    CHECK(output.errors == "");
    CHECK(output.code == 0);
  }
}

}  // namespace

TEST_CASE_METHOD(InFolder, "stupid checkers: the end of input and Ctrl-C leave the prescribed dialogue") {
  CHECK(crown("stupid", "B2\n").code == 0);
  PseudoTerminal terminal(folder, "crown stupid", from);
  terminal.type("quit" + enter, to);
  terminal.type("quit" + enter, "INVALID MOVE");
  terminal.wait_for("b move from: ");
  terminal.leave();
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

TEST_CASE_METHOD(InFolder, "towers: Tab completes actions and commands") {
  PseudoTerminal terminal(folder, "crown towers --plain",
                          "8 | b | . | b | . | b | . | b | . |\r\n   +---+---+---+---+---+---+---+---+\r\n");
  terminal.type(tab + tab, "\nA  A6-B5  C6-B5  C6-D5  E6-D5  E6-F5  G6-F5  G6-H5  P  \r\n");
  terminal.type("g6-h" + tab + enter, "BLACK ACTION #1: G6-H5");
  terminal.type("A" + enter, "*** WHITE ACTION #2: ");
  CHECK(terminal.wait_for_end() == 0);
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
