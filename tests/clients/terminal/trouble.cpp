#include "clients/terminal/crown.hpp"
#include "support/certificate.hpp"
#include "support/game_names.hpp"

#include <chrono>
#include <sstream>
#include <thread>

using namespace crownd::testing;

namespace {

/// A running crown in a folder, used line by line.
ChildProcess start(const Folder& folder, const std::string& flags) {
  return ChildProcess({"sh", "-c", "cd '" + folder.path().string() + "' && exec " CROWND_BIN_DIR "/crown " + flags},
                      crownd::connection::Errors::captured);
}

/// The child process of this one.
pid_t child_of(pid_t parent) {
  const auto name = std::to_string(parent);
  std::istringstream list(text_of_file("/proc/" + name + "/task/" + name + "/children"));
  pid_t child = -1;
  list >> child;
  return child;
}

void check_that_game_is_saved(ChildProcess& crown, const Folder& folder) {
  crown.send("12-16");
  const auto status = crown.wait(within(long_enough));
  REQUIRE(status.has_value());
  CHECK(*status == ExitStatus{true, 1});
  CHECK(crown.errors() == "crown: the engine is gone; the game is saved in crown-english-1.pdn.\n");
  CHECK(text_of_file(folder / "crown-english-1.pdn").ends_with("\n\n1. 9-14 22-18 *\n"));
}

}  // namespace

TEST_CASE("when the engine is killed, the game is saved and one sentence says where") {
  const Folder folder;
  auto crown = start(folder, "english");
  wait_for(crown, "Black (b) to move");
  crown.send("9-14");
  wait_for(crown, "White (a) to move");
  crown.send("22-18");
  wait_for(crown, "Black (b) to move");
  const auto engine = child_of(crown.pid());
  REQUIRE(engine > 0);
  ::kill(engine, SIGKILL);
  check_that_game_is_saved(crown, folder);
}

TEST_CASE("when the connection drops, the game is saved and one sentence says where") {
  const Folder folder;
  Daemon daemon;
  auto crown = start(folder, "english --reconnect 0 --connect " + address_of(daemon));
  wait_for(crown, "Black (b) to move");
  crown.send("9-14");
  wait_for(crown, "White (a) to move");
  crown.send("22-18");
  wait_for(crown, "Black (b) to move");
  daemon.process().signal(SIGKILL);
  check_that_game_is_saved(crown, folder);
}

TEST_CASE("when the connection drops and the daemon is there again, the game goes on") {
  const Folder folder;
  auto daemon = std::make_unique<Daemon>();
  const auto address = address_of(*daemon);
  auto crown = start(folder, "english --a human --b human --reconnect 600 --connect " + address);
  wait_for(crown, "Black (b) to move");
  crown.send("9-14");
  wait_for(crown, "White (a) to move");
  daemon->process().signal(SIGKILL);
  daemon->process().wait(within(long_enough));
  crown.send("22-18");
  wait_for_log(crown, "crown: the connection to " + address + " is lost; trying again for 600 s");
  const ChildProcess again({CROWND_BIN_DIR "/crownd", "--listen", address}, crownd::connection::Errors::captured);
  wait_for(crown, "Black (b) to move");
  crown.send("undo 2");
  wait_for(crown, "Black (b) to move");
  crown.send("redo 2");
  wait_for(crown, "Black (b) to move");
  crown.send("quit");
  CHECK(crown.wait(within(long_enough)) == ExitStatus{true, 0});
}

TEST_CASE("an engine that dies while it thinks is noticed at once") {
  const Folder folder;
  auto crown = start(folder, "spanish --movetime 60000");
  wait_for(crown, "White to move");
  crown.send("10-14");
  wait_for(crown, "Black to move");
  ::kill(child_of(crown.pid()), SIGKILL);
  const auto status = crown.wait(within(long_enough));
  REQUIRE(status.has_value());
  CHECK(status->code == 1);
  CHECK(crown.errors() == "crown: the engine is gone; the game is saved in crown-spanish-1.pdn.\n");
}

TEST_CASE("an engine that answers without end is given up") {
  const Folder folder;
  CHECK(crown(folder, "english --engine yes", "").errors == "crown: the engine sends an endless answer\n");
  CHECK(crown(folder, "english --engine 'cat /dev/zero'", "").errors == "crown: the engine sends an endless line\n");
}

