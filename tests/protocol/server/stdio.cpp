#include "protocol/server/daemon.hpp"

using namespace crownd::testing;

namespace {

ChildProcess crownd_on_stdio() {
  return ChildProcess(crownd_command({"--game", "english"}), crownd::connection::Errors::captured);
}

/// Total bytes written by a process.
std::uint64_t written_by(const ChildProcess& process) {
  std::ifstream file("/proc/" + std::to_string(process.pid()) + "/io");
  std::string name;
  std::uint64_t bytes = 0;
  while (file >> name >> bytes && name != "wchar:") continue;
  return bytes;
}

/// Waits until a process has filled its output, which nobody reads.
void wait_until_it_writes_no_more(const ChildProcess& process) {
  constexpr std::uint64_t half_a_pipe = 32 << 10;
  const auto deadline = within(test_timeout);
  std::uint64_t before = 0, now = 0;
  do {
    before = std::exchange(now, written_by(process));
    std::this_thread::sleep_for(200ms);
  } while ((now != before || now < half_a_pipe) && Clock::now() < deadline);
  REQUIRE(now == before);
}

}  // namespace

TEST_CASE("the end of an empty input ends the program without output") {
  const auto run = run_program(crownd_command({"--game", "english"}));
  CHECK(run.code == 0);
  CHECK((run.output + run.errors).empty());
}

TEST_CASE("SIGTERM and SIGINT end the search with its move") {
  for (const int number : {SIGTERM, SIGINT}) {
    auto engine = crownd_on_stdio();
    ask(engine, "go depth 90", "info");
    for (int i = 0; i < 10; ++i) engine.send("go depth 90");
    engine.signal(number);
    CHECK(wait_for(engine, "bestmove").starts_with("bestmove "));
    CHECK(engine.wait(within(test_timeout)) == ExitStatus{true, 0});
  }
}

TEST_CASE("SIGTERM ends an engine with unread output and full input") {
  ChildProcess engine(
      {"bash", "-c", "exec " + program_path("crownd") + " --game english --log-level off < <(yes d 2>/dev/null)"});
  wait_until_it_writes_no_more(engine);
  engine.signal(SIGTERM);
  CHECK(engine.wait(within(test_timeout)) == ExitStatus{true, 0});
}

TEST_CASE("a script longer than the queue runs in order") {
  ChildProcess engine(crownd_command({"--game", "english", "--max-queue", "4096", "--max-line", "256"}));
  engine.send("go movetime 200");
  for (int i = 0; i < 500; ++i) engine.send("move 11-15");
  engine.send("fen");
  wait_for(engine, "bestmove");
  CHECK(engine.receive(within(test_timeout)) == "moved 11-15 ongoing a");
  for (int i = 1; i < 500; ++i) {
    INFO("answer " << i);
    REQUIRE(engine.receive(within(test_timeout)).value_or("").starts_with("error illegal-move"));
  }
  CHECK(engine.receive(within(test_timeout)).value_or("").starts_with("fen "));
}

