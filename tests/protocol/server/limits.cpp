#include "net/access.hpp"
#include "protocol/server/daemon.hpp"
#include "session/memory_budget.hpp"
#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

#include <sys/resource.h>

#include <boost/asio/ip/address.hpp>
#include <chrono>
#include <list>
#include <thread>
#include <utility>
#include <variant>

using namespace crownd::net;
using namespace crownd::testing;
using boost::asio::ip::make_address;
using crownd::session::MemoryBudget;

namespace {

rlim_t lowest_unused_descriptor(pid_t process) {
  rlim_t number = 0;
  while (std::filesystem::is_symlink("/proc/" + std::to_string(process) + "/fd/" + std::to_string(number))) ++number;
  return number;
}

const auto here = origin_of(make_address("127.0.0.1"));
const auto there = origin_of(make_address("192.0.2.1"));

constexpr std::size_t mib = std::size_t{1} << 20;

}  // namespace

TEST_CASE("a thousand concurrent clients are all answered") {
  rlimit limit{};
  REQUIRE(::getrlimit(RLIMIT_NOFILE, &limit) == 0);
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);

  const Daemon daemon;
  std::list<TcpChannel> clients;
  for (int i = 0; i < 1000; ++i) clients.emplace_back(daemon.connect()).send("isready");
  for (auto& client : clients) REQUIRE(client.receive(within(test_timeout)) == "readyok");
}

TEST_CASE("one client too many gets an error, until another disconnects") {
  const auto [flag, sentence] = GENERATE(
      table<std::string, std::string>({{"--max-sessions", "too many sessions"},
                                       {"--max-sessions-per-address", "too many sessions from your address"}}));
  const Daemon daemon({flag, "2"});
  auto first = daemon.connect();
  auto second = std::optional<TcpChannel>(daemon.connect());
  ask(first, "isready", "readyok");
  ask(*second, "isready", "readyok");
  {
    auto third = daemon.connect();
    third.send("isready");
    CHECK(third.receive(within(test_timeout)) == "error limit " + sentence + " (" + flag + " 2); try again later");
    CHECK(ends(third));
  }
  CHECK(ask(first, "isready", "readyok") == "readyok");
  second.reset();
  CHECK(becomes_free([&] { return daemon.connect(); }));
}

TEST_CASE("an address that other machines reach needs a token or --no-auth") {
  for (const auto* address : {"0.0.0.0:0", "[::]:0"}) {
    const auto message = refused({"--listen", address});
    CHECK(contains(message, "--token-file"));
    CHECK(contains(message, "--no-auth"));
  }
  ChildProcess daemon(crownd_command({"--listen", "0.0.0.0:0", "--no-auth"}), crownd::connection::Errors::captured);
  wait_for_log(daemon, "listening on 0.0.0.0:");
}

TEST_CASE("a bad command line has an error message") {
  check_refused({{"--listen", "here"},
                 {"--listen", "127.0.0.1"},
                 {"--listen", "127.0.0.1:70000"},
                 {"--listen", "::1:7711"},
                 {"--stdio"},
                 {"--listen", "127.0.0.1:0", "--bail"},
                 {"--game", "go"},
                 {"--max-sessions", "0"},
                 {"--max-sessions", "many"},
                 {"--max-line", "255"},
                 {"--max-queue", "4095"},
                 {"--nonsense"},
                 {"--listen", "example.org:80"},
                 {"--log-level", "loud"},
                 {"--token-file"}});
}

TEST_CASE("an address in use has an error message") {
  Daemon daemon;
  const auto line = daemon.wait_for_log("listening on");
  CHECK(contains(refused({"--listen", line.substr(line.rfind(' ') + 1)}, 1), "Address already in use"));
}

TEST_CASE("a client that reads too late gets the reason why it was dropped") {
  Daemon daemon({"--max-unread", "65536", "--max-queue", "100000000"});
  auto client = daemon.connect();
  client.send("position spanish startpos");
  // Commands queued during a search are all answered at once. Their answers are more than the system's buffers hold.
  client.send("perft 30");
  std::string commands;
  for (int i = 0; i < 50000; ++i) commands += "d\n";
  client.send_bytes(commands + "stop\n", within(test_timeout));
  const auto line = daemon.wait_for_log("--max-unread");
  CHECK(contains(line, "dropped"));
  CHECK(wait_for(client, "error limit more output").ends_with("(--max-unread); the connection is closed"));
  CHECK(ends(client));
}

