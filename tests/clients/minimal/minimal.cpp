// The clients that people learn from work with every game, over every kind of connection, and are as short as they say.

#include "connection/child_process.hpp"
#include "protocol/server/daemon.hpp"
#include "support/catch.hpp"
#include "support/certificate.hpp"
#include "support/game_names.hpp"
#include "support/temporary_folder.hpp"
#include "support/text.hpp"
#include "support/timeouts.hpp"

using namespace crownd::testing;
namespace fs = std::filesystem;

namespace {

using Words = std::vector<std::string>;

const fs::path folder = fs::path(CROWND_SOURCE_DIR) / "clients/minimal";
constexpr int max_lines = 120;
/// More moves than games of the engine against itself take until somebody wins or a position occurs again.
constexpr int many_moves = 200;

std::string in_quotes(const fs::path& path) { return "'" + path.string() + "'"; }

struct Outcome {
  ExitStatus status;
  std::string output;
  std::string errors;
};

/// Runs a shell command, which finds the programs of the build, with this standard input.
Outcome run(const std::string& command, const std::string& input = "") {
  ChildProcess process({"sh", "-c", "PATH='" + bin_dir() + "':$PATH; export PATH; " + command},
                       crownd::connection::Errors::captured);
  if (!input.empty()) process.send_bytes(input, within(test_timeout));
  process.close_input();
  Outcome outcome;
  while (const auto line = process.receive(within(5 * test_timeout))) outcome.output += *line + '\n';
  outcome.status = process.wait(within(test_timeout)).value_or(ExitStatus{});
  outcome.errors = process.errors();
  return outcome;
}

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

const Words clients{"python3 " + in_quotes(folder / "minimal.py"), in_quotes(program_path("minimal"))};

/// The engine plays against itself until somebody has won, or a position occurs again.
void check_whole_game(const std::string& client, const std::string& arguments) {
  const auto outcome =
      run(client + ' ' + arguments, "no such move\ngo\nundo\n" + repeated("go\n", many_moves) + "quit\n");
  INFO(client << ' ' << arguments << '\n' << outcome.output << outcome.errors);
  CHECK(outcome.status == ExitStatus{true, 0});
  CHECK(count(outcome.output, "Refused: illegal-move unreadable: ") == 1);
  CHECK(count(outcome.output, "The engine plays ") > 1);
  CHECK(count(outcome.output, " has won: ") + count(outcome.output, " repetition ") > 0);
}

/// The blocks of a page that begin with this line and end with ```.
Words blocks(const std::string& page, const std::string& first) {
  Words found;
  for (auto at = page.find(first); at != std::string::npos; at = page.find(first, at)) {
    at += first.size();
    found.push_back(page.substr(at, page.find("```", at) - at));
  }
  return found;
}

}  // namespace

TEST_CASE("the minimal clients are short") {
  for (const auto* name : {"minimal.py", "minimal.cpp"}) {
    const auto text = read_file(folder / name);
    INFO(name);
    CHECK(std::count(text.begin(), text.end(), '\n') > max_lines / 2);
    CHECK(std::count(text.begin(), text.end(), '\n') <= max_lines);
  }
}

TEST_CASE("the minimal clients finish a game of each kind") {
  const Daemon daemon({"--no-tables"});
  const auto games = game_names();
  // By turns over TCP and with an engine of its own, each client the other way.
  for (const auto& client : clients) {
    bool over_tcp = client == clients.front();
    for (const auto& game : games) {
      check_whole_game(client, over_tcp ? game + " " + text_of(daemon.address()) : game);
      over_tcp = !over_tcp;
    }
  }
}

TEST_CASE("the minimal clients answer a person's commands") {
  const Daemon daemon({"--no-tables"});
  const auto address = text_of(daemon.address());
  for (const auto& client : clients) {
    const auto outcome = run(client + " english " + address, "11\n11-20\n\n11-15\nundo 2\nundo\n");
    INFO(client << '\n' << outcome.output << outcome.errors);
    CHECK(outcome.status == ExitStatus{true, 0});
    CHECK(count(outcome.output, "11 16\n11 15\n") == 1);
    CHECK(count(outcome.output, "Refused: illegal-move ") == 1);
    CHECK(count(outcome.output, "The engine plays ") == 1);
    CHECK(count(outcome.output, "Refused: bad-argument ") == 2);  // no move, and none left to take back
    CHECK(count(outcome.output, "  a   a   a   a     32  31  30  29\n") == 7);
    CHECK(count(outcome.output, "Black (b) is to move") == 7);
  }
}

TEST_CASE("the minimal clients name the winner and the reason") {
  for (const auto& client : clients) {
    const auto outcome = run(client + " reduced-chess", "a5a3\ngo\nundo\nquit\n");
    INFO(outcome.output);
    CHECK(count(outcome.output, "White has won: ") == 2);
    CHECK(count(outcome.output, "checkmate") == 2);
    CHECK(count(outcome.output, "White is to move") == 2);
  }
}

TEST_CASE("the minimal clients end with a message if they cannot play") {
  for (const auto& client : clients) {
    CHECK(count(run(client).errors, "GAME [HOST:PORT]") == 1);
    for (const auto* bad : {" no-such-game", " english 127.0.0.1:1"}) {
      const auto outcome = run(client + bad, "quit\n");
      INFO(client << bad << '\n' << outcome.errors);
      CHECK(outcome.status == ExitStatus{true, 1});
      CHECK(count(outcome.errors, "\n") == 1);
    }
  }
}

TEST_CASE("the changes in the README add TLS and a token") {
  const auto page = read_file(folder / "README.md");
  const auto changes = blocks(page, "```diff\n"), builds = blocks(page, "```sh\n");
  REQUIRE(changes.size() == 2);
  REQUIRE(builds.size() == 2);
  const TemporaryFolder work;
  const auto in_work = "cd " + in_quotes(work.path("")) + " && ";
  for (const auto* name : {"minimal.py", "minimal.cpp"}) fs::copy_file(folder / name, work.path(name));
  CHECK(run(in_work + builds[0]).status == ExitStatus{true, 0});
  CHECK(run(in_work + "./minimal english", "quit\n").status == ExitStatus{true, 0});
  for (const auto& change : changes) CHECK(run(in_work + "patch", change).status == ExitStatus{true, 0});
  CHECK(run(in_work + builds[1]).status == ExitStatus{true, 0});

  const Certificate certificate;
  const Daemon daemon({"--no-tables", "--tls-cert", certificate.file(), "--tls-key", certificate.key_file(),
                       "--token-file", work.write("token", "open-sesame\n")});
  const auto address = text_of(daemon.address());
  const auto trusting = in_work + "export SSL_CERT_FILE='" + certificate.file() + "'; ";
  for (const std::string client : {"python3 minimal.py", "./minimal"}) {
    const auto call = client + " english " + address;
    const auto outcome = run(trusting + "CROWND_TOKEN=open-sesame " + call, "11-15\nquit\n");
    INFO(client << '\n' << outcome.output << outcome.errors);
    CHECK(outcome.status == ExitStatus{true, 0});
    CHECK(count(outcome.output, "The engine plays ") == 1);
    CHECK(count(run(trusting + "CROWND_TOKEN=mellon " + call).errors, "auth this is not the token") == 1);
    CHECK(run(in_work + "CROWND_TOKEN=open-sesame " + call).status == ExitStatus{true, 1});
  }
}
