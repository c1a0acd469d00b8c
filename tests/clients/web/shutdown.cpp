#include "clients/web/browser.hpp"
#include "clients/web/program.hpp"

namespace crownd::testing {

namespace {

/// Whether the process exists and is not a zombie.
bool runs(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  std::string number;
  std::string name;
  char state = 'Z';
  file >> number >> name >> state;
  return file && state != 'Z';
}

pid_t only_child(const CrownWeb& web) {
  const auto children = web.children();
  REQUIRE(children.size() == 1);
  return children.front();
}

}  // namespace

TEST_CASE("after a kill of the daemon tabs get the reason, and a new daemon is started") {
  CrownWeb web;
  for (int round = 0; round < 2; ++round) {
    Page page(web.address());
    page.ask("go infinite", "info");
    ::kill(only_child(web), SIGKILL);
    page.wait_for_end();
    CHECK(page.close_code() == 1012);
    CHECK(page.close_reason() == "the engine has ended");
    CHECK(comes_true([&] {
      Page next(web.address());
      next.send("isready");
      if (next.receive() == "readyok") return true;
      CHECK(next.close_code() == 1012);
      return false;
    }));
  }
  CHECK_THAT(web.process().errors(), has_text("the engine has ended (signal Killed); it is started again"));
}

TEST_CASE("quit closes the WebSocket normally") {
  CrownWeb web;
  for (const auto* const quit : {"quit", " QUIT now"}) {
    Page page(web.address());
    page.send(quit);
    page.wait_for_end();
    CHECK(page.close_code() == 1000);
    CHECK(page.close_reason() == "the session has ended");
  }
}

TEST_CASE("an unreachable daemon is reported to the tab and on standard error") {
  CrownWeb web({"--connect", "127.0.0.1:1"});
  CHECK_THAT(web.process().errors(), has_text("cannot connect to 127.0.0.1:1"));
  Page page(web.address());
  page.wait_for_end();
  CHECK(page.close_code() == 1012);
  CHECK(page.close_reason() == "the engine cannot be reached");
}

TEST_CASE("SIGTERM closes tabs with a reason, ends the daemon, and exits with 0") {
  for (const int signal : {SIGTERM, SIGINT}) {
    CrownWeb web;
    const auto child = only_child(web);
    Page page(web.address());
    page.ask("go infinite", "info");
    Browser idle(web.address());
    web.process().signal(signal);
    page.wait_for_end();
    CHECK(page.close_code() == 1012);
    CHECK(page.close_reason() == "crown-web has ended");
    const auto status = web.process().wait(connection::within(test_timeout));
    CHECK((status && status->exited && status->code == 0));
    CHECK_FALSE(runs(child));
  }
}

TEST_CASE("its daemon always ends with it") {
  CrownWeb web;
  const auto child = only_child(web);
  web.process().signal(SIGKILL);
  CHECK(comes_true([&] { return !runs(child); }));
}

TEST_CASE("without a daemon it reports an error and exits") {
  for (const std::string program : {"/no/such/program", "false"})
    CHECK_THAT(why_not({"--listen", "127.0.0.1:0", "--crownd", program}),
               has_text("the engine '" + program + "' did not start"));
}

TEST_CASE("a daemon's error output without an end of line takes little memory") {
  const TemporaryFolder folder;
  const auto script = folder.write(
      "daemon.sh", "head -c 200000 /dev/zero | tr '\\0' x >&2\necho >&2\nexec " + program_path("crownd") + " \"$@\"\n");
  CrownWeb web({"--crownd", "sh " + script});
  std::istringstream errors(web.process().errors());
  std::size_t count = 0;
  for (std::string line; std::getline(errors, line);) {
    CHECK(line.size() <= 65'536);
    count += static_cast<std::size_t>(std::count(line.begin(), line.end(), 'x'));
  }
  CHECK(count >= 200'000);
}

TEST_CASE("few open files mean fewer sessions, or an error if more were requested") {
  const auto start = [](const std::string& flags) {
    const std::vector<std::string> command{"sh", "-c", "ulimit -n 120 && exec \"$0\" --listen 127.0.0.1:0" + flags,
                                           program_path("crown-web")};
    return std::make_unique<connection::ChildProcess>(command, connection::Errors::captured);
  };
  const auto lowered = start("");
  CHECK(lowered->receive(connection::within(test_timeout)).value_or("").starts_with("http://127.0.0.1:"));
  CHECK_THAT(lowered->errors(), has_text("for 2000 sessions, but 20 are possible; --max-sessions is lowered to that"));
  lowered->signal(SIGTERM);
  const auto refused = start(" --max-sessions 21");
  const auto status = refused->wait(connection::within(test_timeout));
  CHECK((status && status->exited && status->code == 1));
  CHECK_THAT(refused->errors(), has_text("LimitNOFILE="));
}

TEST_CASE("an address in use is reported with a remedy") {
  CrownWeb web;
  CHECK_THAT(why_not({"--listen", connection::text_of(web.address())}), has_text("ADDR:0 takes any free port"));
}

}  // namespace crownd::testing
