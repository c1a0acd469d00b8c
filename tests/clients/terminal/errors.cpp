#include "clients/terminal/crown.hpp"
#include "clients/terminal/pseudo_terminal.hpp"
#include "support/certificate.hpp"
#include "support/game_names.hpp"

using namespace crownd::testing;

namespace {

/// A running crown in a folder, used line by line.
ChildProcess start(const TemporaryFolder& folder, const std::string& flags, const std::string& prefix = "") {
  return ChildProcess(
      {"sh", "-c", "cd '" + folder.path().string() + "' && exec " + prefix + program_path("crown") + " " + flags},
      crownd::connection::Errors::captured);
}

}  // namespace

TEST_CASE_METHOD(InFolder, "a game is saved when the engine is killed or the connection is lost, with one message") {
  const bool remote = GENERATE(false, true);
  Daemon daemon;
  auto crown = start(folder, remote ? "english --reconnect 0 --connect " + address_of(daemon) : "english");
  wait_for(crown, "Black (b) to move");
  ask(crown, "9-14", "White (a) to move");
  ask(crown, "22-18", "Black (b) to move");
  const auto engine = remote ? daemon.process().pid() : children_of(crown).at(0);
  REQUIRE(engine > 0);
  ::kill(engine, SIGKILL);
  crown.send("12-16");
  CHECK(crown.wait(within(test_timeout)) == ExitStatus{true, 1});
  CHECK(crown.errors() == "crown: the engine is gone; the game is saved in crown-english-1.pdn.\n");
  CHECK(read_file(folder / "crown-english-1.pdn").ends_with("\n\n1. 9-14 22-18 *\n"));
}

TEST_CASE_METHOD(InFolder, "a game continues after a reconnect") {
  auto daemon = std::make_unique<Daemon>();
  const auto address = address_of(*daemon);
  auto crown = start(folder, "english --a human --b human --reconnect 600 --connect " + address);
  wait_for(crown, "Black (b) to move");
  ask(crown, "9-14", "White (a) to move");
  daemon->process().signal(SIGKILL);
  daemon->process().wait(within(test_timeout));
  crown.send("22-18");
  wait_for_log(crown, "crown: the connection to " + address + " is lost; trying again for 600 s");
  const ChildProcess again({program_path("crownd"), "--listen", address}, crownd::connection::Errors::captured);
  wait_for(crown, "Black (b) to move");
  ask(crown, "undo 2", "Black (b) to move");
  ask(crown, "redo 2", "Black (b) to move");
  crown.send("quit");
  CHECK(crown.wait(within(test_timeout)) == ExitStatus{true, 0});
}

TEST_CASE_METHOD(InFolder, "the death of a searching engine is noticed at once") {
  auto crown = start(folder, "spanish --movetime 60000");
  wait_for(crown, "White to move");
  ask(crown, "10-14", "Black to move");
  ::kill(children_of(crown).at(0), SIGKILL);
  CHECK(crown.wait(within(test_timeout)) == ExitStatus{true, 1});
  CHECK(crown.errors() == "crown: the engine is gone; the game is saved in crown-spanish-1.pdn.\n");
}

TEST_CASE_METHOD(InFolder, "SIGTERM ends a game with an engine that does not answer") {
  // It reads no command after the first move.
  make_file(folder / "engine",
            "#!/bin/sh\n(sed -u '/^move/q'; >moved; exec sleep 200) | exec " + program_path("crownd") + "\n");
  std::filesystem::permissions(folder / "engine", std::filesystem::perms::owner_all);
  auto crown = start(folder, "english --engine ./engine");
  wait_for(crown, "Black (b) to move");
  crown.send("9-14");
  REQUIRE(comes_true([&] { return std::filesystem::exists(folder / "moved"); }));
  crown.signal(SIGTERM);
  CHECK(crown.wait(within(test_timeout)) == ExitStatus{false, SIGTERM});
}

