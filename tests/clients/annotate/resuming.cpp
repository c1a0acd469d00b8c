// The same results however the work is shared out, and after it was killed.
#include "clients/annotate/program.hpp"
#include "support/certificate.hpp"
#include "support/server_process.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <thread>

using namespace crownd::annotate::test;
using crownd::testing::has_text;
using crownd::testing::ServerProcess;
namespace connection = crownd::connection;

namespace {

/// Games that begin differently, so that there is work for several.
std::string many_games() {
  std::string text;
  for (const std::string first : {"9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"})
    for (const std::string second : {"22-18", "23-19"})
      if (!((first == "10-15" || first == "11-15") && second == "22-18"))
        text += "[GameType \"21\"]\n\n1. " + first + ' ' + second + " *\n\n";
  return text;
}

struct Files {
  explicit Files(const TemporaryFolder& folder, const std::string& name)
      : json(folder.path(name + ".json")), html(folder.path(name + ".html")), out(folder.path(name)) {}
  std::string json, html, out;

  [[nodiscard]] Arguments flags() const {
    return {"--nodes", "3000", "--json", json, "--html", html, "--out", out, "--puzzles", "3"};
  }
  void check_same(const Files& other) const {
    CHECK(read_file(json) == read_file(other.json));
    CHECK(read_file(html) == read_file(other.html));
    CHECK(read_file(out + "/games.pdn") == read_file(other.out + "/games.pdn"));
    CHECK(!read_file(json).empty());
  }
};

Arguments with(Arguments first, const Arguments& more) {
  first.insert(first.end(), more.begin(), more.end());
  return first;
}

}  // namespace

TEST_CASE("one daemon and three give the same bytes, here and over TCP") {
  const TemporaryFolder folder;
  const auto games = folder.write("games.pdn", many_games());
  const Files one(folder, "one"), three(folder, "three"), remote(folder, "remote");
  CHECK(run(with({games, "--workers", "1"}, one.flags())).code == 0);
  CHECK(run(with({games, "--workers", "3"}, three.flags())).code == 0);
  const auto token = folder.write("token", "open sesame\n");
  ServerProcess first({daemon(), "--listen", "127.0.0.1:0", "--token-file", token});
  ServerProcess second({daemon(), "--listen", "127.0.0.1:0", "--token-file", token});
  const auto address = [](const ServerProcess& server) { return connection::text_of(server.address()); };
  CHECK(run(with({games, "--connect", address(first), "--connect", address(second), "--token-file", token, "--workers",
                  "2"},
                 remote.flags()))
            .code == 0);
  three.check_same(one);
  remote.check_same(one);
}

TEST_CASE("two daemons behind TLS, each with its own token, give the bytes of one here") {
  const TemporaryFolder folder;
  const auto games = folder.write("games.pdn", many_games());
  const Files one(folder, "one"), remote(folder, "remote");
  CHECK(run(with({games, "--workers", "1"}, one.flags())).code == 0);
  const crownd::testing::Certificate certificate;
  const auto server = [&](const std::string& token) {
    return Arguments{daemon(),     "--listen",         "127.0.0.1:0", "--token-file",        token,
                     "--tls-cert", certificate.file(), "--tls-key",   certificate.key_file()};
  };
  const auto token = folder.write("token", "open sesame\n"), other = folder.write("other", "swordfish\n");
  ServerProcess first(server(token)), second(server(other));
  const auto address = [](const ServerProcess& of) { return "tls:" + connection::text_of(of.address()); };
  const Arguments both{games,           "--connect", address(first),    "--connect",
                       address(second), "--tls-ca",  certificate.file()};
  CHECK(run(with(with(both, {"--token-file", token, "--token-file", other}), remote.flags())).code == 0);
  remote.check_same(one);

  const auto refused = run(with(both, {"--token-file", token}));
  CHECK(refused.code == 1);
  CHECK_THAT(refused.errors, has_text("did not accept the token"));
}

TEST_CASE("after kill -9 the same command goes on, and the results are the same bytes") {
  using namespace std::chrono_literals;
  const TemporaryFolder folder;
  const auto games = folder.write("games.pdn", many_games());
  const Files whole(folder, "whole"), resumed(folder, "resumed");
  CHECK(run(with({games}, whole.flags())).code == 0);
  const auto state = folder.path("state");
  const auto arguments = with({games, "--state", state}, resumed.flags());
  {
    connection::ChildProcess process(with({program()}, arguments), connection::Errors::discarded);
    const auto deadline = connection::within(crownd::testing::long_enough);
    const auto lines = [&] {
      const auto text = read_file(state);
      return std::count(text.begin(), text.end(), '\n');
    };
    while (lines() < 3 && connection::Clock::now() < deadline) std::this_thread::sleep_for(1ms);
    process.signal(SIGKILL);
    (void)process.wait(connection::within(crownd::testing::long_enough));
  }
  {
    std::ofstream file(state, std::ios::app);
    file << R"({"index":5,"game":"engl)";  // a line that the kill cut off
  }
  const auto before = read_file(state);
  CHECK(run(with(arguments, {"--force"})).code == 0);
  resumed.check_same(whole);
  const auto kept = before.substr(0, before.rfind('\n') + 1);
  CHECK(read_file(state).starts_with(kept));
  CHECK(lines_of(read_file(state)).size() == lines_of(read_file(resumed.json)).size() + 1);

  const auto other = run({games, "--nodes", "500", "--state", state});
  CHECK(other.code == 1);
  CHECK_THAT(other.errors, has_text("is of other games or settings; they differ in: nodes"));
}

TEST_CASE("an engine that ends is started again, and one that always ends stops the work") {
  const TemporaryFolder folder;
  const auto games = folder.write("games.pdn", "[GameType \"21\"]\n\n1. 11-15 23-19 *\n");
  // The first daemon reads the game, and the second one ends.
  const auto runs = folder.path("runs");
  const auto script = folder.write("engine", "echo >> " + runs + "\n[ $(wc -l < " + runs + ") != 2 ] && exec " +
                                                 daemon() + "\n" + daemon() + " | sed -u '/^bestmove/q'\n");
  const auto outcome = run({games, "--nodes", "100", "--engine", "sh " + script, "--workers", "1"});
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.errors, has_text("trying again"));
  const auto bad = folder.write("bad", daemon() + " | sed -u '/^bestmove/q'\n");
  const auto stopped = run({games, "--nodes", "100", "--engine", "sh " + bad, "--workers", "1"});
  CHECK(stopped.code == 1);
  CHECK_THAT(stopped.errors, has_text("for the third time in " + games + ", game 1"));
}
