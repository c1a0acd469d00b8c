#include "protocol/server/daemon.hpp"
#include "support/temporary_folder.hpp"

#include <sys/stat.h>

#include <regex>

using namespace crownd::testing;

namespace {

/// The addresses in lines of exactly this form; waits until there are two.
std::vector<std::string> two_addresses(const ChildProcess& daemon) {
  const std::regex form("(^|\n)listening on (127\\.0\\.0\\.1:[1-9][0-9]*)(?=\n)");
  for (const auto deadline = within(test_timeout); Clock::now() < deadline; std::this_thread::sleep_for(2ms)) {
    const auto errors = daemon.errors();
    std::vector<std::string> addresses;
    for (std::sregex_iterator found(errors.begin(), errors.end(), form), end; found != end; ++found)
      addresses.push_back((*found)[2]);
    if (addresses.size() == 2) return addresses;
  }
  FAIL("it does not say where it listens, but: " << daemon.errors());
  return {};
}

/// Starts a daemon that listens on two free ports, and checks that both addresses work.
void check_that_it_tells(const std::vector<std::string>& flags) {
  auto command = crownd_command({"--listen", "127.0.0.1:0", "--listen", "127.0.0.1:0"});
  command.insert(command.end(), flags.begin(), flags.end());
  ChildProcess daemon(command, crownd::connection::Errors::captured);
  for (const auto& address : two_addresses(daemon)) {
    TcpChannel client(crownd::connection::parse_address(address), within(test_timeout));
    CHECK(ask(client, "isready", "readyok") == "readyok");
  }
  daemon.signal(SIGTERM);
  CHECK(daemon.wait(within(test_timeout)) == ExitStatus{true, 0});
}

}  // namespace

TEST_CASE("every connection, refusal and limit is logged with the address") {
  Daemon daemon({"--max-sessions", "1", "--max-line", "256"});
  auto client = daemon.connect();
  CHECK(ask(client, std::string(300, 'x'), "error").starts_with("error too-long"));
  auto refused_client = daemon.connect();
  wait_for(refused_client, "error limit");
  for (const auto* text : {" connected", " was sent: error too-long a line may have at most 256 bytes (--max-line)",
                           " refused: error limit too many sessions (--max-sessions 1)"}) {
    CHECK(contains(daemon.wait_for_log(text), " 127.0.0.1:"));
  }
}

TEST_CASE("limits of different kinds are each logged") {
  Daemon daemon({"--session-hash", "4", "--session-threads", "2", "--max-line", "256"});
  auto client = daemon.connect();
  for (int i = 0; i < 5; ++i)
    CHECK(ask(client, "setoption name TablePath value /x", "error").starts_with("error limit"));
  CHECK(ask(client, "setoption name Hash value 5", "error").starts_with("error limit"));
  CHECK(ask(client, "setoption name Threads value 3", "error").starts_with("error limit"));
  for (const auto* flag : {"(--remote-options)", "(--session-hash)", "(--session-threads)"}) daemon.wait_for_log(flag);
}

TEST_CASE("a thousand refusals do not fill the log") {
  Daemon daemon({"--max-line", "256"});
  auto client = daemon.connect();
  std::string lines;
  for (int i = 0; i < 1000; ++i) lines += std::string(300, 'x') + "\n";
  client.send_bytes(lines, within(test_timeout));
  for (int i = 0; i < 1000; ++i) REQUIRE(wait_for(client, "error too-long") != "");
  daemon.wait_for_log("(512 times so far)");
  CHECK(daemon.process().errors().size() < 5000);
}

TEST_CASE("a log at the limit on file sizes does not affect clients, and is reported once") {
  const TemporaryFolder folder;
  Daemon daemon({"--log-file", folder.path("log"), "--log-level", "debug"}, "ulimit -f 4");
  auto client = daemon.connect();
  for (int i = 0; i < 40; ++i) CHECK(ask(client, "isready " + std::string(200, 'x'), "readyok") == "readyok");
  CHECK(contains(daemon.wait_for_log("crownd: the log cannot be written: "), "/log: File too large"));
  for (int i = 0; i < 40; ++i) CHECK(ask(client, "isready", "readyok") == "readyok");
  CHECK(daemon.terminate() == ExitStatus{true, 0});
  const auto errors = daemon.process().errors();
  CHECK(std::count(errors.begin(), errors.end(), '\n') == 2);  // that it listens, and that it cannot write the log
}

TEST_CASE("on SIGHUP the log is reopened, so that its file can be renamed") {
  const TemporaryFolder folder;
  const auto log = folder.path("log"), old = folder.path("log.1");
  const auto holds = [](const std::string& file, const std::string& text) { return contains(read_file(file), text); };
  const auto comes_to_hold = [&](const std::string& file, const std::string& text) {
    return comes_true([&] { return holds(file, text); });
  };
  Daemon daemon({"--log-file", log});
  REQUIRE(comes_to_hold(log, "listening on "));
  std::filesystem::rename(log, old);
  daemon.process().signal(SIGHUP);
  CHECK(comes_to_hold(log, "reloaded: "));
  CHECK(!holds(old, "reloaded: "));
  CHECK(!holds(log, "listening on "));

  std::filesystem::remove(log);
  REQUIRE(::mkfifo(log.c_str(), 0600) == 0);
  daemon.process().signal(SIGHUP);
  auto client = daemon.connect();
  CHECK(ask(client, "isready", "readyok") == "readyok");
  CHECK(daemon.terminate() == ExitStatus{true, 0});
}