TEST_CASE("a client that reads gets all of an answer longer than --max-unread") {
  Daemon daemon({"--max-unread", "4096"});
  auto client = daemon.connect();
  client.send("position reduced-chess 26 Ka1,Rb1 Kz26 w");
  int rows = 0;
  client.send("squares");
  for (auto line = wait_for(client, "row "); line.starts_with("row ");
       line = client.receive(within(test_timeout)).value_or(""))
    ++rows;
  CHECK(rows == 26);
  CHECK(ask(client, "isready", "readyok") == "readyok");
}

TEST_CASE("many short connections affect no other client") {
  const Daemon daemon({"--max-sessions", "50"});
  auto client = daemon.connect();
  ask(client, "isready", "readyok");
  for (int i = 0; i < 1000; ++i) {
    auto visitor = daemon.connect();
    if (i % 2 == 0) visitor.send("go infinite");
  }
  CHECK(ask(client, "isready", "readyok") == "readyok");
  CHECK(becomes_free([&] { return daemon.connect(); }));
}

TEST_CASE("an origin is an IPv4 address or an IPv6 network") {
  const auto same = [](const char* a, const char* b) {
    return origin_of(make_address(a)) == origin_of(make_address(b));
  };
  CHECK(same("192.0.2.1", "192.0.2.1"));
  CHECK(!same("192.0.2.1", "192.0.2.2"));
  CHECK(same("192.0.2.1", "::ffff:192.0.2.1"));
  CHECK(same("2001:db8::1", "2001:db8::ffff:2"));
  CHECK(!same("2001:db8::1", "2001:db8:0:1::1"));
  CHECK(!same("0.0.0.0", "::"));
}

TEST_CASE("sessions are limited in all and for each origin, and slots are freed") {
  SessionSlots seats({3, 2});
  const auto full = [&](const Origin& origin) {
    const auto place = seats.take(origin);
    return std::holds_alternative<SessionSlots::Full>(place) ? std::get<SessionSlots::Full>(place).sentence() : "";
  };
  auto first = seats.take(there);
  {
    const auto second = seats.take(there);
    CHECK(full(there) == "too many sessions from your address (--max-sessions-per-address 2); try again later");
    const auto third = seats.take(here);
    CHECK(std::holds_alternative<SessionSlots::Slot>(third));
    CHECK(full(here) == "too many sessions (--max-sessions 3); try again later");
  }
  CHECK(full(there).empty());
  {
    const auto moved = std::move(first);
    CHECK(full(there).empty());
    CHECK(seats.origins() == 1);
    seats.set_limits({3, 1});
    CHECK_FALSE(full(there).empty());
  }
  CHECK(seats.origins() == 0);  // an origin without a session takes no memory
}

TEST_CASE("by default this machine may have all sessions, another one 100") {
  SessionSlots seats({1000, std::nullopt});
  const auto sessions_of = [&](const Origin& origin) {
    std::vector<std::variant<SessionSlots::Slot, SessionSlots::Full>> places;
    while (places.empty() || std::holds_alternative<SessionSlots::Slot>(places.back()))
      places.push_back(seats.take(origin));
    return places.size() - 1;
  };
  CHECK(sessions_of(here) == 1000);
  CHECK(sessions_of(origin_of(make_address("::1"))) == 1000);
  CHECK(sessions_of(there) == 100);
  seats.set_limits({1000, 7});
  CHECK(sessions_of(here) == 7);
}

TEST_CASE("a client with a clock is answered in time while many others search") {
  const Daemon daemon({"--searches", "1"});
  std::list<TcpChannel> others;
  for (int i = 0; i < 20; ++i) {
    auto& other = others.emplace_back(daemon.connect());
    other.send("position spanish startpos");
    other.send("go infinite");
  }
  for (auto& other : others) wait_for(other, "info");

  auto player = daemon.connect();
  player.send("position english startpos");
  ask(player, "isready", "readyok");
  CHECK(ask(player, "go wtime 1000 btime 1000", "bestmove").starts_with("bestmove "));
  CHECK(ask(player, "legalmoves", "legalmoves 7").starts_with("legalmoves 7"));
  for (auto& other : others) {
    other.send("stop");
    CHECK(wait_for(other, "bestmove").starts_with("bestmove "));
  }
}

