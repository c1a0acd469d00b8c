#include "connection/socket_channel.hpp"
#include "protocol/server/daemon.hpp"
#include "support/certificate.hpp"

#include <poll.h>
#include <sys/socket.h>

#include <cerrno>
#include <regex>

using namespace crownd::testing;

namespace {

/// Reads to the end of the connection; returns whether it ended by a reset.
bool is_reset(const TcpChannel& client) {
  std::array<char, 4096> bytes;
  pollfd state{client.native_handle(), POLLIN, 0};
  while (::poll(&state, 1, static_cast<int>(std::chrono::milliseconds(test_timeout).count())) == 1) {
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

TEST_CASE("each client has its own game") {
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

TEST_CASE("a last line without an end is answered") {
  const Daemon daemon;
  auto client = daemon.connect();
  client.send_bytes("isready", within(test_timeout));
  client.close_input();
  CHECK(wait_for(client, "readyok") == "readyok");
  CHECK(ends(client));
}

TEST_CASE("bytes that are not text are an error") {
  using namespace std::string_view_literals;
  const Daemon daemon;
  auto client = daemon.connect();
  for (const auto bytes : {"\0\n"sv, "is\0ready\n"sv, "\xff\xfe\x80\n"sv, "\x1b[2J\n"sv}) {
    client.send_bytes(bytes, within(test_timeout));
    CHECK(wait_for(client, "error").starts_with("error unknown-command"));
  }
  CHECK(ask(client, "isready", "readyok") == "readyok");
}

TEST_CASE("a line that is too long is refused, and the next one is read") {
  const Daemon daemon;
  auto client = daemon.connect();
  client.send_bytes(std::string(1'000'000, 'x'), within(test_timeout));
  CHECK(wait_for(client, "error").starts_with("error too-long"));
  client.send_bytes(std::string(1'000'000, 'x') + "\nisready\n", within(test_timeout));
  CHECK(wait_for(client, "") == "readyok");
}

TEST_CASE("each command of a flood is answered") {
  const Daemon daemon({"--max-unread", "65536"});
  auto client = daemon.connect();
  std::string commands = "position english startpos\n";
  const int count = 20'000;
  for (int i = 0; i < count; ++i) commands += "legalmoves\nisready\n";
  REQUIRE(client.send_bytes(commands, within(test_timeout)));
  for (int i = 0; i < count; ++i) {
    const auto moves = client.receive(within(test_timeout));
    const auto ready = client.receive(within(test_timeout));
    INFO("answer " << i);
    REQUIRE(moves.value_or("").starts_with("legalmoves 7 "));
    REQUIRE(ready == "readyok");
  }
}

TEST_CASE("a client that does not read affects no other, and is dropped after --patience") {
  Daemon daemon({"--max-unread", "65536", "--patience", "1"});
  auto deaf = daemon.connect();
  auto other = daemon.connect();
  const auto began = Clock::now();
  clog(deaf);
  for (int i = 0; i < 100; ++i) CHECK(ask(other, "isready", "readyok") == "readyok");
  daemon.wait_for_log("dropped");
  CHECK(Clock::now() - began > 900ms);
  CHECK(is_reset(deaf));  // unread output is discarded, and takes no kernel memory
  CHECK(ask(other, "isready", "readyok") == "readyok");
}

// Sentences of "Bad input" in PROTOCOL.md that fit nowhere else: most are tested with the feature
// that they concern, and those about words and lines by the transcripts.

TEST_CASE("garbage within TLS ends the connection and its search") {
  const Certificate certificate;
  Daemon daemon({"--tls-cert", certificate.file(), "--tls-key", certificate.key_file(), "--max-searches", "1"});
  const auto connect = [&] {
    return crownd::connection::TlsChannel(daemon.address(), certificate.file(), within(test_timeout));
  };
  auto client = connect();
  auto other = connect();
  ask(client, "go infinite", "info");
  const std::string garbage(100, 'x');
  REQUIRE(::send(client.native_handle(), garbage.data(), garbage.size(), MSG_NOSIGNAL) == 100);
  while (client.receive(within(test_timeout))) continue;
  CHECK(client.health() != Health::open);
  std::string answer;
  for (const auto deadline = within(test_timeout); !answer.starts_with("bestmove") && Clock::now() < deadline;) {
    other.send("go depth 1");
    answer = other.receive(within(test_timeout)).value_or("");
    if (answer.starts_with("info")) answer = wait_for(other, "bestmove");
  }
  CHECK(answer.starts_with("bestmove"));
}

TEST_CASE("a TLS handshake without TLS is an unknown line") {
  using namespace std::string_view_literals;
  const Daemon daemon;
  auto client = daemon.connect();
  client.send_bytes("\x16\x03\x01\x00\x05\x01\x00\x00\x01\x00\n"sv, within(test_timeout));
  CHECK(wait_for(client, "error").starts_with("error unknown-command"));
  CHECK(ask(client, "isready", "readyok") == "readyok");
}

TEST_CASE("PROTOCOL.md describes every limit of the daemon") {
  const auto help = run_program(crownd_command({"--help"})).output;
  const auto protocol = read_file(CROWND_SOURCE_DIR "/PROTOCOL.md");
  const auto begin = help.find("\nLimits:");
  REQUIRE(begin != std::string::npos);
  const auto limits = help.substr(begin, help.find("\n\n", begin) - begin);
  const std::regex flag("--[a-z-]+ N");
  int count = 0;
  for (auto found = std::sregex_iterator(limits.begin(), limits.end(), flag); found != std::sregex_iterator();
       ++found) {
    INFO(found->str());
    CHECK(contains(protocol, "| `" + found->str() + "` |"));
    ++count;
  }
  CHECK(count >= 15);
}
