#include "protocol/server/daemon.hpp"
#include "support/certificate.hpp"
#include "support/temporary_folder.hpp"

#include <csignal>

using namespace crownd::testing;

namespace {

/// The outcome of `crownd --check`.
Outcome checked(const std::string& address, const Arguments& flags = {}) {
  return run_program(crownd_command(extended(flags, {"--check", address})));
}

void expect_unhealthy(const Outcome& check, const std::string& sentence) {
  CHECK(check.code == 1);
  CHECK(check.output.empty());
  CHECK(contains(check.errors, sentence));
  CHECK(check.errors.find('\n') == check.errors.size() - 1);
}

void expect_ready(const Outcome& check, const std::string& address) {
  CHECK(check.code == 0);
  CHECK(check.output == "the daemon at " + address + " is ready\n");
  CHECK(check.errors.empty());
}

}  // namespace

TEST_CASE("a check finds a daemon ready, also while all slots are busy") {
  Daemon daemon({"--searches", "1", "--max-searches", "1"});
  const auto address = text_of(daemon.address());
  expect_ready(checked(address), address);
  auto client = daemon.connect();
  client.send("position english startpos");
  ask(client, "go infinite", "info");
  expect_ready(checked(address), address);
  const auto by_name = "localhost:" + std::to_string(daemon.address().port);
  expect_ready(checked(by_name), by_name);
}

TEST_CASE("a check reports that a daemon is gone or hangs") {
  Daemon daemon;
  const auto address = text_of(daemon.address());
  SECTION("gone") {
    REQUIRE(daemon.terminate() == ExitStatus{true, 0});
    expect_unhealthy(checked(address), "the daemon at " + address + " cannot be reached: Connection refused");
  }
  SECTION("hangs") {
    daemon.process().signal(SIGSTOP);
    expect_unhealthy(checked(address, {"--check-timeout", "1"}),
                     "the daemon at " + address + " does not answer within 1 s (--check-timeout)");
    daemon.process().signal(SIGCONT);
  }
}

TEST_CASE("a check reports why a daemon refuses a client") {
  Daemon daemon({"--max-sessions", "1"});
  auto client = daemon.connect();
  ask(client, "isready", "readyok");
  expect_unhealthy(checked(text_of(daemon.address())), "answers 'error limit too many sessions (--max-sessions 1)");
}

TEST_CASE("a check sends the token") {
  const TemporaryFile token("secret\n");
  const TemporaryFile wrong("guess\n");
  Daemon daemon({"--token-file", token.path()});
  const auto address = text_of(daemon.address());
  expect_ready(checked(address, {"--token-file", token.path()}), address);
  const auto turned_down = checked(address, {"--token-file", wrong.path()});
  expect_unhealthy(turned_down, "does not accept the token: error auth this is not the token");
  CHECK(!contains(turned_down.errors, "guess"));
  expect_unhealthy(checked(address), "answers 'error auth a token is required");
}

TEST_CASE("a check speaks TLS and verifies the certificate") {
  const Certificate certificate;
  const Certificate other;
  Daemon daemon({"--tls-cert", certificate.file(), "--tls-key", certificate.key_file()});
  const auto plain = text_of(daemon.address());
  expect_ready(checked("tls:" + plain, {"--tls-ca", certificate.file()}), "tls:" + plain);
  const auto by_name = "tls:localhost:" + std::to_string(daemon.address().port);
  expect_ready(checked(by_name, {"--tls-ca", certificate.file()}), by_name);
  expect_unhealthy(checked("tls:" + plain, {"--tls-ca", other.file()}), "certificate verify failed");
  expect_unhealthy(checked("tls:" + plain), "certificate verify failed");
  expect_unhealthy(checked(plain), "this address speaks TLS only");
  expect_unhealthy(checked("tls:" + plain, {"--tls-ca", "/nowhere"}),
                   "'/nowhere' has no certificate in PEM form that could be read: No such file or directory");

  const Certificate elsewhere({"DNS:example.org", -3600, 3600});
  Daemon another({"--tls-cert", elsewhere.file(), "--tls-key", elsewhere.key_file()});
  expect_unhealthy(checked("tls:" + text_of(another.address()), {"--tls-ca", elsewhere.file()}),
                   "certificate verify failed");
}

TEST_CASE("a check that cannot run has an error message") {
  const TemporaryFile open("secret\n", 0644);
  check_refused({{"--check", "here"},
                 {"--check", "127.0.0.1"},
                 {"--check", "127.0.0.1:0"},
                 {"--check", "127.0.0.1:70000"},
                 {"--check", ":7711"},
                 {"--check", "tls:7711"},
                 {"--check", "127.0.0.1:7711", "--check-timeout", "0"},
                 {"--check", "127.0.0.1:7711", "--listen", "127.0.0.1:0"},
                 {"--check", "127.0.0.1:7711", "--tls-ca", "file"},
                 {"--check", "127.0.0.1:7711", "--token-file", open.path()},
                 {"--check-timeout", "3"}});
  CHECK(contains(refused({"--check", "here"}), "expected HOST:PORT or tls:HOST:PORT"));
}
