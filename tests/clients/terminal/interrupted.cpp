#include "clients/terminal/pseudo_terminal.hpp"

using namespace crownd::testing;

namespace {

ChildProcess start_in(const Folder& folder, const std::string& command) {
  return ChildProcess({"sh", "-c", "cd '" + folder.path().string() + "' && exec " + command},
                      crownd::connection::Errors::captured);
}

const std::string crown_program = CROWND_BIN_DIR "/crown ";

void wait_for_word(ChildProcess& crown, const std::string& word) {
  const auto deadline = within(long_enough);
  while (const auto line = crown.receive(deadline))
    if (contains(*line, word)) return;
  FAIL("not printed: " << word);
}

}  // namespace

TEST_CASE("a signal that ends the program saves the game") {
  const Folder folder;
  const auto signal = GENERATE(SIGTERM, SIGHUP);
  const std::string why = signal == SIGTERM ? "Terminated" : "Hangup";
  SECTION("while a person is to move") {
    auto crown = start_in(folder, crown_program + "english");
    wait_for_word(crown, "Black (b) to move");
    crown.send("9-14");
    wait_for_word(crown, "White (a) to move");
    crown.signal(signal);
    CHECK(crown.wait(within(long_enough)) == ExitStatus{false, signal});
    CHECK(crown.errors() == "crown: " + why + "; the game is saved in crown-english-1.pdn.\n");
    CHECK(contains(text_of_file(folder / "crown-english-1.pdn"), "\n\n1. 9-14 *\n"));
  }
  SECTION("while the engine thinks") {
    auto crown = start_in(folder, crown_program + "towers --board --movetime 600000");
    wait_for_word(crown, "Black to move");
    crown.send("G6-F5");
    wait_for_word(crown, "White to move");
    crown.signal(signal);
    CHECK(crown.wait(within(long_enough)) == ExitStatus{false, signal});
    CHECK(crown.errors() == "crown: " + why + "; the game is saved in crown-towers-1.txt.\n");
  }
  SECTION("but not where nothing was played") {
    auto crown = start_in(folder, crown_program + "stupid");
    CHECK(crown.receive(within(long_enough)));
    crown.signal(signal);
    CHECK(crown.wait(within(long_enough)) == ExitStatus{false, signal});
    CHECK(crown.errors() == "");
    CHECK(std::filesystem::is_empty(folder.path()));
  }
  SECTION("at a terminal") {
    PseudoTerminal terminal(folder, "NO_COLOR=1 crown english --a human");
    terminal.wait_for("Black (b) to move> ");
    terminal.type("9-14" + enter);
    terminal.wait_for("White (a) to move> ");
    ::kill(terminal.pid(), signal);
    terminal.wait_for("crown: " + why + "; the game is saved in crown-english-1.pdn.");
    CHECK(terminal.wait_for_end() == -signal);
  }
}

TEST_CASE("a hangup that is ignored, as with nohup, ends nothing") {
  const Folder folder;
  auto crown = start_in(folder, "nohup " + crown_program + "english");
  wait_for_word(crown, "Black (b) to move");
  crown.signal(SIGHUP);
  crown.send("9-14");
  wait_for_word(crown, "White (a) to move");
}

TEST_CASE("when the window of the terminal is closed the game is saved") {
  const Folder folder;
  const auto [flags, mine, theirs] = GENERATE(
      std::array<std::string, 3>{"", "Black (b) to move> ", "White (a) to move> "},
      std::array<std::string, 3>{"--white engine --movetime 600000", "Black (b) to move> ", "thinking: depth "},
      std::array<std::string, 3>{"--plain", "Black (b) to move.\r\n", "White (a) to move.\r\n"});
  {
    PseudoTerminal terminal(folder, "NO_COLOR=1 crown english --b human " + flags);
    terminal.wait_for(mine);
    terminal.type("9-14" + enter);
    terminal.wait_for(theirs);
    terminal.hang_up();
  }
  CHECK(contains(text_of_file(folder / "crown-english-1.pdn"), "\n\n1. 9-14 *\n"));
}

TEST_CASE("crown --continue takes up what was interrupted last, with the same players") {
  const Folder folder;
  CHECK(crown(folder, "--continue", "").code == 1);
  CHECK(crown(folder, "--continue", "").errors ==
        "crown: no game was interrupted in this folder: it has no file like crown-GAME-1.pdn\n");
  {
    auto crown = start_in(folder, crown_program + "english --board --white engine --level 2 --depth 1");
    wait_for_word(crown, "Black (b) to move");
    crown.send("9-14");
    wait_for_word(crown, "Black (b) to move");
    crown.signal(SIGTERM);
    crown.wait(within(long_enough));
  }
  make_file(folder / "crown-chess-1.txt", "of another program");
  make_file(folder / "crown-english-2.pdn.old", "of another program");
  auto go_on = crown(folder, "--continue", "engine\nlevel\nsave again.pdn\n");
  CHECK(go_on.errors == "");
  CHECK(contains(go_on.out,
                 "You play Black (b), the engine plays White (a) at level 2.\nThe engine plays at level 2 of 20.\n"));
  CHECK(contains(text_of_file(folder / "again.pdn"), "\n\n1. 9-14 "));
  CHECK(contains(text_of_file(folder / "again.pdn"), "[Depth \"1\"]\n"));
  // Flags of the engine and the terminal may be combined with it.
  CHECK(crown(folder, "--continue --engine /nowhere/engine", "").errors ==
        "crown: cannot start '/nowhere/engine': No such file or directory\n");
  {
    auto crown = start_in(folder, crown_program + "stupid --board --white engine --black engine --movetime 600000");
    wait_for_word(crown, "Red (r) plays");
    crown.signal(SIGTERM);
    crown.wait(within(long_enough));
  }
  if (!std::filesystem::exists(folder / "crown-stupid-1.txt")) return;  // it was over before
  go_on = crown(folder, "--continue", "");
  CHECK(contains(go_on.out, " wins: "));
}

TEST_CASE("the log of the daemon does not get into the prompt") {
  const Folder folder;
  make_file(folder / "engine", "#!/bin/sh\necho first words >&2\n" CROWND_BIN_DIR "/crownd\necho last words >&2\n");
  std::filesystem::permissions(folder / "engine", std::filesystem::perms::owner_all);
  SECTION("but is shown when the engine is gone") {
    PseudoTerminal terminal(folder, "NO_COLOR=1 crown english --a human --engine 'sh -c echo${IFS}no${IFS}licence>&2'");
    CHECK(contains(terminal.wait_for("crown: the engine is gone"), "no licence\r\n"));
    CHECK(terminal.wait_for_end() == 1);
  }
  SECTION("as long as it is there") {
    PseudoTerminal terminal(folder, "NO_COLOR=1 crown english --a human --engine ./engine");
    CHECK(!contains(terminal.wait_for("Black (b) to move> "), "words"));
    terminal.type("11-15" + enter);
    CHECK(!contains(terminal.wait_for("White (a) to move> "), "words"));
    terminal.leave();
    CHECK(!contains(terminal.rest(), "words"));
  }
  SECTION("though a file that it is sent to gets it") {
    const auto run = shell(folder, "crown english --engine ./engine");
    CHECK(contains(run.errors, "first words\n"));
  }
}