TEST_CASE("with --bail the first error on standard input ends the program, with its line number") {
  struct Script {
    std::string lines, end;  ///< the input, and the end of the output
    std::string message;     ///< on standard error
  };
  const auto script =
      GENERATE(Script{"status\n\n# a comment\nfly\nstatus\nquit\n",
                      "\nerror unknown-command 'fly' is no command; help lists them\n",
                      "crownd: line 4 of standard input: error unknown-command 'fly' "},
               Script{"go movetime 100\nmove 1-2\nmove 11-15\nperft 60\n", "there is a piece on 2 already\n",
                      "crownd: line 2 of standard input: error illegal-move target-occupied: "},
               Script{"go infinite\nfen\nmove 11-15\nfen\n", "", "crownd: line 3 of standard input: error busy "},
               Script{"perft 60\nstop\nfen\n", "so there is no result\n",
                      "crownd: line 1 of standard input: error limit perft "},
               Script{"uci\ngo depth 0\nfen\n", "\nbestmove (none)\n",
                      "crownd: line 2 of standard input: error bad-argument depth "},
               Script{"status\n" + std::string(300'000, 'x') + "\nfen\n", "(--max-line)\n",
                      "crownd: line 2 of standard input: error too-long "},
               Script{"hub\ninit\npos pos=Bb\nping\n", "not 2 letters\"\n",
                      "crownd: line 3 of standard input: error bad-position "});
  for (const bool serves_tcp : {false, true}) {
    std::vector<std::string> flags{"--game", "english", "--bail"};
    if (serves_tcp) flags.insert(flags.end(), {"--stdio", "--listen", "127.0.0.1:0"});
    ChildProcess engine(crownd_command(flags), crownd::connection::Errors::captured);
    engine.send_bytes(script.lines, within(test_timeout));
    std::string heard = "\n";
    while (const auto line = engine.receive(within(test_timeout))) heard += *line + "\n";
    INFO(heard << engine.errors());
    CHECK(engine.wait(within(test_timeout)) == ExitStatus{true, 1});
    CHECK(heard.ends_with(script.end));
    CHECK(contains(engine.errors(), script.message));
    CHECK_FALSE(contains(heard, "\nmoved "));
  }
}

TEST_CASE("with --bail a script without errors ends as without it") {
  const auto run = run_program(crownd_command({"--game", "english", "--bail"}), "go depth 4\nmove 11-15\nstatus\n");
  CHECK(run.output.ends_with("\nstatus ongoing a\n"));
  CHECK(run.code == 0);
  CHECK(run.errors.empty());
}

TEST_CASE("an engine with closed output ends quietly") {
  ChildProcess shell({"bash", "-c", program_path("crownd") + " --game english | head -n 1; exit ${PIPESTATUS[0]}"},
                     crownd::connection::Errors::captured);
  shell.send("go depth 90");
  CHECK(wait_for(shell, "info").starts_with("info"));
  CHECK(ends(shell));
  CHECK(shell.wait(within(test_timeout)) == ExitStatus{true, 0});
  CHECK(shell.errors().empty());
}

TEST_CASE("an engine whose output cannot be written ends with an error") {
  const auto crownd = program_path("crownd");
  for (const std::string& command :
       Arguments{"echo isready | " + crownd, "printf 'isready\\nfoo\\n' | " + crownd + " --bail --log-level off",
                 "echo isready | " + crownd + " --stdio --listen 127.0.0.1:0 --log-level off", crownd + " --help",
                 crownd + " --version"}) {
    INFO(command);
    const auto run = run_program({"bash", "-c", "(" + command + ") >/dev/full"});
    CHECK(run.code == 1);
    CHECK(count(run.errors, "crownd: ") == 1);
    CHECK(contains(run.errors, "standard output"));
  }
}

TEST_CASE("an engine whose input cannot be read ends with an error") {
  for (const std::string input : {"<&-", "</", "--bail </"}) {
    INFO(input);
    const auto run = run_program({"bash", "-c", program_path("crownd") + " --game english " + input});
    CHECK(run.code == 1);
    CHECK(run.output.empty());
    CHECK(run.errors.starts_with("crownd: cannot read standard input: "));
    CHECK(count(run.errors, "\n") == 1);
  }
  CHECK(run_program({"bash", "-c", program_path("crownd") + " </dev/null"}).code == 0);
}

TEST_CASE("a daemon serves TCP without a readable standard input") {
  for (const std::string flags : {"", "--stdio"})
    for (const std::string input : {"<&-", "</", "</dev/null"}) {
      INFO(flags << input);
      ServerProcess daemon({"bash", "-c", "exec " + program_path("crownd") + " --listen 127.0.0.1:0 " + flags + input});
      auto client = daemon.connect();
      CHECK(ask(client, "isready", "readyok") == "readyok");
      daemon.process().signal(SIGTERM);
      CHECK(daemon.process().wait(within(test_timeout)) == ExitStatus{true, 0});
    }
}

TEST_CASE("the first game may have any of its names") {
  const auto answer = [](const Arguments& flags, const std::string& input) {
    return run_program(crownd_command(flags), input).output;
  };
  CHECK(answer({"--game", "ENGLISH"}, "fen\n") == answer({"--game", "english"}, "fen\n"));
  CHECK(answer({"--game", "Chess"}, "fen\n") == answer({"--game", "reduced-chess"}, "fen\n"));
  CHECK(contains(answer({"--game", "ENGLISH"}, "hub\n"), "param name=variant value=english "));
  // Chess has the fifty-move rule on every board.
  const std::string quiet = "position fen 7/7/4k2/7/7/3RK2/7 w - - 99 80\ngo depth 4\n";
  CHECK(contains(answer({"--game", "chess"}, quiet), " score cp 0 "));
  CHECK_FALSE(contains(answer({"--game", "reduced-chess"}, quiet), " score cp 0 "));
  CHECK(contains(refused({"--game", "englsh"}), "did you mean 'english'?"));
}

TEST_CASE("standard input and TCP are served together") {
  Daemon daemon({"--stdio", "--game", "english"});
  auto& console = daemon.process();
  auto client = daemon.connect();
  CHECK(ask(client, "isready", "readyok") == "readyok");
  CHECK(ask(console, "move 11-15", "moved").starts_with("moved 11-15"));
  CHECK(ask(client, "fen", "fen") == "fen english aaaaaaaaaaaa........bbbbbbbbbbbb:b");

  SECTION("the end of input leaves TCP as it is") {
    const auto threads = daemon.threads();
    console.close_input();
    CHECK(comes_true([&] { return daemon.threads() == threads - 1; }));  // the thread of standard input has ended
    CHECK(ask(client, "isready", "readyok") == "readyok");
    auto another = daemon.connect();
    CHECK(ask(another, "isready", "readyok") == "readyok");
    CHECK(daemon.terminate() == ExitStatus{true, 0});
  }
  SECTION("quit ends the daemon") {
    if (GENERATE(false, true)) {
      console.send("go depth 90");
      console.send("quit");
      console.close_input();  // while the search is about to answer
    } else {
      console.send("quit");
    }
    CHECK(ends(client));
    CHECK(console.wait(within(test_timeout)) == ExitStatus{true, 0});
  }
}