TEST_CASE_METHOD(InFolder, "an interrupted game never overwrites another one") {
  make_file(folder / "crown-towers-1.txt", "mine");
  auto crown = start(folder, "towers --w human");
  wait_for(crown, "Black to move");
  ask(crown, "G6-F5", "White to move");
  ::kill(children_of(crown).at(0), SIGKILL);
  crown.send("H3-G4");
  CHECK(crown.wait(within(test_timeout)) == ExitStatus{true, 1});
  CHECK(read_file(folder / "crown-towers-1.txt") == "mine");
  CHECK(read_file(folder / "crown-towers-2.txt") ==
        "game towers\nplayer b human\nplayer w human\nstart startpos\nG6-F5\n");
}

TEST_CASE_METHOD(InFolder, "standard output that cannot be written is reported, with exit code 1") {
  const std::string message = "crown: standard output cannot be written\n";
  for (const std::string flags : {"english --white human --black human", "towers", "stupid", "reduced-chess",
                                  "english --help", "--help", "--version", ""}) {
    INFO(flags);
    const auto run = shell(folder, "exec crown " + flags + " >/dev/full", "G6-F5\n11-15\nquit\n");
    CHECK(run.code == 1);
    CHECK(run.errors == message);
  }
  SECTION("a game under way is saved") {
    std::string input = "11-15\n";
    for (int i = 0; i < 1000; ++i) input += "moves\n";
    const auto run = shell(folder, "ulimit -f 8; exec crown english --white human >out", input);
    CHECK(run.code == 1);
    CHECK(run.errors == "crown: standard output cannot be written; the game is saved in crown-english-1.pdn.\n");
  }
  SECTION("a closed pipe is no error") {
    const auto run = shell(folder, "crown english --black human --white human | head -n 1", "11-15\nquit\n");
    CHECK(run.code == 0);
    CHECK(run.errors == "");
  }
}

TEST_CASE_METHOD(InFolder, "standard input that cannot be read is reported, with exit code 1") {
  for (const std::string flags : {"english --black human", "towers", "stupid", "reduced-chess"})
    for (const std::string input : {"<&-", "</"}) {
      INFO(flags << " " << input);
      const auto run = shell(folder, "exec crown " + flags + " " + input);
      CHECK(run.code == 1);
      CHECK(run.errors.starts_with("crown: standard input cannot be read: "));
      CHECK(count(run.errors, "\n") == 1);
    }
}

TEST_CASE_METHOD(InFolder, "an unreachable engine is reported in one message") {
  make_file(folder / "token", "secret\n");
  make_file(folder / "wrong", "guess\n");
  std::filesystem::permissions(folder / "token", std::filesystem::perms::owner_read);
  check_refused("english --engine /nowhere/engine", "cannot start '/nowhere/engine': No such file or directory");
  check_refused("english --engine true", "the engine is gone");
  check_refused("english --connect localhost",
                "'localhost' is not an address: HOST:PORT is needed, such as localhost:7711");
  check_refused("english --connect 127.0.0.1:1", "cannot connect to 127.0.0.1:1: Connection refused");

  Daemon daemon({"--token-file", (folder / "token").string()});
  const auto connect = "english --connect " + address_of(daemon);
  check_refused(connect, "a token is required: send auth TOKEN first");
  check_refused(connect + " --token-file wrong",
                "the engine did not accept the token: error auth this is not the token");
  check_refused(connect + " --token-file missing",
                "the token file 'missing' cannot be read, or its first line is empty");
  CHECK(crown(connect + " --token-file token", "quit\n").code == 0);
}

