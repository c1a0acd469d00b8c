#include "web/server/engines/resolve.hpp"

#include <boost/asio/error.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>

#include <future>
#include <system_error>
#include <thread>

namespace crownd::web {

namespace asio = boost::asio;
using asio::ip::tcp;

namespace {

/// The resolving thread must not use the caller's io_context, which may end first, so the result is polled.
constexpr std::chrono::milliseconds result_poll_interval{5};

std::future<Host> start_resolving(const std::string& name, std::uint16_t port, Resolve how) {
  std::packaged_task<Host()> task([name, port, how = std::move(how)] { return how(name, port); });
  auto host = task.get_future();
  std::thread(std::move(task)).detach();
  return host;
}

}  // namespace

Host resolve(const std::string& name, std::uint16_t port) {
  Host host;
  asio::io_context io;
  for (const auto& found : tcp::resolver(io).resolve(name, std::to_string(port), host.error))
    host.endpoints.push_back(found.endpoint());
  return host;
}

net::Task<Host> resolve_within(std::chrono::steady_clock::duration timeout, std::string name, std::uint16_t port,
                               Resolve how) {
  Host host;
  const auto address = asio::ip::make_address(name, host.error);
  if (!host.error) {
    host.endpoints.emplace_back(address, port);
    co_return host;
  }
  host.error = asio::error::timed_out;
  std::future<Host> found;
  try {
    found = start_resolving(name, port, std::move(how));
  } catch (const std::system_error&) {
    host.error = asio::error::no_memory;  // no thread can be created
    co_return host;
  }
  asio::steady_timer timer(co_await asio::this_coro::executor);
  const auto deadline = std::chrono::steady_clock::now() + timeout;
  while (std::chrono::steady_clock::now() < deadline) {
    if (found.wait_for(std::chrono::seconds::zero()) == std::future_status::ready) co_return found.get();
    timer.expires_after(result_poll_interval);
    net::error_code ignored;
    co_await timer.async_wait(net::redirect(ignored));
  }
  co_return host;
}

}  // namespace crownd::web
