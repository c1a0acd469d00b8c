#include "connection/child_process.hpp"

#include "support/catch.hpp"
#include "support/timeouts.hpp"

#include <signal.h>
#include <unistd.h>

using namespace std::chrono_literals;
using namespace crownd::connection;
using crownd::testing::test_timeout;

namespace {

/// An engine that stays silent for longer than any test waits: waiting for its end would exceed the timeout.
constexpr const char* silent_engine = "exec sleep 300";

/// A shell script as the engine.
ChildProcess script(const std::string& text, Errors errors = Errors::passed) {
  return ChildProcess({"sh", "-c", text}, errors);
}

}  // namespace

TEST_CASE("a child process receives and sends lines") {
  ChildProcess cat({"cat"});
  CHECK(cat.send("uci"));
  CHECK(cat.send(""));
  CHECK(cat.send_bytes("isre", within(test_timeout)));
  CHECK(cat.send_bytes("ady\r\n", within(test_timeout)));
  CHECK(cat.receive(within(test_timeout)) == "uci");
  CHECK(cat.receive(within(test_timeout)) == "");
  CHECK(cat.receive(within(test_timeout)) == "isready");
  cat.close_input();
  CHECK(!cat.receive(within(test_timeout)));
  CHECK(cat.health() == Health::ended);
  CHECK(cat.wait(within(test_timeout)) == ExitStatus{true, 0});
}

TEST_CASE("a line that has arrived is returned after the deadline") {
  auto engine = script(std::string("printf 'one\\ntwo\\n'; ") + silent_engine);
  CHECK(engine.receive(within(test_timeout)) == "one");
  CHECK(engine.receive(Deadline::min()) == "two");
  CHECK(!engine.receive(Deadline::min()));
  CHECK(engine.health() == Health::open);
}

TEST_CASE("a dead engine is distinguished from a silent one") {
  SECTION("silent") {
    auto engine = script(silent_engine);
    const auto deadline = within(30ms);
    CHECK(!engine.receive(deadline));
    CHECK(Clock::now() >= deadline);
    CHECK(engine.health() == Health::open);  // so the call did not wait for its end
    CHECK(!engine.wait(within(1ms)));
  }
  SECTION("exited") {
    auto engine = script("printf unfinished; exit 3");
    CHECK(engine.receive(within(test_timeout)) == "unfinished");
    CHECK(!engine.receive(within(test_timeout)));
    CHECK(engine.health() == Health::ended);
    CHECK(engine.wait(within(test_timeout)) == ExitStatus{true, 3});
  }
  SECTION("killed") {
    auto engine = script(silent_engine);
    engine.signal(SIGKILL);
    CHECK(!engine.receive(within(test_timeout)));
    CHECK(engine.health() == Health::ended);
    CHECK(engine.wait(within(test_timeout)) == ExitStatus{false, SIGKILL});
  }
}

TEST_CASE("sending neither blocks forever nor raises SIGPIPE") {
  SECTION("to an engine that does not read") {
    auto engine = script(silent_engine);
    const auto deadline = within(50ms);
    CHECK(!engine.send(std::string(1 << 20, 'x'), deadline));
    CHECK(Clock::now() >= deadline);
    CHECK(!engine.wait(within(1ms)));  // so the call did not wait for its end
  }
  SECTION("to an engine that is gone") {
    auto engine = script("exit 0");
    engine.wait(within(test_timeout));
    CHECK(!engine.send("anyone there?"));
  }
  SECTION("to an engine that answers before it has read all") {
    ChildProcess cat({"cat"});
    const std::string huge(4 << 20, 'x');
    CHECK(cat.send(huge, within(test_timeout)));
    CHECK(cat.receive(within(test_timeout)) == huge);
  }
}

TEST_CASE("the exit of an engine is noticed at once even if its child keeps the output open") {
  auto engine = script("sleep 300 & echo $!; echo last; read line; exit 4");
  const auto child = std::stoi(engine.receive(within(test_timeout)).value());
  CHECK(engine.receive(within(test_timeout)) == "last");
  CHECK(!engine.receive(within(1ms)));
  CHECK(engine.health() == Health::open);
  REQUIRE(engine.send("go"));
  CHECK(!engine.receive(within(test_timeout)));
  CHECK(engine.health() == Health::ended);
  CHECK(engine.wait(within(test_timeout)) == ExitStatus{true, 4});
  CHECK(::kill(child, SIGKILL) == 0);
}

TEST_CASE("all that an engine wrote before its exit is received") {
  auto engine = script("sleep 300 & echo $!; head -c 40000 /dev/zero | tr '\\0' x; echo; printf end; exit 4");
  const auto child = std::stoi(engine.receive(within(test_timeout)).value());
  engine.wait(within(test_timeout));
  CHECK(engine.receive(within(test_timeout)) == std::string(40'000, 'x'));
  CHECK(engine.receive(within(test_timeout)) == "end");
  CHECK(!engine.receive(within(test_timeout)));
  CHECK(engine.health() == Health::ended);
  CHECK(::kill(child, SIGKILL) == 0);
}

TEST_CASE("no line is received after one beyond the limit") {
  const auto whole = GENERATE(true, false);
  auto engine = script(std::string("printf 'short\nlonger than that") + (whole ? "\n" : "") + "'; " + silent_engine);
  engine.limit_lines(10);
  CHECK(engine.receive(within(test_timeout)) == "short");
  CHECK(!engine.receive(within(test_timeout)));
  CHECK(engine.health() == Health::garbled);
}

TEST_CASE("an engine's standard error can be captured") {
  auto engine = script("echo oops >&2; echo answer; echo again >&2; exit 1", Errors::captured);
  CHECK(engine.receive(within(test_timeout)) == "answer");
  engine.wait(within(test_timeout));
  CHECK(engine.errors() == "oops\nagain\n");
}

TEST_CASE("a missing program is explained") {
  CHECK_THROWS_WITH(ChildProcess({"/nowhere/engine"}), "cannot start '/nowhere/engine': No such file or directory");
}

TEST_CASE("an engine that ignores the end of its input is killed") {
  pid_t pid = -1;
  const auto before_it_ends_by_itself = within(test_timeout);
  {
    auto engine = script(silent_engine);
    pid = engine.pid();
  }
  CHECK(Clock::now() < before_it_ends_by_itself);
  CHECK(::kill(pid, 0) != 0);
}