TEST_CASE_METHOD(InFolder, "TLS needs a valid certificate of the daemon") {
  const Certificate certificate;
  Daemon daemon({"--tls-cert", certificate.file(), "--tls-key", certificate.key_file()});
  const auto connect = "english --connect tls:" + address_of(daemon);
  CHECK(played(connect + " --tls-ca " + certificate.file(), "11-15\n").ends_with("White (a) to move.\n"));
  const auto stranger = crown(connect);
  CHECK(stranger.code == 1);
  CHECK(stranger.errors.find("not signed by an authority that this machine trusts") != std::string::npos);
  check_refused("english --connect " + address_of(daemon),
                "this address speaks TLS only (crown: --connect tls:HOST:PORT)");
  check_refused("english --tls-ca x --connect " + address_of(daemon),
                "certificates are for TLS: write the address as tls:" + address_of(daemon));
}

TEST_CASE_METHOD(InFolder, "an invalid command line is explained, with exit code 2") {
  const std::pair<std::string, std::string> cases[] = {
      {"--level 3", "the name of one game is needed first: " + list_of_games()},
      {"bridge", "there is no game 'bridge'; the games are " + list_of_games() + "."},
      {"Spansh", "there is no game 'Spansh'; did you mean 'spanish'? The games are " + list_of_games() + "."},
      {"english --white nobody", "crown: --white: expected human or engine, not 'nobody'\n"},
      {"english --a nobody", "crown: --a: expected human or engine, not 'nobody'\n"},
      {"stupid --red=nobody", "crown: --red: expected human or engine, not 'nobody'\n"},
      {"--black robot english", "--black follows the name of the game: crown english --black"},
      {"--black robot", "the flag --black must follow the name of a game: crown GAME --black"},
      {"english --blck engine", "there is no flag --blck; `crown english --help` lists the flags"},
      {"english x y", "unexpected argument 'y'"},
      {"stupid --a human", "--a"},
      {"english --position x --file y", "excludes"},
      {"spanish --level 21", "--level: expected a number from 0 to 20, not '21'"},
      {"spanish --level x", "--level: expected a number from 0 to 20, not 'x'"},
      {"spanish --black", "crown: --black needs a value: human or engine\n"},
      {"spanish --b human --black engine", "crown: --b is given more than once\n"},
      {"towers --token-file x", "--connect"},
      {"stupid --nice --r engine", "--nice are for the dialogue"},
      {"--continue english", "leave out its name"},
  };
  for (const auto& [flags, message] : cases) {
    INFO(flags);
    const auto run = crown(flags);
    CHECK(run.code == 2);
    CHECK(run.out == "");
    CHECK(run.errors.find(message) != std::string::npos);
  }
  CHECK(crown("--help").code == 0);
  CHECK(crown("towers --help").out.find("--specification-machine") != std::string::npos);
}

TEST_CASE_METHOD(InFolder, "crown takes the names of games that the daemon takes") {
  CHECK(played("ENGLISH") == played("english"));
  CHECK(played("--plain Towers", "G6-F5\n") == played("towers", "G6-F5\n"));
  CHECK(played("Chess --black human --position '4 Ka1 Kd4,Rc3 b'", "d4d3\n") ==
        played("reduced-chess --black human --position '4 Ka1 Kd4,Rc3 b'", "d4d3\n"));
  CHECK(played("chess --help") == played("reduced-chess --help"));
  make_file(folder / "english", "[GameType \"24\"]\n\n1. 10-14 *\n");
  CHECK(played("Spanish --file english").find("Black to move") != std::string::npos);
}

TEST_CASE_METHOD(InFolder, "crown alone lists the games") {
  const auto list = played("");
  for (const auto& game : game_names()) CHECK_THAT(list, has_text("\n  " + game + " "));
  CHECK_THAT(list, has_text("\n  reduced-chess  Reduced chess\n"));
  CHECK_THAT(list, has_text("\n  towers         Towers\n"));
}

TEST_CASE_METHOD(InFolder, "an invalid or empty position or file name is not the start position") {
  const std::string needed = "position needs 'startpos' or the text of a position";
  check_refused("english aaaa:b", "the board has 32 dark squares, the text has 4");
  check_refused("english ''", needed);
  for (const auto& game : game_names()) {
    check_refused(game + " --position ''", needed);
    check_refused(game + " --position ' '", needed);
    check_refused(game + " --file ''", "cannot read a file without a name: No such file or directory");
  }
}

