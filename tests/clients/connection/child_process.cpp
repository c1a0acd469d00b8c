#include "connection/child_process.hpp"

#include "support/catch.hpp"

#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <string>

using namespace std::chrono_literals;
using namespace crownd::connection;

namespace {

/// A shell script as the engine.
ChildProcess script(const std::string& text, Errors errors = Errors::passed) {
  return ChildProcess({"sh", "-c", text}, errors);
}

}  // namespace

TEST_CASE("lines go to a child process and come back") {
  ChildProcess cat({"cat"});
  CHECK(cat.send("uci"));
  CHECK(cat.send(""));
  CHECK(cat.send_bytes("isre", within(1s)));
  CHECK(cat.send_bytes("ady\r\n", within(1s)));
  CHECK(cat.receive(within(1s)) == "uci");
  CHECK(cat.receive(within(1s)) == "");
  CHECK(cat.receive(within(1s)) == "isready");
  cat.close_input();
  CHECK(!cat.receive(within(1s)));
  CHECK(cat.health() == Health::ended);
  CHECK(cat.wait(within(1s)) == ExitStatus{true, 0});
}

TEST_CASE("a line that is there is given even when the deadline has passed") {
  auto engine = script("printf 'one\\ntwo\\n'; exec sleep 5");
  CHECK(engine.receive(within(1s)) == "one");
  CHECK(engine.receive(Deadline::min()) == "two");
  CHECK(!engine.receive(Deadline::min()));
  CHECK(engine.health() == Health::open);
}

TEST_CASE("a dead engine is told apart from a silent one") {
  SECTION("silent") {
    auto engine = script("exec sleep 5");
    const auto began = Clock::now();
    CHECK(!engine.receive(within(30ms)));
    const auto waited = Clock::now() - began;
    CHECK(waited >= 30ms);
    CHECK(waited < 130ms);
    CHECK(engine.health() == Health::open);
    CHECK(!engine.wait(within(1ms)));
  }
  SECTION("dead by its own exit") {
    auto engine = script("printf unfinished; exit 3");
    CHECK(engine.receive(within(1s)) == "unfinished");
    CHECK(!engine.receive(within(1s)));
    CHECK(engine.health() == Health::ended);
    CHECK(engine.wait(within(1s)) == ExitStatus{true, 3});
  }
  SECTION("killed") {
    auto engine = script("exec sleep 5");
    engine.signal(SIGKILL);
    CHECK(!engine.receive(within(1s)));
    CHECK(engine.health() == Health::ended);
    CHECK(engine.wait(within(1s)) == ExitStatus{false, SIGKILL});
  }
}

TEST_CASE("sending neither blocks for ever nor kills") {
  SECTION("to an engine that does not read") {
    auto engine = script("exec sleep 5");
    const auto began = Clock::now();
    CHECK(!engine.send(std::string(1 << 20, 'x'), within(50ms)));
    CHECK(Clock::now() - began < 300ms);
  }
  SECTION("to an engine that is gone") {
    auto engine = script("exit 0");
    engine.wait(within(1s));
    CHECK(!engine.send("anyone there?"));
  }
  SECTION("to an engine that answers before it has read all") {
    ChildProcess cat({"cat"});
    const std::string huge(4 << 20, 'x');
    CHECK(cat.send(huge, within(5s)));
    CHECK(cat.receive(within(5s)) == huge);
  }
}

TEST_CASE("what the engine says on its standard error can be captured") {
  auto engine = script("echo oops >&2; echo answer; echo again >&2; exit 1", Errors::captured);
  CHECK(engine.receive(within(1s)) == "answer");
  engine.wait(within(1s));
  CHECK(engine.errors() == "oops\nagain\n");
}

TEST_CASE("a program that does not exist is explained") {
  CHECK_THROWS_WITH(ChildProcess({"/nowhere/engine"}), "cannot start '/nowhere/engine': No such file or directory");
}

TEST_CASE("an engine that ignores the end of its input is killed in the end") {
  pid_t pid = -1;
  const auto began = Clock::now();
  {
    auto engine = script("exec sleep 100");
    pid = engine.pid();
  }
  CHECK(Clock::now() - began < 2s);
  CHECK(::kill(pid, 0) != 0);
}
