#include "protocol/server/daemon.hpp"

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <list>
#include <optional>
#include <string>
#include <vector>

using namespace crownd::testing;

namespace {

/// A file that only its owner can read, unless told otherwise; gone when the test is over.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& text, mode_t mode = 0600) {
    const int fd = ::mkstemp(path_.data());
    REQUIRE(fd >= 0);
    REQUIRE(::write(fd, text.data(), text.size()) == static_cast<ssize_t>(text.size()));
    ::fchmod(fd, mode);
    ::close(fd);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() { std::remove(path_.c_str()); }

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_ = "/tmp/crownd-test-XXXXXX";
};

struct Refusal {
  std::optional<ExitStatus> status;
  std::string message;
};

/// What crownd says when it does not start.
Refusal refused(const std::vector<std::string>& flags) {
  ChildProcess process(crownd_command(flags), crownd::connection::Errors::captured);
  const auto status = process.wait(within(long_enough));
  return {status, process.errors()};
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a thousand clients at once are all answered") {
  rlimit limit{};
  REQUIRE(::getrlimit(RLIMIT_NOFILE, &limit) == 0);
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);

  const Daemon daemon;
  std::list<TcpChannel> clients;
  for (int i = 0; i < 1000; ++i) clients.emplace_back(daemon.connect()).send("isready");
  for (auto& client : clients) REQUIRE(client.receive(within(long_enough)) == "readyok");
}

TEST_CASE("one client too many is told so, until another leaves") {
  const Daemon daemon({"--max-sessions", "2"});
  auto first = daemon.connect();
  auto second = std::optional<TcpChannel>(daemon.connect());
  ask(first, "isready", "readyok");
  ask(*second, "isready", "readyok");
  {
    auto third = daemon.connect();
    third.send("isready");
    CHECK(third.receive(within(long_enough)) == "error limit too many sessions (2); try again later");
    CHECK(ends(third));
  }
  CHECK(ask(first, "isready", "readyok") == "readyok");
  second.reset();
  std::optional<std::string> answer;
  for (const auto deadline = within(long_enough); answer != "readyok" && Clock::now() < deadline;) {
    auto fourth = daemon.connect();
    fourth.send("isready");
    answer = fourth.receive(within(long_enough));
  }
  CHECK(answer == "readyok");
}

TEST_CASE("when file descriptors run out clients wait until others leave") {
  Daemon daemon({}, "ulimit -n 40");
  std::list<TcpChannel> clients;
  for (int i = 0; i < 60; ++i) clients.emplace_back(daemon.connect()).send("isready");
  daemon.wait_for_log("cannot accept clients: Too many open files");
  CHECK(ask(clients.front(), "isready", "readyok") == "readyok");
  auto last = std::move(clients.back());
  clients.clear();
  CHECK(last.receive(within(long_enough)) == "readyok");
}

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

TEST_CASE("an address that others reach needs a token or a word") {
  for (const auto* address : {"0.0.0.0:0", "[::]:0"}) {
    const auto [status, message] = refused({"--listen", address});
    CHECK(status == ExitStatus{true, 2});
    CHECK(contains(message, "--token-file"));
    CHECK(contains(message, "--no-auth"));
  }
  ChildProcess daemon(crownd_command({"--listen", "0.0.0.0:0", "--no-auth"}), crownd::connection::Errors::captured);
  CHECK(!daemon.wait(within(100ms)));
  CHECK(contains(daemon.errors(), "listening on 0.0.0.0:"));
}

TEST_CASE("a bad command line is explained") {
  const std::vector<std::vector<std::string>> lines{
      {"--listen", "here"},
      {"--listen", "127.0.0.1"},
      {"--listen", "127.0.0.1:70000"},
      {"--listen", "::1:7777"},
      {"--stdio"},
      {"--game", "go"},
      {"--max-sessions", "0"},
      {"--max-sessions", "many"},
      {"--nonsense"},
      {"--listen", "example.org:80"},
      {"--log-level", "loud"},
      {"--token-file"},
  };
  for (const auto& flags : lines) {
    INFO(flags.front() << ' ' << flags.back());
    const auto [status, message] = refused(flags);
    CHECK(status == ExitStatus{true, 2});
    CHECK(!message.empty());
  }
}

TEST_CASE("an address that is taken is explained") {
  Daemon daemon;
  const auto line = daemon.wait_for_log("listening on");
  const auto [status, message] = refused({"--listen", line.substr(line.rfind(' ') + 1)});
  CHECK(status == ExitStatus{true, 1});
  CHECK(contains(message, "Address already in use"));
}
