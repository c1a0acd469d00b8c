#include "connection/tls_channel.hpp"
#include "protocol/server/daemon.hpp"
#include "protocol/server/refusal.hpp"
#include "protocol/server/temporary_file.hpp"
#include "support/certificate.hpp"

#include <filesystem>
#include <fstream>
#include <string>

using namespace crownd::testing;
using crownd::connection::TlsChannel;

namespace {

void overwrite(const std::string& path, const std::string& text) { std::ofstream(path, std::ios::trunc) << text; }

void reload(Daemon& daemon, const std::string& log_line) {
  daemon.process().signal(SIGHUP);
  daemon.wait_for_log(log_line);
}

}  // namespace

TEST_CASE("flags may stand in a file, and those of the command line go first") {
  const TemporaryFile file("max-line = 300\nsession-hash = 7\n");
  Daemon daemon({"--config", file.path(), "--session-hash", "9"});
  auto client = daemon.connect();
  CHECK(contains(ask(client, "uci", "option name Hash"), "max 9"));
  CHECK(contains(ask(client, std::string(301, 'x'), "error"), "at most 300 bytes"));

  const TemporaryFile wrong("max-lines = 300\n");
  const auto refusal = refused({"--listen", "127.0.0.1:0", "--config", wrong.path()});
  CHECK(refusal.status.value_or(ExitStatus{}).code == 2);
  CHECK(contains(refusal.message, "sets max-lines, which is no flag: write NAME = VALUE"));
  const TemporaryFile sections("[limits]\nmax-line = 300\n");
  CHECK(contains(refused({"--config", sections.path()}).message, "begins a section [limits]; it is to have none"));
  CHECK(refused({"--config", "/no/such/file"}).status.value_or(ExitStatus{}).code == 2);
}

TEST_CASE("a reload brings new limits and drops no session") {
  const TemporaryFile file("max-sessions = 1\nmax-line = 300\n");
  Daemon daemon({"--config", file.path()});
  auto client = daemon.connect();
  ask(client, "go infinite", "info");
  auto refused_client = daemon.connect();
  CHECK(contains(wait_for(refused_client, "error"), "--max-sessions 1"));

  overwrite(file.path(), "max-sessions = 2\nmax-line = 400\n");
  reload(daemon, "reloaded: ");
  auto second = daemon.connect();
  CHECK(contains(ask(second, std::string(401, 'x'), "error"), "at most 400 bytes"));
  CHECK(ask(client, "stop", "bestmove").starts_with("bestmove "));
  CHECK(contains(ask(client, std::string(301, 'x'), "error"), "at most 300 bytes"));
}

TEST_CASE("a reload brings a new token") {
  const TemporaryFile token("old-secret\n");
  Daemon daemon({"--token-file", token.path()});
  auto before = daemon.connect();
  CHECK(ask(before, "auth old-secret", "auth") == "authok");
  overwrite(token.path(), "new-secret\n");
  reload(daemon, "reloaded: ");
  CHECK(ask(before, "isready", "readyok") == "readyok");
  auto after = daemon.connect();
  CHECK(ask(after, "auth old-secret", "error").starts_with("error auth"));
  CHECK(ask(after, "auth new-secret", "auth") == "authok");
}

TEST_CASE("a reload brings a new certificate") {
  const Certificate old_one, new_one;
  const TemporaryFile certificate(""), key("");
  const auto put = [&](const Certificate& from) {
    const auto over = std::filesystem::copy_options::overwrite_existing;
    std::filesystem::copy_file(from.file(), certificate.path(), over);
    std::filesystem::copy_file(from.key_file(), key.path(), over);
  };
  put(old_one);
  Daemon daemon({"--tls-cert", certificate.path(), "--tls-key", key.path()});
  TlsChannel before(daemon.address(), old_one.file(), within(long_enough));
  CHECK(ask(before, "isready", "readyok") == "readyok");
  put(new_one);
  reload(daemon, "reloaded: ");
  TlsChannel after(daemon.address(), new_one.file(), within(long_enough));
  CHECK(ask(after, "isready", "readyok") == "readyok");
  CHECK(ask(before, "isready", "readyok") == "readyok");
}

TEST_CASE("a reload that cannot be leaves all as it was") {
  const TemporaryFile file("max-line = 300\n");
  Daemon daemon({"--config", file.path()});
  overwrite(file.path(), "max-line = many\n");
  reload(daemon, "reload refused, all stays as it was: ");
  auto client = daemon.connect();
  CHECK(contains(ask(client, std::string(301, 'x'), "error"), "at most 300 bytes"));
}
