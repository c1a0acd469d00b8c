// Remote daemons: tokens, several daemons, lost daemons.
#include "book/book.hpp"
#include "clients/book/program.hpp"
#include "clients/shared/connection/listener.hpp"
#include "support/certificate.hpp"
#include "support/server_process.hpp"

#include <unistd.h>

#include <csignal>

using namespace crownd::crown_book::test;
using crownd::testing::has_text;
using crownd::testing::Listener;
using crownd::testing::ServerProcess;
namespace book = crownd::book;
namespace connection = crownd::connection;

namespace {

std::string daemon() { return crownd::testing::program_path("crownd"); }
std::string address(const ServerProcess& server) { return connection::text_of(server.address()); }

Arguments building(const std::string& out, const Arguments& more = {}) {
  return extended({"build", "english", "--out", out, "--nodes", "300", "--positions", "150"}, more);
}

/// A daemon that exits after its first commands.
void hang_up_after_commands(Listener& listener) {
  const auto connection = listener.accept();
  std::array<char, 1> byte{};
  REQUIRE(::read(connection.get(), byte.data(), byte.size()) == 1);
  listener.close();
}

/// A script for bash: something before it, then the daemon, whose output ends after so many lines.
std::string engine_of_lines(const TemporaryFolder& folder, int lines, const std::string& before = {}) {
  return folder.write("engine", before + "exec " + daemon() + " > >(sed -u " + std::to_string(lines) + "q)\n");
}

}  // namespace

TEST_CASE("a remote daemon with TLS and a token builds the same book as a local one") {
  const TemporaryFolder folder;
  const auto here = folder.path("here.cbk"), there = folder.path("there.cbk");
  REQUIRE(run(building(here, {"--workers", "1"})).code == 0);
  const auto token = folder.write("token", "open sesame\n"), other = folder.write("other", "swordfish\n");
  const crownd::testing::Certificate certificate;
  ServerProcess server({daemon(), "--listen", "127.0.0.1:0", "--token-file", token, "--tls-cert", certificate.file(),
                        "--tls-key", certificate.key_file()});
  const Arguments flags{"--connect", "tls:" + address(server), "--tls-ca", certificate.file()};
  const auto with_token = [&](Arguments arguments, const std::string& file) {
    arguments.insert(arguments.end(), flags.begin(), flags.end());
    arguments.insert(arguments.end(), {"--token-file", file});
    return run(arguments);
  };
  REQUIRE(with_token(building(there), token).code == 0);
  CHECK(entries_of(here) == entries_of(there));
  CHECK(with_token({"verify", there}, token).code == 0);
  CHECK(with_token({"export", there, "--format", "pdn"}, token).code == 0);
  const auto refused = with_token(building(folder.path("none.cbk")), other);
  CHECK(refused.code == 1);
  CHECK_THAT(refused.errors, has_text("did not accept the token"));
}

TEST_CASE("several daemons build, verify and merge one book") {
  const TemporaryFolder folder;
  const auto out = folder.path("out.cbk"), merged = folder.path("merged.cbk");
  ServerProcess one({daemon(), "--listen", "127.0.0.1:0"}), other({daemon(), "--listen", "127.0.0.1:0"});
  const Arguments both{"--connect", address(one), "--connect", address(other), "--workers", "2"};
  const auto with_both = [&](Arguments arguments) { return run(extended(arguments, both)); };
  REQUIRE(with_both(building(out)).code == 0);
  CHECK(entries_of(out).size() >= 150);
  CHECK(with_both({"verify", out}).code == 0);
  REQUIRE(with_both({"merge", out, "--out", merged}).code == 0);
  CHECK(with_both({"verify", merged}).code == 0);
  CHECK(entries_of(out).size() == entries_of(merged).size());
}

TEST_CASE("an unreachable daemon is reported once, and others do its work") {
  const TemporaryFolder folder;
  const auto out = folder.path("out.cbk"), merged = folder.path("merged.cbk");
  const std::string nobody = "127.0.0.1:1";
  ServerProcess server({daemon(), "--listen", "127.0.0.1:0"});
  const auto begun = std::chrono::steady_clock::now();
  for (const auto& [first, second] : {std::pair(nobody, address(server)), std::pair(address(server), nobody)})
    for (const auto& command :
         {building(out, {"--force"}), Arguments{"verify", out}, Arguments{"merge", out, "--out", merged, "--force"},
          Arguments{"export", out, "--format", "pdn", "--lines", "2"}, building(merged, {"--force", "--grow", out})}) {
      const auto outcome = run(extended(command, {"--connect", first, "--connect", second}));
      CHECK(outcome.code == 0);
      CHECK(outcome.errors == "crown-book: " + nobody + ": cannot connect to " + nobody +
                                  ": Connection refused; trying again for 60 s\n");
    }
  CHECK(std::chrono::steady_clock::now() - begun < crownd::testing::test_timeout);  // no waiting for it
  CHECK_THAT(refusal({"verify", out, "--connect", nobody, "--reconnect", "1"}), has_text("no daemon is left"));
}

TEST_CASE("a restarted daemon continues the book") {
  const TemporaryFolder folder;
  const auto out = folder.path("out.cbk"), state = folder.path("state");
  std::optional<ServerProcess> server(std::in_place, Arguments{daemon(), "--listen", "127.0.0.1:0"});
  const auto where = address(*server);
  connection::ChildProcess builder(command(building(out, {"--state", state, "--connect", where})),
                                   connection::Errors::captured);
  REQUIRE(comes_true([&] { return lines_in(state + "/positions.jsonl") >= 5; }));
  server->process().signal(SIGKILL);
  (void)server->process().wait(connection::within(crownd::testing::test_timeout));
  REQUIRE(comes_true([&] { return contains(builder.errors(), "trying again"); }));
  server.emplace(Arguments{daemon(), "--listen", where});
  const auto status = builder.wait(connection::within(crownd::testing::test_timeout));
  CHECK_THAT(builder.errors(), has_text(where + ": the engine is gone; trying again for 60 s"));
  REQUIRE(status.has_value());
  CHECK(status->code == 0);
  CHECK(entries_of(out).size() >= 150);
  CHECK(run({"verify", out}).code == 0);
}

