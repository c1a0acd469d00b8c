#include "clients/web/program.hpp"
#include "support/catch.hpp"
#include "support/temporary_folder.hpp"
#include "web/server/engines/child_engine.hpp"
#include "web/server/engines/engine_link.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <chrono>
#include <filesystem>
#include <future>
#include <string>

// All waits of crown-web have time limits.

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
  io.run_for(long_enough);
  return fault;
}

}  // namespace

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
  io.run_for(long_enough);
  CHECK_THAT(why, has_text("did not say within 1 s where it listens"));
  CHECK(std::filesystem::exists(pid_file));
}

}  // namespace crownd::testing
