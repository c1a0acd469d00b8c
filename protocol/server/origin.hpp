#pragma once

#include <boost/asio/ip/address.hpp>

#include <compare>
#include <cstdint>
#include <string>

namespace crownd::server {

/// Where a client comes from, as far as counting goes: an IPv4 address, or the first 64 bits of an IPv6 one, since
/// whoever has one such address mostly has all of them (RFC 6177).
struct Origin {
  std::uint64_t network = 0;
  bool v6 = false;
  bool loopback = false;

  friend auto operator<=>(const Origin&, const Origin&) = default;
};

[[nodiscard]] Origin origin_of(const boost::asio::ip::address& address);

}  // namespace crownd::server