TEST_CASE("stop is answered while other clients read games that take long") {
  const std::string last_lines = GENERATE(as<std::string>(), "read end\n", "read line *\nread end\n");
  // A few kings with many ways to capture the same pieces, and thousands of variations.
  std::string game =
      "read begin spanish\nread line [FEN \"W:WK3:BK24,K20,K28,K21,K15,K9,K18,K6,K29,K14,K7\"]\nread line\n";
  game += "read line 1. 3x3\n";
  constexpr int lines = 25, variations_in_line = 100;
  for (int i = 0; i < lines; ++i) {
    game += "read line";
    for (int j = 0; j < variations_in_line; ++j) game += " (3x3 24-20)";
    game += '\n';
  }
  game += last_lines;

  const Daemon daemon;
  auto searching = daemon.connect();
  searching.send("go infinite");
  wait_for(searching, "info");
  std::atomic<int> finished = 0;
  std::list<TcpChannel> readers;
  std::vector<std::jthread> threads;
  const unsigned enough_for_all_threads = std::max(4U, std::thread::hardware_concurrency());
  for (unsigned i = 0; i < enough_for_all_threads; ++i) {
    auto& reader = readers.emplace_back(daemon.connect());
    reader.send_bytes(game, within(test_timeout));
    threads.emplace_back([&] {
      while (const auto line = reader.receive(within(test_timeout)))
        if (line->starts_with("readok")) break;
      ++finished;
    });
  }
  CHECK(ask(searching, "stop", "bestmove").starts_with("bestmove "));
  CHECK(ask(searching, "isready", "readyok") == "readyok");
  CHECK(finished == 0);
}

TEST_CASE("a finished unbounded search frees its slot") {
  const Daemon daemon({"--searches", "1"});
  auto solved = daemon.connect();
  solved.send("position stupid startpos");
  ask(solved, "go infinite", "info");
  auto other = daemon.connect();
  other.send("position english startpos");
  CHECK(ask(other, "go depth 6", "bestmove").starts_with("bestmove "));
  CHECK(ask(solved, "stop", "bestmove").starts_with("bestmove "));
}

TEST_CASE("the budget grants the wanted size, then halves of it, then nothing; released memory is free again") {
  MemoryBudget budget(100 * mib);
  CHECK(budget.reserve(64 * mib) == 64 * mib);
  CHECK(budget.reserve(64 * mib) == 32 * mib);
  CHECK(budget.reserve(64 * mib) == 4 * mib);
  CHECK(budget.reserve(64 * mib) == 0);
  CHECK(budget.reserve(1) == 0);
  budget.release(100 * mib);
  CHECK(budget.reserve(100 * mib) == 100 * mib);
}

TEST_CASE("idle memory is freed for others, the longest idle first, and not before min_idle") {
  using crownd::session::MemoryLease;
  MemoryBudget budget(4 * mib);
  const MemoryBudget::Time begin{};
  std::string freed;
  MemoryLease first(budget, mib, begin);
  MemoryLease second(budget, mib, begin);
  MemoryLease third(budget, mib, begin);
  const MemoryLease in_use(budget, mib, begin);
  second.mark_idle([&] { freed += "2"; }, begin);
  first.mark_idle([&] { freed += "1"; }, begin);
  third.mark_idle([&] { freed += "3"; }, begin + std::chrono::seconds(1));
  CHECK(budget.reserve(mib, begin + MemoryBudget::min_idle - std::chrono::milliseconds(1)) == 0);
  CHECK(budget.reserve(mib, begin + MemoryBudget::min_idle) == mib);
  CHECK(freed == "2");
  CHECK_FALSE(second.resume());
  CHECK(first.resume());
  CHECK(budget.reserve(2 * mib, begin + 2 * MemoryBudget::min_idle) == mib);
  CHECK(freed == "23");
  CHECK(first.bytes() == mib);
}

TEST_CASE("memory beyond the budget is not kept while idle") {
  using crownd::session::MemoryLease;
  MemoryBudget budget(mib);
  const MemoryLease all(budget, mib, {});
  MemoryLease none(budget, mib, {});
  bool freed = false;
  none.mark_idle([&] { freed = true; }, {});
  CHECK(freed);
  CHECK_FALSE(none.resume());
}

