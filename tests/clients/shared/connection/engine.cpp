// How long Engine waits for an answer.
#include "connection/engine.hpp"
#include "connection/socket_channel.hpp"

#include "clients/shared/connection/listener.hpp"
#include "support/catch.hpp"
#include "support/timeouts.hpp"

#include <sys/socket.h>

using namespace std::chrono_literals;
using namespace crownd::connection;

namespace {

/// So long that a shell answers in time on a busy machine.
constexpr auto patience = 2s;

/// A shell script that answers.
Link engine_of(const std::string& text) { return {{"sh", "-c", text}, Errors::passed}; }

/// A daemon that answers `isready` on its first connection once, then closes it; to later ones it says nothing.
class FadingDaemon {
 public:
  FadingDaemon() : thread_([this] { serve(); }) {}
  FadingDaemon(const FadingDaemon&) = delete;
  FadingDaemon& operator=(const FadingDaemon&) = delete;
  ~FadingDaemon() {
    ended_ = true;
    TcpChannel(listener_.address(), within(crownd::testing::test_timeout)).close_input();
    thread_.join();
  }

  [[nodiscard]] Remote remote() const { return {text_of(listener_.address()), "", ""}; }
  [[nodiscard]] int connections() const { return connections_; }

 private:
  void serve() {
    {
      const auto first = listener_.accept();
      ++connections_;
      std::array<char, 100> command{};
      if (::recv(first.get(), command.data(), command.size(), 0) > 0) ::send(first.get(), "readyok\n", 8, MSG_NOSIGNAL);
      ::recv(first.get(), command.data(), command.size(), 0);
    }
    std::vector<Descriptor> mute;
    while (!ended_) {
      mute.push_back(listener_.accept());
      ++connections_;
    }
  }

  crownd::testing::Listener listener_;
  std::atomic<bool> ended_ = false;
  std::atomic<int> connections_ = 0;
  std::thread thread_;
};

}  // namespace

TEST_CASE("an engine that answers isready may exceed the timeout") {
  // The answer comes after the second sign of life.
  auto link = engine_of(
      "while read -r line; do case $line in"
      " probe) asked=2;;"
      " isready) echo readyok; asked=$((asked - 1)); [ $asked -ne 0 ] || echo probe draw;;"
      " fen) echo fen english a-position;;"
      "esac; done");
  Engine engine(link, patience);
  const auto begin = Clock::now();
  CHECK(engine.probe().position.verdict == crownd::wire::Verdict::draw);
  CHECK(Clock::now() - begin >= 2 * patience);
  CHECK(engine.position() == "a-position");
  engine.set_option("Hash", 1);
  CHECK(engine.position() == "a-position");
}

TEST_CASE("a late readyok is not taken for the answer to a later isready") {
  auto link = engine_of(
      "while read -r line; do case $line in"
      " probe) late=1;;"
      " isready) [ -z $late ] || echo probe draw; late=; echo readyok;;"
      " position*) echo error bad-position it is wrong;;"
      "esac; done");
  Engine engine(link, patience);
  CHECK(engine.probe().position.verdict == crownd::wire::Verdict::draw);
  CHECK_THROWS_AS(engine.set_position("english", "a-position"), Refused);
  engine.new_game();
}

TEST_CASE("an engine that does not answer isready, ends, or sends endless output is given up") {
  const std::string chatty = "while :; do echo info; sleep 0.01; done";
  const std::tuple<std::string, std::chrono::milliseconds, bool, std::string> cases[] = {
      {"exec sleep 300", 100ms, false, "the engine does not answer"},
      {"exec sleep 300", 100ms, true, "the engine does not answer"},
      {chatty, 300ms, false, "the engine does not answer"},
      {"read -r line", 1h, false, "the engine is gone"},
      {"exec yes", 1h, false, "the engine sends an endless answer"},
      {"exec yes", 1h, true, "the engine sends an endless answer"},
      {"exec cat /dev/zero", 1h, false, "the engine sends an endless line"}};
  for (const auto& [script, timeout, searches, message] : cases) {
    INFO(script);
    auto link = engine_of(script);
    Engine engine(link, timeout);
    const auto call = [&, search = searches] { search ? (void)engine.go("infinite", {}) : (void)engine.probe(); };
    CHECK_THROWS_WITH(call(), message);
  }
}

TEST_CASE("a search must end after stop") {
  auto deaf = engine_of(
      "while read -r line; do case $line in"
      " isready) echo readyok;;"
      "esac; done");
  Watch watch;
  watch.wants_stop = [] { return true; };
  CHECK_THROWS_WITH(Engine(deaf, patience).go("infinite", watch), "the engine does not stop its search");
}

TEST_CASE("waiting for an answer can be abandoned") {
  for (const auto* script : {"exec sleep 300", "while :; do echo info; sleep 0.01; done"}) {
    auto link = engine_of(script);
    Engine engine(link, 1h);
    engine.while_waiting([] { throw std::runtime_error("left"); });
    CHECK_THROWS_WITH(engine.probe(), "left");
  }
}

TEST_CASE("a daemon that is silent after a reconnect is given up after the retry time") {
  FadingDaemon daemon;
  int reports = 0;
  Link link(daemon.remote(), 2s, [&](const std::string&) { ++reports; });
  Engine engine(link, 1h);
  engine.ready();
  CHECK_THROWS_AS(engine.probe(), EngineGone);
  CHECK(reports == 1);
  CHECK(daemon.connections() > 1);
}

TEST_CASE("there is no reconnect to a daemon that never answered") {
  FadingDaemon daemon;
  const TcpChannel first(crownd::connection::parse_address(daemon.remote().address),
                         within(crownd::testing::test_timeout));
  int reports = 0;
  Link link(daemon.remote(), 1h, [&](const std::string&) { ++reports; });
  CHECK_THROWS_AS(Engine(link, 100ms).ready(), EngineGone);
  CHECK(reports == 0);
}
