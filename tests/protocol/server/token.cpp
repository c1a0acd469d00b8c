#include "protocol/server/daemon.hpp"
#include "protocol/server/refusal.hpp"
#include "protocol/server/temporary_file.hpp"

#include <cstdlib>
#include <optional>
#include <string>

using namespace crownd::testing;

namespace {

/// The answer to a wrong token; none once the connection has ended.
std::optional<std::string> guess(TcpChannel& client) {
  client.send("auth guess");
  return client.receive(within(long_enough));
}

}  // namespace

TEST_CASE("with a token file a client must know the token") {
  const TemporaryFile file("  open sesame\r\nsecond line\n");
  Daemon daemon({"--token-file", file.path()});
  auto client = daemon.connect();
  CHECK(ask(client, "isready", "error").starts_with("error auth"));

  SECTION("who knows it gets in") {
    authenticate(client, "open sesame", within(long_enough));
    CHECK(ask(client, "isready", "readyok") == "readyok");
  }
  SECTION("who guesses is sent away") {
    for (int i = 0; i < 3; ++i) CHECK(ask(client, "auth guess", "error").starts_with("error auth"));
    CHECK(ends(client));
    CHECK(!contains(daemon.process().errors(), "guess"));
  }
  CHECK(!contains(daemon.process().errors(), "sesame"));
}

TEST_CASE("standard input needs no token") {
  const TemporaryFile file("secret\n");
  Daemon daemon({"--stdio", "--token-file", file.path()});
  CHECK(ask(daemon.process(), "isready", "readyok") == "readyok");
}

TEST_CASE("a token file that protects nothing is refused") {
  const auto empty = TemporaryFile("\n");
  const auto open = TemporaryFile("secret\n", 0644);
  for (const auto& path : {empty.path(), open.path(), std::string("/nowhere/token")}) {
    const auto [status, message] = refused({"--listen", "127.0.0.1:0", "--token-file", path});
    CHECK(status == ExitStatus{true, 2});
    CHECK(contains(message, "token file '" + path + "'"));
    CHECK(!contains(message, "secret"));
  }
}

TEST_CASE("a token that systemd passes may be readable by the group, which stands for the service") {
  const TemporaryFile file("secret\n", 0440);
  const auto directory = file.path().substr(0, file.path().rfind('/'));
  Daemon daemon({"--token-file", file.path()}, "export CREDENTIALS_DIRECTORY=" + directory);
  auto client = daemon.connect();
  CHECK(ask(client, "auth secret", "auth") == "authok");
  CHECK(contains(refused({"--listen", "127.0.0.1:0", "--token-file", file.path()}).message, "chmod 600"));
}

TEST_CASE("who has not shown a token is sent away after a while, and may not send long lines") {
  const TemporaryFile file("secret\n");
  Daemon daemon({"--token-file", file.path(), "--login-timeout", "1"});
  auto known = daemon.connect();
  authenticate(known, "secret", within(long_enough));
  const auto began = Clock::now();
  auto stranger = daemon.connect();
  stranger.send(std::string(5000, 'x'));
  CHECK(stranger.receive(within(long_enough)) == "error auth this engine wants a token first: auth TOKEN");
  daemon.wait_for_log(" was sent: error auth this engine wants a token first");
  CHECK(wait_for(stranger, "error limit") ==
        "error limit no token came within 1 s (--login-timeout); the connection is closed");
  CHECK(ends(stranger));
  CHECK(Clock::now() - began > 800ms);
  CHECK(ask(known, "isready " + std::string(5000, 'x'), "readyok") == "readyok");
}

TEST_CASE("wrong tokens lock out the address they come from, for longer and longer") {
  const TemporaryFile file("secret\n");
  Daemon daemon({"--token-file", file.path(), "--auth-backoff", "60"});
  auto inside = daemon.connect();
  authenticate(inside, "secret", within(long_enough));
  const auto with_the_right_token = [&] {
    auto client = daemon.connect();
    return ask(client, "auth secret", "");
  };

  // The first lockout takes a second, which a busy machine may need until the next question.
  const std::string refusal = "error auth after wrong tokens from this address none is looked at for another ";
  std::string answer;
  for (int round = 0; round < 5 && !answer.starts_with(refusal); ++round) {
    auto guesser = daemon.connect();
    while (const auto heard = guess(guesser)) CHECK(contains(*heard, "error auth "));
    CHECK(ends(guesser));
    answer = with_the_right_token();
  }
  CHECK(answer.starts_with(refusal));
  CHECK(answer.ends_with(" s (--auth-backoff)"));
  CHECK(ask(inside, "isready", "readyok") == "readyok");

  for (const auto deadline = within(long_enough); answer != "authok" && Clock::now() < deadline;) {
    std::this_thread::sleep_for(50ms);
    answer = with_the_right_token();
  }
  CHECK(answer == "authok");
  const auto log = daemon.process().errors();
  CHECK(contains(log, "sent a wrong token"));
  CHECK(!contains(log, "guess"));
  CHECK(!contains(log, "secret"));
}
