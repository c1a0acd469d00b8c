#include "clients/terminal/pseudo_terminal.hpp"
#include "games/towers/batch_files.hpp"
#include "games/towers/naive_batch.hpp"

#include <sstream>

using namespace crownd::testing;
using towers_test::batch_files;
using towers_test::NaiveBatch;

TEST_CASE("games of towers come out byte for byte as a second, naive writer of the batch form has them") {
  const Folder folder;
  int inputs = 0, stored = 0;
  for (const auto& file : batch_files()) {
    INFO(file.name);
    const auto run = crown(folder, "towers", file.input);
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

TEST_CASE("each wrong action of towers is reported by the first line that applies") {
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
      {"E6-E4", illegal},        {"G6-H4", illegal},        {"five", illegal},         {"E6", illegal},
      {"E6-", illegal},          {"E6-D5-C4", illegal},
  };
  const Folder folder;
  for (const auto& [action, error] : cases) {
    INFO(action);
    const auto run = crown(folder, "towers", action + "\nE6-F5\n");
    CHECK(last_line(run.out) == "ERROR: " + error + "\n");
    CHECK(run.out == NaiveBatch(action).output());
    CHECK(run.code == 0);
  }
}

TEST_CASE("the batch form of towers does not mind how its lines end, nor what follows the command") {
  const Folder folder;
  const auto plain = crown(folder, "towers", "C6-D5\nF3-E4\nA\n").out;
  CHECK(plain.find("*** BLACK ACTION #3: D5-F3\n") != std::string::npos);
  CHECK(crown(folder, "towers", "C6-D5\r\nF3-E4\r\nA\r\n").out == plain);
  CHECK(crown(folder, "towers", "\n  C6-D5 \n\n\nF3-E4\n\nA").out == plain);
  CHECK(crown(folder, "towers", "C6-D5\nF3-E4\nA\nP\nnonsense\n").out == plain);
  CHECK(last_line(crown(folder, "towers", "").out) == "   +---+---+---+---+---+---+---+---+\n");
}

TEST_CASE("at a terminal A and P let the specification's machine play as in a batch, and the game goes on") {
  const Folder folder;
  const auto actions_of = [](const std::string& text, const std::string& before, const std::string& behind) {
    std::string actions;
    for (auto at = text.find(before); at != std::string::npos; at = text.find(before, at)) {
      at += before.size();
      actions += text.substr(at, text.find(behind, at) - at) + " ";
    }
    return actions;
  };
  const auto batch = [&](const std::string& lines) {
    const auto text = crown(folder, "towers", lines).out;
    return actions_of(text.substr(text.find("***")), "#", "\n");
  };
  const std::string two_people = "towers --board --b human --w human";
  for (const std::string command : {"A", "P"}) {
    const auto text = crown(folder, two_people, "C6-D5\nF3-E4\n" + command + "\n").out;
    std::string numbered;
    int number = 3;
    std::istringstream actions(actions_of(text, " plays ", "."));
    for (std::string action; actions >> action; ++number) numbered += std::to_string(number) + ": " + action + " ";
    CHECK(numbered == batch("C6-D5\nF3-E4\n" + command + "\n"));
    CHECK(text.ends_with(command == "A" ? "White to move.\n" : "Black to move.\n"));
  }
  CHECK(last_line(crown(folder, two_people + " .............w..b...............:b", "P\n").out) ==
        "Black wins: White has no pieces left.\n");

  PseudoTerminal terminal(folder, "NO_COLOR=1 crown towers --b human --w human");
  CHECK(contains(terminal.wait_for("Black to move> "), "--specification-machine"));
  terminal.type("A" + enter);
  terminal.wait_for("Black plays ");
  terminal.wait_for("White to move> ");
  terminal.type("help" + enter);
  terminal.wait_for("  A                              the specification's machine plays one action");
  terminal.leave();
}
