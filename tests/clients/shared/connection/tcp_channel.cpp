#include "connection/link.hpp"
#include "connection/socket_channel.hpp"

#include "clients/shared/connection/listener.hpp"
#include "support/catch.hpp"
#include "support/temporary_folder.hpp"
#include "support/timeouts.hpp"

#include <sys/socket.h>
#include <sys/stat.h>

using namespace std::chrono_literals;
using namespace crownd::connection;
using crownd::testing::Listener;
using crownd::testing::test_timeout;

namespace {

void say(const Descriptor& socket, std::string_view text) {
  REQUIRE(::send(socket.get(), text.data(), text.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(text.size()));
}

/// A connection and its other end.
struct Connected {
  const Listener listener;
  TcpChannel channel{listener.address(), within(test_timeout)};
  Descriptor peer = listener.accept();
};

std::string hear(const Descriptor& socket) {
  std::array<char, 1000> text{};
  const auto count = ::recv(socket.get(), text.data(), text.size(), 0);
  return {text.data(), count > 0 ? static_cast<std::size_t>(count) : 0};
}

}  // namespace

TEST_CASE("addresses are a host and a port") {
  CHECK(parse_address("localhost:7711").host == "localhost");
  CHECK(parse_address("localhost:7711").port == 7711);
  CHECK(parse_address("[::1]:65535").host == "::1");
  CHECK(parse_address("10.0.0.1:1").port == 1);
  for (const auto* text :
       {"", "localhost", "localhost:", ":7711", "localhost:0", "localhost:65536", "localhost:7x", "a:-1"}) {
    INFO(text);
    CHECK_THROWS_AS(parse_address(text), ConnectionError);
  }
}

TEST_CASE_METHOD(Connected, "lines go both ways over TCP") {
  CHECK(channel.send("isready"));
  CHECK(hear(peer) == "isready\n");
  say(peer, "ready");
  CHECK(!channel.receive(within(20ms)));
  say(peer, "ok\r\nand more\nthe rest");
  CHECK(channel.receive(within(test_timeout)) == "readyok");
  CHECK(channel.receive(within(test_timeout)) == "and more");
}

TEST_CASE_METHOD(Connected, "a silent daemon is distinguished from one that is gone") {
  const auto deadline = within(50ms);
  CHECK(!channel.receive(deadline));
  CHECK(Clock::now() >= deadline);
  CHECK(channel.health() == Health::open);

  say(peer, "last words");
  peer.reset();
  CHECK(channel.receive(within(test_timeout)) == "last words");
  CHECK(!channel.receive(within(test_timeout)));
  CHECK(channel.health() == Health::ended);
}

TEST_CASE_METHOD(Connected, "answers arrive after the input is closed") {
  channel.close_input();
  CHECK(hear(peer).empty());
  say(peer, "bestmove a1b2\n");
  CHECK(channel.receive(within(test_timeout)) == "bestmove a1b2");
}

TEST_CASE_METHOD(Connected, "sending to a daemon that does not read ends at the deadline") {
  const std::string huge(std::size_t{32} << 20, 'x');
  const auto deadline = within(100ms);
  CHECK(!channel.send(huge, deadline));
  CHECK(Clock::now() >= deadline);
  CHECK(channel.health() == Health::open);
}

TEST_CASE("sending to a daemon that is gone fails and raises no signal") {
  const Listener listener;
  TcpChannel channel(listener.address(), within(test_timeout));
  const auto lost = listener.accept().get();
  CHECK(lost >= 0);
  const auto deadline = within(test_timeout);
  while (channel.send("anyone there?", deadline) && Clock::now() < deadline) continue;
  CHECK(Clock::now() < deadline);
}

TEST_CASE("a failed connection is explained") {
  Listener listener;
  const auto address = listener.address();
  listener.close();
  CHECK_THROWS_WITH(TcpChannel(address, within(test_timeout)),
                    "cannot connect to 127.0.0.1:" + std::to_string(address.port) + ": Connection refused");
}

TEST_CASE_METHOD(Connected, "the timeout of a token counts for the whole answer") {
  std::atomic<bool> over = false;
  std::thread dripping([&] {
    for (; !over; std::this_thread::sleep_for(10ms)) ::send(peer.get(), "a", 1, MSG_NOSIGNAL);
  });
  CHECK_THROWS_WITH(authenticate(channel, "secret", within(200ms)), "the engine did not answer to the token in time");
  over = true;
  dripping.join();
}

TEST_CASE_METHOD(Connected, "a token is accepted or the answer is reported") {
  SECTION("accepted") {
    say(peer, "authok\n");
    CHECK_NOTHROW(authenticate(channel, "secret", within(test_timeout)));
    CHECK(hear(peer) == "auth secret\n");
  }
  SECTION("not accepted") {
    say(peer, "error auth wrong token\n");
    CHECK_THROWS_WITH(authenticate(channel, "guess", within(test_timeout)),
                      "the engine did not accept the token: error auth wrong token");
  }
  SECTION("no answer") { CHECK_THROWS_AS(authenticate(channel, "secret", within(20ms)), ConnectionError); }
}

TEST_CASE("a token is the trimmed first line of a file or pipe") {
  const crownd::testing::TemporaryFolder folder;
  CHECK(read_token(folder.write("token", " \tsecret of mine\r\nmore\n")) == "secret of mine");
  CHECK_THROWS_AS(read_token(folder.write("empty", " \nsecret\n")), ConnectionError);
  CHECK_THROWS_AS(read_token(folder.path("none")), ConnectionError);
  const auto pipe = folder.path("pipe");
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  std::thread writer([&] { std::ofstream(pipe) << "secret\n"; });
  CHECK(read_token(pipe) == "secret");
  writer.join();
}
