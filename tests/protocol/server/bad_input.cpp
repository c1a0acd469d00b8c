#include "connection/tls_channel.hpp"
#include "protocol/server/daemon.hpp"
#include "protocol/server/refusal.hpp"
#include "support/certificate.hpp"

#include <sys/socket.h>

#include <fstream>
#include <iterator>
#include <regex>
#include <string>

// Sentences of "Bad input" in PROTOCOL.md that fit nowhere else: most are tested with the feature
// that they concern, and those about words and lines by the transcripts.

using namespace crownd::testing;

TEST_CASE("garbage in the middle of TLS ends that connection, and its search") {
  const Certificate certificate;
  Daemon daemon({"--tls-cert", certificate.file(), "--tls-key", certificate.key_file(), "--max-searches", "1"});
  const auto connect = [&] {
    return crownd::connection::TlsChannel(daemon.address(), certificate.file(), within(long_enough));
  };
  auto client = connect();
  auto other = connect();
  ask(client, "go infinite", "info");
  const std::string garbage(100, 'x');
  REQUIRE(::send(client.native_handle(), garbage.data(), garbage.size(), MSG_NOSIGNAL) == 100);
  while (client.receive(within(long_enough))) continue;
  CHECK(client.health() != Health::open);
  std::string answer;
  for (const auto deadline = within(long_enough); !answer.starts_with("bestmove") && Clock::now() < deadline;) {
    other.send("go depth 1");
    answer = other.receive(within(long_enough)).value_or("");
    if (answer.starts_with("info")) answer = wait_for(other, "bestmove");
  }
  CHECK(answer.starts_with("bestmove"));
}

TEST_CASE("TLS where plain text is spoken is a line like any other") {
  using namespace std::string_view_literals;
  const Daemon daemon;
  auto client = daemon.connect();
  client.send_bytes("\x16\x03\x01\x00\x05\x01\x00\x00\x01\x00\n"sv, within(long_enough));
  CHECK(wait_for(client, "error").starts_with("error unknown-command"));
  CHECK(ask(client, "isready", "readyok") == "readyok");
}

TEST_CASE("the protocol describes every limit that the daemon knows") {
  ChildProcess daemon(crownd_command({"--help"}));
  std::string help;
  while (const auto line = daemon.receive(within(long_enough))) help += *line + '\n';
  std::ifstream file(CROWND_SOURCE_DIR "/PROTOCOL.md");
  const std::string protocol(std::istreambuf_iterator<char>(file), {});
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
