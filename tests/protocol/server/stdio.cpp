#include "protocol/server/daemon.hpp"

#include <optional>
#include <string>

using namespace crownd::testing;

namespace {

ChildProcess crownd_on_stdio() {
  return ChildProcess(crownd_command({"--game", "english"}), crownd::connection::Errors::captured);
}

}  // namespace

TEST_CASE("the end of input lets bounded searches finish and then exits") {
  auto engine = crownd_on_stdio();
  SECTION("a script") {
    engine.send("go depth 5");
    engine.send("move 11-15");
    engine.send("go depth 5");
    engine.send_bytes("fen", within(1s));
    engine.close_input();
    wait_for(engine, "bestmove");
    wait_for(engine, "moved 11-15");
    wait_for(engine, "bestmove");
    CHECK(wait_for(engine, "fen").starts_with("fen english"));
  }
  SECTION("an unbounded search ends with it") {
    ask(engine, "go infinite", "info");
    engine.close_input();
    CHECK(wait_for(engine, "bestmove", 1s).starts_with("bestmove "));
  }
  SECTION("nothing at all") { engine.close_input(); }
  CHECK(engine.wait(within(3s)) == ExitStatus{true, 0});
  CHECK(engine.errors().empty());
}

TEST_CASE("quit prints the move of the search and exits") {
  auto engine = crownd_on_stdio();
  ask(engine, "go depth 90", "info");
  engine.send("quit");
  engine.send("isready");
  CHECK(wait_for(engine, "bestmove", 1s).starts_with("bestmove "));
  CHECK(!engine.receive(within(1s)));
  CHECK(engine.wait(within(3s)) == ExitStatus{true, 0});
}

TEST_CASE("SIGTERM and SIGINT end the search with its move") {
  for (const int number : {SIGTERM, SIGINT}) {
    auto engine = crownd_on_stdio();
    ask(engine, "go depth 90", "info");
    for (int i = 0; i < 10; ++i) engine.send("go depth 90");
    const auto began = Clock::now();
    engine.signal(number);
    CHECK(wait_for(engine, "bestmove", 2s).starts_with("bestmove "));
    CHECK(engine.wait(within(2s)) == ExitStatus{true, 0});
    CHECK(Clock::now() - began < 2s);
  }
}

TEST_CASE("SIGTERM ends an engine whose output nobody reads, and whose input is full") {
  // After 1 s `timeout` sends SIGTERM and tells how crownd ended: within the 2 s that it has, so before the reader
  // leaves.
  ChildProcess shell(
      {"sh", "-c",
       "{ yes d | timeout --preserve-status -k 9 1 " CROWND_BIN_DIR
       "/crownd --game english --log-level off; echo crownd $? >&2; } | { sleep 3.5; echo reader >&2; }"},
      crownd::connection::Errors::captured);
  CHECK(shell.wait(within(15s)) == ExitStatus{true, 0});
  CHECK(shell.errors() == "crownd 0\nreader\n");
}

TEST_CASE("a script longer than the queue is carried out in order") {
  ChildProcess engine(crownd_command({"--game", "english", "--max-queue", "4096", "--max-line", "256"}));
  engine.send("go movetime 200");
  for (int i = 0; i < 500; ++i) engine.send("move 11-15");
  engine.send("fen");
  wait_for(engine, "bestmove");
  CHECK(engine.receive(within(1s)) == "moved 11-15 ongoing a");
  for (int i = 1; i < 500; ++i) {
    const auto answer = engine.receive(within(1s));
    if (!answer || !answer->starts_with("error illegal-move")) FAIL("answer " << i << ": " << answer.value_or("none"));
  }
  CHECK(engine.receive(within(1s)).value_or("").starts_with("fen "));
}

TEST_CASE("a line too long on standard input is refused and the next one is read") {
  auto engine = crownd_on_stdio();
  engine.send(std::string(1'000'000, 'x'));
  engine.send("isready");
  CHECK(engine.receive(within(long_enough)).value_or("").starts_with("error too-long"));
  CHECK(engine.receive(within(long_enough)) == "readyok");
}

TEST_CASE("an engine whose output is closed ends quietly") {
  ChildProcess shell({"sh", "-c", CROWND_BIN_DIR "/crownd --game english | head -n 1"},
                     crownd::connection::Errors::captured);
  shell.send("go depth 90");
  CHECK(wait_for(shell, "info").starts_with("info"));
  CHECK(ends(shell, 2s));
  CHECK(shell.errors().empty());
}

TEST_CASE("standard input and TCP are served together") {
  Daemon daemon({"--stdio", "--game", "english"});
  auto& console = daemon.process();
  auto client = daemon.connect();
  CHECK(ask(client, "isready", "readyok") == "readyok");
  CHECK(ask(console, "move 11-15", "moved").starts_with("moved 11-15"));
  CHECK(ask(client, "fen", "fen") == "fen english aaaaaaaaaaaa........bbbbbbbbbbbb:b");

  SECTION("the end of input leaves TCP as it is") {
    console.close_input();
    CHECK(!console.wait(within(100ms)));
    CHECK(ask(client, "isready", "readyok") == "readyok");
    CHECK(daemon.terminate() == ExitStatus{true, 0});
  }
  SECTION("quit ends the daemon") {
    console.send("quit");
    CHECK(ends(client, 2s));
    CHECK(console.wait(within(2s)) == ExitStatus{true, 0});
  }
}
