#include "net/access.hpp"
#include "protocol/server/daemon.hpp"
#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

#include <boost/asio/ip/address.hpp>

using namespace crownd::testing;
using namespace std::chrono_literals;
using boost::asio::ip::make_address;
using crownd::net::Lockouts;
using crownd::net::origin_of;

namespace {

/// The answer to a wrong token; none once the connection has ended.
std::optional<std::string> guess(TcpChannel& client) {
  client.send("auth guess");
  return client.receive(within(test_timeout));
}

const auto this_machine = origin_of(make_address("127.0.0.1"));
const auto another = origin_of(make_address("192.0.2.1"));

}  // namespace

TEST_CASE("with a token file a client must send the token") {
  const TemporaryFile file("  open sesame\r\nsecond line\n");
  Daemon daemon({"--token-file", file.path()});
  auto client = daemon.connect();
  CHECK(ask(client, "isready", "error").starts_with("error auth"));

  SECTION("the right token") {
    authenticate(client, "open sesame", within(test_timeout));
    CHECK(ask(client, "isready", "readyok") == "readyok");
  }
  SECTION("wrong tokens") {
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

TEST_CASE("a token file that others can read is refused") {
  const auto empty = TemporaryFile("\n");
  const auto open = TemporaryFile("secret\n", 0644);
  for (const auto& path : {empty.path(), open.path(), std::string("/nowhere/token")}) {
    const auto message = refused({"--listen", "127.0.0.1:0", "--token-file", path});
    CHECK(contains(message, "token file '" + path + "'"));
    CHECK(!contains(message, "secret"));
  }
}

TEST_CASE("a token passed by systemd may be readable by the group") {
  const TemporaryFile file("secret\n", 0440);
  const auto directory = file.path().substr(0, file.path().rfind('/'));
  Daemon daemon({"--token-file", file.path()}, "export CREDENTIALS_DIRECTORY=" + directory);
  auto client = daemon.connect();
  CHECK(ask(client, "auth secret", "auth") == "authok");
  CHECK(contains(refused({"--listen", "127.0.0.1:0", "--token-file", file.path()}), "chmod 600"));
}

TEST_CASE("a client without a token is dropped after a while, and may not send long lines") {
  const TemporaryFile file("secret\n");
  Daemon daemon({"--token-file", file.path(), "--login-timeout", "1"});
  auto known = daemon.connect();
  authenticate(known, "secret", within(test_timeout));
  const auto began = Clock::now();
  auto stranger = daemon.connect();
  stranger.send(std::string(5000, 'x'));
  CHECK(stranger.receive(within(test_timeout)) == "error auth a token is required: send auth TOKEN first");
  daemon.wait_for_log(" was sent: error auth a token is required");
  CHECK(wait_for(stranger, "error limit") ==
        "error limit no token came within 1 s (--login-timeout); the connection is closed");
  CHECK(ends(stranger));
  CHECK(Clock::now() - began > 800ms);
  CHECK(ask(known, "isready " + std::string(5000, 'x'), "readyok") == "readyok");
}

TEST_CASE("wrong tokens lock out their address, for longer each time") {
  const TemporaryFile file("secret\n");
  Daemon daemon({"--token-file", file.path(), "--auth-backoff", "60"});
  auto inside = daemon.connect();
  authenticate(inside, "secret", within(test_timeout));
  const auto with_the_right_token = [&] {
    auto client = daemon.connect();
    return ask(client, "auth secret", "");
  };

  // The first lockout takes a second, which a busy machine may need until the next question.
  const std::string refusal = "error auth after wrong tokens this address must wait another ";
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

  for (const auto deadline = within(test_timeout); answer != "authok" && Clock::now() < deadline;) {
    std::this_thread::sleep_for(50ms);
    answer = with_the_right_token();
  }
  CHECK(answer == "authok");
  const auto log = daemon.process().errors();
  CHECK(contains(log, "sent a wrong token"));
  CHECK(!contains(log, "guess"));
  CHECK(!contains(log, "secret"));
}

TEST_CASE("lockouts begin after some wrong tokens, double, end, and expire") {
  Lockouts lockouts(10s);
  auto now = Lockouts::Clock::now();
  std::vector<std::int64_t> got;
  for (int i = 0; i < 8; ++i) got.push_back(lockouts.wrong_token(another, now).count());
  CHECK(got == std::vector<std::int64_t>{0, 0, 1, 2, 4, 8, 10, 10});
  CHECK(lockouts.lockout(another, now) == 10s);
  CHECK(lockouts.lockout(another, now + 9500ms) == 1s);
  CHECK(lockouts.lockout(another, now + 10s) == 0s);
  CHECK(lockouts.lockout(this_machine, now) == 0s);
  now += 1h;
  CHECK(lockouts.wrong_token(another, now) == 0s);

  CHECK(lockouts.wrong_token(another, now) == 0s);
  CHECK(lockouts.wrong_token(another, now) == 1s);
  lockouts.right_token(another);
  CHECK(lockouts.wrong_token(another, now) == 0s);
}

TEST_CASE("the longest lockout may be zero") {
  Lockouts lockouts(0s);
  for (int i = 0; i < 100; ++i) CHECK(lockouts.wrong_token(another) == 0s);
}

TEST_CASE("wrong tokens from many addresses take bounded memory") {
  Lockouts lockouts(60s);
  for (std::uint64_t i = 0; i < 100'000; ++i) lockouts.wrong_token({i, true, false});
  CHECK(lockouts.size() <= 20'000);
}