TEST_CASE("logs, tokens, keys and configurations must be regular files, and pipes do not block") {
  const TemporaryFolder folder;
  const auto pipe = folder.path("pipe"), directory = folder.path("directory");
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  std::filesystem::create_directory(directory);
  for (const auto& [file, kind] : {std::pair(pipe, "a pipe"), {directory, "a directory"}, {"/dev/zero", "a device"}}) {
    const auto needed = std::string("is ") + kind + "; a regular file is needed";
    INFO(file);
    const auto error = [](Arguments flags, int code) {
      return refused(extended(std::move(flags), {"--listen", "127.0.0.1:0"}), code);
    };
    CHECK(error({"--log-file", file}, 1) == "crownd: cannot log to '" + file + "': it " + needed + "\n");
    CHECK(error({"--token-file", file}, 2) == "crownd: the token file '" + file + "' " + needed + "\n");
    CHECK(contains(error({"--config", file}, 2), "the configuration file '" + file + "' " + needed));
    CHECK(contains(error({"--tls-cert", file, "--tls-key", file}, 1), "the TLS certificate '" + file + "' " + needed));
  }

  const auto token = folder.write("token", "secret\n");
  Daemon daemon({"--token-file", token, "--config", "/dev/null"});
  std::filesystem::rename(pipe, token);
  daemon.process().signal(SIGHUP);
  daemon.wait_for_log("reload refused, nothing changed: the token file '" + token + "' is a pipe");
  auto client = daemon.connect();
  CHECK(ask(client, "auth secret", "auth") == "authok");
  CHECK(daemon.terminate() == ExitStatus{true, 0});
}

TEST_CASE("the log may be /dev/null") {
  Daemon daemon({"--log-file", "/dev/null"});
  auto client = daemon.connect();
  CHECK(ask(client, "isready", "readyok") == "readyok");
  CHECK(daemon.terminate() == ExitStatus{true, 0});
}

TEST_CASE("the log contains no control characters, whoever sent them") {
  const TemporaryFolder folder;
  const auto configuration = folder.write("configuration", "max-line = 300\n");
  Daemon daemon({"--config", configuration, "--log-level", "debug"});
  auto client = daemon.connect();
  CHECK(ask(client, "\xc2\x9b\x33\x31m\xe2\x80\xa8\xe2\x80\xaex", "error") ==
        "error unknown-command '?31m??x' is no command; help lists them");
  daemon.wait_for_log(" sends ?31m??x");
  CHECK(ask(client,
            "go \xe2\x81\xa6"
            "depth",
            "error")
            .starts_with("error bad-argument go has no parameter '?depth'"));

  const std::string binary("max-line = \x1b[31m\xc2\x9b\x00\xff\n", 21);
  for (const auto& text : {binary,
                           std::string("\x7f"
                                       "ELF\x02\x01"),
                           std::string("# caf\xc3\xa9 \xe2\x80\xae\n")}) {
    const auto times = daemon.process().errors().size();
    std::ofstream(configuration, std::ios::trunc) << text;
    daemon.process().signal(SIGHUP);
    REQUIRE(comes_true([&] { return contains(daemon.process().errors().substr(times), "reload refused"); }));
    CHECK(
        contains(daemon.process().errors().substr(times), "is no text: line 1 has characters that cannot be printed"));
    CHECK(contains(refused({"--config", configuration}), "is no text: line 1"));
  }
  const auto is_raw = [](char c) { return (c < ' ' && c != '\n') || c == '\x7f'; };
  const auto log = daemon.process().errors();
  CHECK(std::none_of(log.begin(), log.end(), is_raw));  // char is signed: bytes of UTF-8 are negative, and not here
}

TEST_CASE("a log that nobody reads does not affect clients") {
  // Standard error is a pipe, full from the start.
  const auto command = std::string("mkfifo \"$D/pipe\" && exec 2<>\"$D/pipe\" && ") +
                       "dd if=/dev/zero bs=4096 count=16 2>/dev/null | head -c 65536 >&2; "
                       "exec " +
                       program_path("crownd") + " --stdio --listen 127.0.0.1:0 --max-line 256";
  ChildProcess daemon({"sh", "-c", "D=$(mktemp -d) && trap 'rm -r \"$D\"' EXIT && " + command});
  for (int i = 0; i < 20; ++i) CHECK(ask(daemon, std::string(300, 'x'), "error").starts_with("error too-long"));
  daemon.signal(SIGTERM);
  CHECK(daemon.wait(within(test_timeout)) == ExitStatus{true, 0});
}

TEST_CASE("a log file that cannot be opened has an error message") {
  CHECK(contains(refused({"--log-file", "/dev/null/log"}, 1), "crownd: cannot log to '/dev/null/log'"));
}

TEST_CASE("the listening address is a line of its own on standard error, whatever the log's level and file") {
  for (const auto* level : {"off", "error", "info", "trace"}) check_that_it_tells({"--log-level", level});
  const TemporaryFile log("");
  check_that_it_tells({"--log-file", log.path(), "--log-level", "off"});
  CHECK(read_file(log.path()).empty());
  check_that_it_tells({"--log-file", log.path()});
  CHECK(contains(read_file(log.path()), " info listening on 127.0.0.1:"));
}