TEST_CASE("while an engine does not answer, SIGTERM ends the game at once") {
  const Folder folder;
  // It reads no command after the first move.
  make_file(folder / "engine",
            "#!/bin/sh\n(sed -u '/^move/q'; >moved; exec sleep 200) | exec " CROWND_BIN_DIR "/crownd\n");
  std::filesystem::permissions(folder / "engine", std::filesystem::perms::owner_all);
  auto crown = start(folder, "english --engine ./engine");
  wait_for(crown, "Black (b) to move");
  crown.send("9-14");
  for (const auto end = within(long_enough); !std::filesystem::exists(folder / "moved") && Clock::now() < end;)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  crown.signal(SIGTERM);
  const auto status = crown.wait(within(long_enough));
  REQUIRE(status.has_value());
  CHECK(*status == ExitStatus{false, SIGTERM});
}

TEST_CASE("a saved game is never written over") {
  const Folder folder;
  make_file(folder / "crown-towers-1.txt", "mine");
  auto crown = start(folder, "towers --w human");
  wait_for(crown, "Black to move");
  crown.send("G6-F5");
  wait_for(crown, "White to move");
  ::kill(child_of(crown.pid()), SIGKILL);
  crown.send("H3-G4");
  CHECK(crown.wait(within(long_enough)) == ExitStatus{true, 1});
  CHECK(text_of_file(folder / "crown-towers-1.txt") == "mine");
  CHECK(text_of_file(folder / "crown-towers-2.txt") ==
        "game towers\nplayer b human\nplayer w human\nstart startpos\nG6-F5\n");
}

TEST_CASE("an engine that cannot be reached is reported in one sentence") {
  const Folder folder;
  make_file(folder / "token", "secret\n");
  make_file(folder / "wrong", "guess\n");
  std::filesystem::permissions(folder / "token", std::filesystem::perms::owner_read);
  const auto check = [&](const std::string& flags, const std::string& errors) {
    INFO(flags);
    const auto run = crown(folder, "english " + flags, "");
    CHECK(run.code == 1);
    CHECK(run.out == "");
    CHECK(run.errors == "crown: " + errors + "\n");
  };
  check("--engine /nowhere/engine", "cannot start '/nowhere/engine': No such file or directory");
  check("--engine true", "the engine is gone");
  check("--connect localhost", "'localhost' is not an address: HOST:PORT is needed, such as localhost:7711");
  check("--connect 127.0.0.1:1", "cannot connect to 127.0.0.1:1: Connection refused");

  Daemon daemon({"--token-file", (folder / "token").string()});
  const auto connect = "--connect " + address_of(daemon);
  check(connect, "this engine wants a token first: auth TOKEN");
  check(connect + " --token-file wrong", "the engine did not accept the token: error auth this is not the token");
  check(connect + " --token-file missing", "the token file 'missing' cannot be read, or its first line is empty");
  CHECK(crown(folder, "english --token-file token " + connect, "quit\n").code == 0);
}

TEST_CASE("a daemon is reached over TLS if it is the one it is taken for") {
  const Folder folder;
  const Certificate certificate;
  Daemon daemon({"--tls-cert", certificate.file(), "--tls-key", certificate.key_file()});
  const auto connect = "english --connect tls:" + address_of(daemon);
  const auto trusted = crown(folder, connect + " --tls-ca " + certificate.file(), "11-15\n");
  CHECK(trusted.code == 0);
  CHECK(trusted.out.ends_with("White (a) to move.\n"));

  const auto stranger = crown(folder, connect, "");
  CHECK(stranger.code == 1);
  CHECK(stranger.errors.find("signed by nobody whom this machine trusts") != std::string::npos);
  const auto plain = crown(folder, "english --connect " + address_of(daemon), "");
  CHECK(plain.code == 1);
  CHECK(plain.errors == "crown: this address speaks TLS only (crown: --connect tls:HOST:PORT)\n");
  const auto pointless = crown(folder, "english --tls-ca x --connect " + address_of(daemon), "");
  CHECK(pointless.errors == "crown: certificates are for TLS: write the address as tls:" + address_of(daemon) + "\n");
}

