#include "protocol/server/daemon.hpp"
#include "protocol/server/refusal.hpp"

#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <string>
#include <string_view>

using namespace crownd::testing;

namespace {

/// Reads to the end of the connection; returns whether that is a reset.
bool is_reset(const TcpChannel& client) {
  std::array<char, 4096> bytes;
  pollfd state{client.native_handle(), POLLIN, 0};
  while (::poll(&state, 1, static_cast<int>(std::chrono::milliseconds(long_enough).count())) == 1) {
    const auto count = ::recv(client.native_handle(), bytes.data(), bytes.size(), 0);
    if (count <= 0) return count < 0 && errno == ECONNRESET;
  }
  return false;
}

/// Sends questions without reading answers, until neither the daemon nor the kernel accepts more.
void clog(const TcpChannel& client) {
  constexpr int patience = 200;  // milliseconds without any progress
  std::string questions;
  for (int i = 0; i < 1000; ++i) questions += "d\n";
  pollfd room{client.native_handle(), POLLOUT, 0};
  while (::poll(&room, 1, patience) == 1)
    if (::send(client.native_handle(), questions.data(), questions.size(), MSG_DONTWAIT | MSG_NOSIGNAL) < 0) return;
}

}  // namespace

TEST_CASE("a client is greeted by nothing and answered at once") {
  const Daemon daemon;
  auto client = daemon.connect();
  client.send("isready");
  CHECK(client.receive(within(long_enough)) == "readyok");
  CHECK(ask(client, "uci", "uciok") == "uciok");
}

TEST_CASE("each client has a game of its own") {
  const Daemon daemon;
  auto first = daemon.connect();
  auto second = daemon.connect();
  first.send("position english startpos moves 11-15");
  second.send("position stupid startpos");
  const auto of_second = ask(second, "fen", "fen");
  CHECK(ask(first, "fen", "fen").starts_with("fen english "));
  CHECK(of_second.starts_with("fen stupid "));
  second.send("move B2B6");
  CHECK(ask(first, "undo", "undone").starts_with("undone 1 "));
}

TEST_CASE("three searches of HUB, sent at once, have three answers, whatever is refused between them") {
  const Daemon daemon;
  auto client = daemon.connect();
  const std::string lines =
      "hub\ninit\npos pos=Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww\nlevel nodes=20000\ngo think\nfly\n"
      "set-param name=threads value=0\ngo think\npos pos=Bb\nset-param name=book value=1\n"
      "pos pos=Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww\ngo think\ninit\n";
  REQUIRE(client.send_bytes(lines, within(long_enough)));
  client.close_input();
  std::vector<std::string> answers;
  while (auto line = client.receive(within(long_enough)))
    if (!line->starts_with("info ") && !line->starts_with("id ") && !line->starts_with("param "))
      answers.push_back(line->substr(0, line->find_first_of(" 0123456789")));
  using Words = std::vector<std::string>;
  CHECK(answers == Words{"wait", "ready", "done", "error", "error", "done", "error", "error", "done", "ready"});
}

TEST_CASE("the pieces in which a line arrives make no difference") {
  const Daemon daemon;
  auto client = daemon.connect();
  SECTION("byte by byte") {
    for (const char letter : std::string_view("position english startpos\r\nfen\r\n")) {
      client.send_bytes({&letter, 1}, within(long_enough));
    }
    CHECK(wait_for(client, "fen") == "fen english aaaaaaaaaaaa........bbbbbbbbbbbb:b");
  }
  SECTION("half a line, and the rest later") {
    client.send_bytes("isready\nisre", within(long_enough));
    CHECK(client.receive(within(long_enough)) == "readyok");
    client.send_bytes("ady\n", within(long_enough));
    CHECK(client.receive(within(long_enough)) == "readyok");
  }
  SECTION("a last line without an end") {
    client.send_bytes("isready", within(long_enough));
    client.close_input();
    CHECK(wait_for(client, "readyok") == "readyok");
    CHECK(ends(client));
  }
}

TEST_CASE("what is no text is an error like any other") {
  using namespace std::string_view_literals;
  const Daemon daemon;
  auto client = daemon.connect();
  for (const auto bytes : {"\0\n"sv, "is\0ready\n"sv, "\xff\xfe\x80\n"sv, "\x1b[2J\n"sv}) {
    client.send_bytes(bytes, within(long_enough));
    CHECK(wait_for(client, "error").starts_with("error unknown-command"));
  }
  CHECK(ask(client, "isready", "readyok") == "readyok");
}

TEST_CASE("a line too long is refused and the next one is read") {
  const Daemon daemon;
  auto client = daemon.connect();
  client.send_bytes(std::string(1'000'000, 'x'), within(long_enough));
  CHECK(wait_for(client, "error").starts_with("error too-long"));
  client.send_bytes(std::string(1'000'000, 'x') + "\nisready\n", within(long_enough));
  CHECK(wait_for(client, "") == "readyok");
}

TEST_CASE("a flood of commands is answered one by one") {
  const Daemon daemon({"--max-unread", "65536"});
  auto client = daemon.connect();
  std::string commands = "position english startpos\n";
  const int count = 20'000;
  for (int i = 0; i < count; ++i) commands += "legalmoves\nisready\n";
  REQUIRE(client.send_bytes(commands, within(long_enough)));
  for (int i = 0; i < count; ++i) {
    const auto moves = client.receive(within(long_enough));
    const auto ready = client.receive(within(long_enough));
    if (!moves || !moves->starts_with("legalmoves 7 ") || ready != "readyok") FAIL("wrong answer " << i);
  }
}

TEST_CASE("a client that does not read disturbs nobody") {
  Daemon daemon({"--max-unread", "65536", "--patience", "3600"});
  auto deaf = daemon.connect();
  auto other = daemon.connect();
  clog(deaf);
  for (int i = 0; i < 100; ++i) CHECK(ask(other, "isready", "readyok") == "readyok");
  CHECK(!contains(daemon.process().errors(), "cut off"));
}

TEST_CASE("a client that does not read is cut off") {
  Daemon daemon({"--max-unread", "65536", "--patience", "1"});
  auto deaf = daemon.connect();
  auto other = daemon.connect();
  clog(deaf);
  daemon.wait_for_log("cut off");
  CHECK(is_reset(deaf));  // unread output is discarded, and takes no kernel memory
  CHECK(ask(other, "isready", "readyok") == "readyok");
}