TEST_CASE("other daemons, or a later run, take the work of a lost daemon") {
  const TemporaryFolder folder;
  const auto out = folder.path("out.cbk"), state = folder.path("state");
  std::optional<ServerProcess> one(std::in_place, Arguments{daemon(), "--listen", "127.0.0.1:0"});
  std::optional<ServerProcess> other(std::in_place, Arguments{daemon(), "--listen", "127.0.0.1:0"});
  const auto begin = [&](const Arguments& more) {
    const auto flags = extended({"--state", state, "--reconnect", "0"}, more);
    return std::make_unique<connection::ChildProcess>(command(building(out, flags)), connection::Errors::captured);
  };
  const auto kill_after = [&](std::optional<ServerProcess>& server, std::size_t lines) {
    REQUIRE(comes_true([&] { return lines_in(state + "/positions.jsonl") >= lines; }));
    server->process().signal(SIGKILL);
  };
  SECTION("another one is left") {
    const auto builder = begin({"--connect", address(*one), "--connect", address(*other)});
    kill_after(one, 3);
    const auto status = builder->wait(connection::within(crownd::testing::test_timeout));
    CHECK_THAT(builder->errors(), has_text(address(*one) + " does not come back"));
    REQUIRE(status.has_value());
    CHECK(status->code == 0);
  }
  SECTION("none is left") {
    const auto builder = begin({"--connect", address(*one)});
    kill_after(one, 3);
    const auto status = builder->wait(connection::within(crownd::testing::test_timeout));
    CHECK_THAT(builder->errors(), has_text("no daemon is left; with --state DIR, the same command resumes the build"));
    REQUIRE(status.has_value());
    CHECK(status->code == 1);
    CHECK(run(building(out, {"--state", state, "--connect", address(*other)})).code == 0);
  }
  CHECK(entries_of(out).size() >= 150);
  CHECK(run({"verify", out}).code == 0);
}

TEST_CASE("a merge survives the loss of a daemon, or keeps the old book") {
  const TemporaryFolder folder;
  const auto book = folder.path("book.cbk"), out = folder.write("out.cbk", "the old book");
  REQUIRE(run(building(book)).code == 0);
  Listener lost;
  const auto where = connection::text_of(lost.address());
  const auto begin = [&](const Arguments& more) {
    const auto flags = extended({"merge", book, "--out", out, "--force", "--reconnect", "0"}, more);
    return std::make_unique<connection::ChildProcess>(command(flags), connection::Errors::captured);
  };
  SECTION("another one is left") {
    ServerProcess other({daemon(), "--listen", "127.0.0.1:0"});
    const auto merging = begin({"--connect", where, "--connect", address(other)});
    hang_up_after_commands(lost);
    CHECK(merging->wait(connection::within(crownd::testing::test_timeout)) == connection::ExitStatus{true, 0});
    CHECK_THAT(merging->errors(), has_text(where + " does not come back"));
    CHECK(entries_of(out).size() == entries_of(book).size());
    CHECK(run({"verify", out}).code == 0);
  }
  SECTION("none is left") {
    const auto merging = begin({"--connect", where});
    hang_up_after_commands(lost);
    CHECK(merging->wait(connection::within(crownd::testing::test_timeout)) == connection::ExitStatus{true, 1});
    CHECK_THAT(merging->errors(), has_text("positions were not checked: no daemon is left"));
    CHECK(read_file(out) == "the old book");
  }
  SECTION("all restarted ones are lost") {
    const auto merging = begin({"--engine", "bash " + engine_of_lines(folder, 300), "--workers", "1"});
    CHECK(merging->wait(connection::within(crownd::testing::test_timeout)) == connection::ExitStatus{true, 1});
    CHECK_THAT(merging->errors(), has_text("positions were not checked: no daemon is left"));
    CHECK(read_file(out) == "the old book");
  }
  CHECK(!std::filesystem::exists(out + ".tmp"));
}

TEST_CASE("an export without a daemon prints nothing") {
  const TemporaryFolder folder;
  const auto book = folder.path("book.cbk");
  REQUIRE(run(building(book)).code == 0);
  const auto script = engine_of_lines(folder, 100);
  for (const auto& more : {Arguments{}, Arguments{"--each-line"}}) {
    const auto outcome = run(extended({"export", book, "--format", "pdn", "--engine", "bash " + script}, more));
    CHECK(outcome.code == 1);
    CHECK(outcome.output == "");
    CHECK_THAT(outcome.errors, has_text("the engine is gone"));
  }
}

TEST_CASE("verify restarts an engine that exits") {
  const TemporaryFolder folder;
  const auto out = folder.path("out.cbk"), once = folder.path("once");
  REQUIRE(run(building(out)).code == 0);
  const auto script =
      engine_of_lines(folder, 300, "if [ -e " + once + " ]; then exec " + daemon() + "; fi\ntouch " + once + "\n");
  const auto outcome = run({"verify", out, "--engine", "bash " + script, "--workers", "1"});
  CHECK_THAT(outcome.errors, has_text("trying again"));
  CHECK_THAT(outcome.output, has_text(" 0 faults"));
  CHECK(outcome.code == 0);
  CHECK_THAT(refusal({"verify", out, "--engine", "bash " + engine_of_lines(folder, 1), "--workers", "1"}),
             has_text("for the third time in '"));
}