TEST_CASE("take reserves all or nothing") {
  MemoryBudget budget(16 * mib);
  CHECK_FALSE(budget.take(17 * mib));
  CHECK(budget.take(12 * mib));
  CHECK_FALSE(budget.take(5 * mib));
  budget.release(12 * mib);
  CHECK(budget.take(16 * mib));
}

TEST_CASE("games take the memory they need; beyond a sixteenth of the budget tables get less") {
  MemoryBudget budget(16 * mib);
  budget.resize_game(0, mib);
  CHECK(budget.reserve(16 * mib) == 16 * mib);
  budget.release(16 * mib);
  budget.resize_game(mib, 2 * mib);
  CHECK(budget.usage().games == 2 * mib);
  CHECK_FALSE(budget.take(16 * mib));
  CHECK(budget.take(15 * mib));
  budget.resize_game(0, 100 * mib);
  CHECK(budget.reserve(mib) == 0);
  budget.resize_game(102 * mib, 0);
  CHECK(budget.reserve(mib) == mib);
}

TEST_CASE("a small table is granted whole or not at all") {
  MemoryBudget budget(mib);
  CHECK(budget.reserve(mib - 10) == mib - 10);
  CHECK(budget.reserve(20) == 0);
  CHECK(budget.reserve(10) == 10);
}

TEST_CASE("sessions are limited by the system's file descriptors") {
  Daemon daemon({}, "ulimit -n 112");
  daemon.wait_for_log("too few open files for 1000 sessions, but 16 are possible");
  std::list<TcpChannel> clients;
  for (int i = 0; i < 16; ++i) {
    auto& client = clients.emplace_back(daemon.connect());
    CHECK(ask(client, "isready", "readyok") == "readyok");
  }
  auto last = daemon.connect();
  CHECK(last.receive(within(test_timeout)) == "error limit too many sessions (--max-sessions 16); try again later");
}

TEST_CASE("more sessions than file descriptors are refused at the start") {
  const auto start = [](const std::string& preparation, const std::string& flags) {
    return refusal({"sh", "-c", preparation + " && exec " + program_path("crownd") + " --listen 127.0.0.1:0 " + flags},
                   1);
  };
  CHECK(
      contains(start("ulimit -n 112", "--max-sessions 17"), "too few open files for 17 sessions, but 16 are possible"));
  CHECK(contains(start("ulimit -n 90", ""), "the system allows 90 open files"));
}

TEST_CASE("the limit on file descriptors is raised for the sessions") {
  const Daemon daemon({"--max-sessions", "300"}, "ulimit -S -n 112");
  std::list<TcpChannel> clients;
  for (int i = 0; i < 200; ++i) clients.emplace_back(daemon.connect()).send("isready");
  for (auto& client : clients) REQUIRE(client.receive(within(test_timeout)) == "readyok");
}

TEST_CASE("without free file descriptors clients get an error, and are served again later") {
  Daemon daemon;
  auto first = std::optional<TcpChannel>(daemon.connect());
  ask(*first, "isready", "readyok");
  rlimit before{};
  REQUIRE(::prlimit(daemon.process().pid(), RLIMIT_NOFILE, nullptr, &before) == 0);
  // A busy daemon may still have the files open that it reads at its start.
  auto unused = lowest_unused_descriptor(daemon.process().pid());
  for (auto earlier = unused + 1; earlier != unused; std::this_thread::sleep_for(std::chrono::milliseconds(100)))
    earlier = std::exchange(unused, lowest_unused_descriptor(daemon.process().pid()));
  const rlimit lower{unused, before.rlim_max};
  REQUIRE(::prlimit(daemon.process().pid(), RLIMIT_NOFILE, &lower, nullptr) == 0);
  for (int i = 0; i < 3; ++i) {
    auto client = daemon.connect();
    CHECK(client.receive(within(test_timeout)) ==
          "error limit no file descriptor is left for a session; try again later");
    CHECK(ends(client));
  }
  daemon.wait_for_log("cannot accept clients: Too many open files");
  CHECK(ask(*first, "isready", "readyok") == "readyok");

  REQUIRE(::prlimit(daemon.process().pid(), RLIMIT_NOFILE, &before, nullptr) == 0);
  CHECK(becomes_free([&] { return daemon.connect(); }));
}
