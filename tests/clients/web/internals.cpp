#include "support/catch.hpp"
#include "support/temporary_folder.hpp"
#include "support/timeouts.hpp"
#include "web/server/api/api.hpp"
#include "web/server/engines/child_engine.hpp"
#include "web/server/engines/engine_link.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <future>

namespace crownd::testing {

namespace {

constexpr std::chrono::seconds short_time{1};

/// The reason why the link cannot connect.
std::string fault_of_connection(const connection::Address& address, web::Resolve look_up) {
  boost::asio::io_context io;
  web::EngineLink link(io.get_executor(), short_time, short_time, std::move(look_up));
  web::Engine engine{"it", [&] { return std::optional(address); }, nullptr, "secret", ""};
  std::string fault;
  boost::asio::co_spawn(
      io, [&]() -> net::Task<> { fault = co_await link.connect(engine); }, boost::asio::detached);
  io.run_for(test_timeout);
  return fault;
}

}  // namespace

// All waits of crown-web have time limits.

TEST_CASE("a silent name server times out") {
  std::promise<void> may_end;
  const auto fault = fault_of_connection({"daemon.example", 7711}, [end = may_end.get_future().share()](auto&&...) {
    end.wait();
    return web::Host();
  });
  may_end.set_value();
  CHECK_THAT(fault, has_text("cannot find the host 'daemon.example'"));
  CHECK_THAT(fault, has_text("within 1 s"));
}

TEST_CASE("a daemon that does not answer the token times out") {
  boost::asio::io_context io;
  boost::asio::ip::tcp::acceptor acceptor(io, {boost::asio::ip::address_v4::loopback(), 0});
  const auto fault = fault_of_connection({"127.0.0.1", acceptor.local_endpoint().port()}, web::resolve);
  CHECK_THAT(fault, has_text("within 1 s"));
}

TEST_CASE("an own daemon that does not report its address is killed with its children") {
  const TemporaryFolder folder;
  const auto pid_file = folder.path("pid");
  boost::asio::io_context io;
  web::ChildEngine engine(io, {"/bin/sh", "-c", "sleep 1000 & echo $$ >" + pid_file + "; wait"}, short_time);
  std::string why;
  engine.start([&] { FAIL("it listens"); },
               [&](const std::string& fault) {
                 why = fault;
                 io.stop();
               });
  io.run_for(test_timeout);
  CHECK_THAT(why, has_text("did not say within 1 s where it listens"));
  CHECK(std::filesystem::exists(pid_file));
}

// The parts of the API that need no program.

TEST_CASE("moves are sorted, best first") {
  const auto value = [](std::string move, wire::Verdict verdict, std::optional<int> plies = {}) {
    return wire::MoveValue{std::move(move), {verdict, plies}};
  };
  using wire::Verdict;
  std::vector<wire::MoveValue> values{
      value("h", Verdict::loss),    value("g", Verdict::loss, 2), value("f", Verdict::loss, 8),
      value("e", Verdict::unknown), value("d", Verdict::draw),    value("c", Verdict::win),
      value("b", Verdict::win, 9),  value("a", Verdict::win, 3),  value("d2", Verdict::draw)};
  web::sort_best_first(values);
  std::string order;
  for (const auto& one : values) order += one.move;
  CHECK(order == "abcdd2efgh");
}

TEST_CASE("the tables of a daemon are read with its games") {
  web::EngineInfo info;
  for (const auto* const line : {"version crownd 1 protocol 1", "game a-game A Game", "gamesok",
                                 "table a-game pieces 4 kind wdl files 2 places 30 bytes 20"})
    CHECK_FALSE(web::read_engine_info(info, line));
  CHECK(web::read_engine_info(info, "tablesok"));
  REQUIRE(info.find("A-GAME") != nullptr);
  CHECK(info.version == "crownd 1");
  CHECK(info.find("A-GAME")->tables.at(0).places == 30);
  CHECK(info.find("another") == nullptr);
}

TEST_CASE("engine info is requested in each new session and from each daemon") {
  web::EngineInfos infos;
  const auto asks = [&](std::size_t engine, bool is_new) {
    web::PositionLookup lookup(infos, web::Subject::probe, {});
    lookup.begin(engine, is_new);
    if (lookup.commands().empty()) return false;
    for (const auto* const line : {"version crownd 1", "game a-game A Game", "gamesok"}) CHECK_FALSE(lookup.read(line));
    CHECK(lookup.read("tablesok"));
    CHECK(lookup.commands().empty());
    CHECK(lookup.engine_info().games.size() == 1);
    return true;
  };
  CHECK(asks(0, true));
  CHECK_FALSE(asks(0, false));
  CHECK(asks(1, false));
  CHECK_FALSE(asks(0, false));
  CHECK(asks(0, true));
}

TEST_CASE("requests beyond the rate of an address have to wait") {
  using namespace std::chrono_literals;
  web::Throttle throttle(10);
  const net::Origin here{1, false, false};
  const net::Origin there{2, false, false};
  auto now = web::Throttle::Clock::time_point(1h);
  for (int i = 0; i < 20; ++i) CHECK(throttle.wait_of(here, now) == 0s);
  CHECK(throttle.wait_of(here, now) == 1s);
  CHECK(throttle.wait_of(there, now) == 0s);
  now += 100ms;
  CHECK(throttle.wait_of(here, now) == 0s);
  CHECK(throttle.wait_of(here, now) == 1s);
  now += 1h;
  for (std::uint64_t i = 0; i < 5000; ++i) (void)throttle.wait_of({i, false, false}, now + i * 1s);
  CHECK(throttle.size() < 1100);
}

}  // namespace crownd::testing