TEST_CASE_METHOD(InFolder, "two engines finish a game of each kind") {
  std::vector<std::string> flags{"english --b engine --a engine --depth 2", "stupid --r engine --b engine",
                                 "english --white engine --black engine --level 0 --movetime 1"};
  for (const auto& game : game_names()) flags.push_back(game + " --white engine --black engine --depth 2");
  for (const auto& each : flags) {
    INFO(each);
    const auto run = played(each);
    const bool ended = run.find(" wins: ") != std::string::npos || run.find("is a draw") != std::string::npos ||
                       run.find("is stopped without a winner: ") != std::string::npos;
    CHECK(ended);
  }
}

TEST_CASE_METHOD(InFolder, "a signal that ends the program saves the game") {
  const auto signal = GENERATE(SIGTERM, SIGHUP);
  const std::string why = signal == SIGTERM ? "Terminated" : "Hangup";
  SECTION("during a person's turn") {
    auto crown = start(folder, "english");
    wait_for(crown, "Black (b) to move");
    ask(crown, "9-14", "White (a) to move");
    crown.signal(signal);
    CHECK(crown.wait(within(test_timeout)) == ExitStatus{false, signal});
    CHECK(crown.errors() == "crown: " + why + "; the game is saved in crown-english-1.pdn.\n");
    CHECK(contains(read_file(folder / "crown-english-1.pdn"), "\n\n1. 9-14 *\n"));
  }
  SECTION("during a search") {
    auto crown = start(folder, "towers --board --movetime 600000");
    wait_for(crown, "Black to move");
    ask(crown, "G6-F5", "White to move");
    crown.signal(signal);
    CHECK(crown.wait(within(test_timeout)) == ExitStatus{false, signal});
    CHECK(crown.errors() == "crown: " + why + "; the game is saved in crown-towers-1.txt.\n");
  }
  SECTION("without moves") {
    auto crown = start(folder, "stupid");
    CHECK(crown.receive(within(test_timeout)));
    crown.signal(signal);
    CHECK(crown.wait(within(test_timeout)) == ExitStatus{false, signal});
    CHECK(crown.errors() == "");
    CHECK(std::filesystem::is_empty(folder.path()));
  }
  SECTION("at a terminal") {
    PseudoTerminal terminal(folder, "NO_COLOR=1 crown english --a human", "Black (b) to move> ");
    terminal.type("9-14" + enter, "White (a) to move> ");
    ::kill(terminal.pid(), signal);
    terminal.wait_for("crown: " + why + "; the game is saved in crown-english-1.pdn.");
    CHECK(terminal.wait_for_end() == -signal);
  }
}

TEST_CASE_METHOD(InFolder, "an ignored SIGHUP, as with nohup, changes nothing") {
  auto crown = start(folder, "english", "nohup ");
  wait_for(crown, "Black (b) to move");
  crown.signal(SIGHUP);
  ask(crown, "9-14", "White (a) to move");
}

TEST_CASE_METHOD(InFolder, "closing the terminal's window saves the game") {
  const auto [flags, mine, theirs] = GENERATE(
      std::array<std::string, 3>{"", "Black (b) to move> ", "White (a) to move> "},
      std::array<std::string, 3>{"--white engine --movetime 600000", "Black (b) to move> ", "thinking: depth "},
      std::array<std::string, 3>{"--plain", "Black (b) to move.\r\n", "White (a) to move.\r\n"});
  {
    PseudoTerminal terminal(folder, "NO_COLOR=1 crown english --b human " + flags, mine);
    terminal.type("9-14" + enter, theirs);
    terminal.hang_up();
  }
  CHECK(contains(read_file(folder / "crown-english-1.pdn"), "\n\n1. 9-14 *\n"));
}

