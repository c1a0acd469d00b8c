#pragma once

#include "net/asio.hpp"

#include <boost/asio/ip/tcp.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace crownd::net {

/// The addresses of a host.
struct Host {
  error_code error;  ///< why there are none
  std::vector<boost::asio::ip::tcp::endpoint> endpoints;
};

/// Finds the addresses of a name. Blocks, for as long as the system's name servers take.
using LookUp = std::function<Host(const std::string& name, std::uint16_t port)>;
[[nodiscard]] Host look_up(const std::string& name, std::uint16_t port);

/// The same without blocking, for so long at most: then the error is `timed_out`. A name is looked up by a thread,
/// which is left behind if it takes too long; an address needs none.
Task<Host> look_up_within(std::chrono::steady_clock::duration time, std::string name, std::uint16_t port,
                          LookUp how = look_up);

}  // namespace crownd::net
