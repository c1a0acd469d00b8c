#pragma once

#include "net/tcp.hpp"

#include <chrono>
#include <string>
#include <vector>

namespace crownd::web {

/// The addresses of a host.
struct Host {
  net::error_code error;  ///< why there are none
  std::vector<boost::asio::ip::tcp::endpoint> endpoints;
};

/// Resolves a name. Blocks for as long as the system's name servers take.
using Resolve = std::function<Host(const std::string& name, std::uint16_t port)>;
[[nodiscard]] Host resolve(const std::string& name, std::uint16_t port);

/// The same without blocking; after the timeout the error is `timed_out`. A thread resolves a name, and is left behind
/// on timeout; a numeric address needs none.
net::Task<Host> resolve_within(std::chrono::steady_clock::duration timeout, std::string name, std::uint16_t port,
                               Resolve how = resolve);

}  // namespace crownd::web