TEST_CASE("another engine can be named, with its arguments") {
  const Folder folder;
  const auto run = crown(folder, "english --engine '" CROWND_BIN_DIR "/crownd --log-level off'", "11-15\n");
  CHECK(run.out.ends_with("White (a) to move.\n"));
  CHECK(run.code == 0);
}

TEST_CASE("a wrong command line is explained and exits with 2") {
  const Folder folder;
  const std::pair<std::string, std::string> cases[] = {
      {"--level 3", "the name of one game is needed first: english, spanish, stupid, towers, reduced-chess"},
      {"chess", "there is no game 'chess'; the games are english, spanish, stupid, towers, reduced-chess."},
      {"english --white nobody", "crown: --white: expected human or engine, not 'nobody'\n"},
      {"english --a nobody", "crown: --a: expected human or engine, not 'nobody'\n"},
      {"stupid --red=nobody", "crown: --red: expected human or engine, not 'nobody'\n"},
      {"--black robot english", "--black follows the name of the game: crown english --black"},
      {"--black robot", "the flags of a game follow its name: crown GAME --black"},
      {"english --blck engine", "there is no flag --blck; `crown english --help` lists the flags"},
      {"english x y", "unexpected argument 'y'"},
      {"stupid --a human", "--a"},
      {"english --position x --file y", "excludes"},
      {"spanish --level 21", "--level: expected a number from 0 to 20, not '21'"},
      {"spanish --level x", "--level: expected a number from 0 to 20, not 'x'"},
      {"spanish --black", "crown: --black needs a value: human or engine\n"},
      {"spanish --b human --black engine", "crown: --b is given more than once\n"},
      {"towers --token-file x", "--connect"},
      {"stupid --nice --r engine", "--nice belong"},
      {"--continue english", "leave its name out"},
  };
  for (const auto& [flags, message] : cases) {
    INFO(flags);
    const auto run = crown(folder, flags, "");
    CHECK(run.code == 2);
    CHECK(run.out == "");
    CHECK(run.errors.find(message) != std::string::npos);
  }
  CHECK(crown(folder, "--help", "").code == 0);
  CHECK(crown(folder, "towers --help", "").out.find("--specification-machine") != std::string::npos);
}

TEST_CASE("crown alone lists the games") {
  const Folder folder;
  const auto run = crown(folder, "", "");
  CHECK(run.code == 0);
  CHECK(run.errors == "");
  for (const std::string game :
       {"english        American/English draughts", "spanish        Spanish draughts", "stupid         Stupid checkers",
        "towers         Towers", "reduced-chess  Reduced chess"})
    CHECK(run.out.find("\n  " + game + "\n") != std::string::npos);
}

TEST_CASE("a position that cannot be is explained") {
  const Folder folder;
  const auto run = crown(folder, "english aaaa:b", "");
  CHECK(run.code == 1);
  CHECK(run.out == "");
  CHECK(run.errors == "crown: the board has 32 dark squares, the text has 4\n");
}

TEST_CASE("a position or a file without text is not the usual beginning") {
  const Folder folder;
  const auto check = [&](const std::string& flags, const std::string& errors) {
    INFO(flags);
    const auto run = crown(folder, flags, "");
    CHECK(run.code == 1);
    CHECK(run.out == "");
    CHECK(run.errors == "crown: " + errors + "\n");
  };
  const std::string needed = "position needs 'startpos' or the text of a position";
  check("english ''", needed);
  for (const auto& game : crownd::testing::game_names()) {
    check(game + " --position ''", needed);
    check(game + " --position ' '", needed);
    check(game + " --file ''", "cannot read a file without a name: No such file or directory");
  }
}

TEST_CASE("engines play each other to an end in every game") {
  const Folder folder;
  for (const std::string game : {"english --b engine --a engine --depth 2", "spanish --w engine --b engine --depth 2",
                                 "stupid --r engine --b engine", "towers --b engine --w engine --depth 2",
                                 "reduced-chess --w engine --b engine --depth 2",
                                 "english --white engine --black engine --level 0 --movetime 1"}) {
    INFO(game);
    const auto run = crown(folder, game, "");
    CHECK(run.code == 0);
    CHECK(run.errors == "");
    const bool ended = run.out.find(" wins: ") != std::string::npos || run.out.find("is a draw") != std::string::npos ||
                       run.out.find("is stopped without a winner: ") != std::string::npos;
    CHECK(ended);
  }
}
