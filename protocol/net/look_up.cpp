#include "net/look_up.hpp"

#include <boost/asio/error.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>

#include <future>
#include <system_error>
#include <thread>
#include <utility>

namespace crownd::net {

namespace asio = boost::asio;
using asio::ip::tcp;

namespace {

/// The thread knows nothing of the caller's io_context, which may end before it: so it is asked at this interval.
constexpr std::chrono::milliseconds asking_interval{5};

std::future<Host> begin_to_look_up(const std::string& name, std::uint16_t port, LookUp how) {
  std::packaged_task<Host()> task([name, port, how = std::move(how)] { return how(name, port); });
  auto host = task.get_future();
  std::thread(std::move(task)).detach();
  return host;
}

}  // namespace

Host look_up(const std::string& name, std::uint16_t port) {
  Host host;
  asio::io_context io;
  for (const auto& found : tcp::resolver(io).resolve(name, std::to_string(port), host.error))
    host.endpoints.push_back(found.endpoint());
  return host;
}

Task<Host> look_up_within(std::chrono::steady_clock::duration time, std::string name, std::uint16_t port, LookUp how) {
  Host host;
  const auto address = asio::ip::make_address(name, host.error);
  if (!host.error) {
    host.endpoints.emplace_back(address, port);
    co_return host;
  }
  host.error = asio::error::timed_out;
  std::future<Host> found;
  try {
    found = begin_to_look_up(name, port, std::move(how));
  } catch (const std::system_error&) {
    host.error = asio::error::no_memory;  // no thread can be created
    co_return host;
  }
  asio::steady_timer timer(co_await asio::this_coro::executor);
  const auto deadline = std::chrono::steady_clock::now() + time;
  while (std::chrono::steady_clock::now() < deadline) {
    if (found.wait_for(std::chrono::seconds::zero()) == std::future_status::ready) co_return found.get();
    timer.expires_after(asking_interval);
    error_code ignored;
    co_await timer.async_wait(redirect(ignored));
  }
  co_return host;
}

}  // namespace crownd::net