TEST_CASE_METHOD(InFolder, "crown --continue resumes the last interrupted game, with its players") {
  CHECK(InFolder::crown("--continue").code == 1);
  CHECK(InFolder::crown("--continue").errors ==
        "crown: no game was interrupted in this folder: it has no file like crown-GAME-1.pdn\n");
  {
    auto crown = start(folder, "english --board --white engine --level 2 --depth 1");
    wait_for(crown, "Black (b) to move");
    ask(crown, "9-14", "Black (b) to move");
    crown.signal(SIGTERM);
    crown.wait(within(test_timeout));
  }
  make_file(folder / "crown-chess-1.txt", "of another program");
  make_file(folder / "crown-english-2.pdn.old", "of another program");
  auto go_on = InFolder::crown("--continue", "engine\nlevel\nsave again.pdn\n");
  CHECK(go_on.errors == "");
  CHECK(contains(go_on.out,
                 "You play Black (b), the engine plays White (a) at level 2.\nThe engine plays at level 2 of 20.\n"));
  CHECK(contains(read_file(folder / "again.pdn"), "\n\n1. 9-14 "));
  CHECK(contains(read_file(folder / "again.pdn"), "[Depth \"1\"]\n"));
  // Flags of the engine and the terminal may be combined with it.
  CHECK(InFolder::crown("--continue --engine /nowhere/engine").errors ==
        "crown: cannot start '/nowhere/engine': No such file or directory\n");
  {
    auto crown = start(folder, "stupid --board --white engine --black engine --movetime 600000");
    wait_for(crown, "Red (r) plays");
    crown.signal(SIGTERM);
    crown.wait(within(test_timeout));
  }
  if (!std::filesystem::exists(folder / "crown-stupid-1.txt")) return;  // it was over before
  go_on = InFolder::crown("--continue");
  CHECK(contains(go_on.out, " wins: "));
}

TEST_CASE_METHOD(InFolder, "the daemon's log does not disturb the prompt") {
  make_file(folder / "engine",
            "#!/bin/sh\necho first words >&2\n" + program_path("crownd") + "\necho last words >&2\n");
  std::filesystem::permissions(folder / "engine", std::filesystem::perms::owner_all);
  SECTION("it is shown when the engine is gone") {
    PseudoTerminal terminal(folder, "NO_COLOR=1 crown english --a human --engine 'sh -c echo${IFS}no${IFS}licence>&2'");
    CHECK(contains(terminal.wait_for("crown: the engine is gone"), "no licence\r\n"));
    CHECK(terminal.wait_for_end() == 1);
  }
  SECTION("while the engine runs") {
    PseudoTerminal terminal(folder, "NO_COLOR=1 crown english --a human --engine ./engine");
    CHECK(!contains(terminal.wait_for("Black (b) to move> "), "words"));
    CHECK(!contains(terminal.type("11-15" + enter, "White (a) to move> "), "words"));
    terminal.leave();
    CHECK(!contains(terminal.rest(), "words"));
  }
  SECTION("standard error in a file gets the log") {
    const auto run = shell(folder, "crown english --engine ./engine");
    CHECK(contains(run.errors, "first words\n"));
  }
  SECTION("standard error in a file gets only warnings of the daemon beside crown") {
    std::filesystem::create_directories(folder / "crownd/tables/towers");
    make_file(folder / "crownd/tables/towers/a.table", "no table");
    const auto run = shell(folder, "XDG_DATA_HOME=$PWD crown towers", "G6-F5\n");
    CHECK(contains(run.errors, " warning "));
    CHECK(count(run.errors, "\n") == 1);
    std::filesystem::remove(folder / "crownd/tables/towers/a.table");
    CHECK(shell(folder, "XDG_DATA_HOME=$PWD crown towers", "G6-F5\n").errors == "");
  }
}
