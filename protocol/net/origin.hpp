#pragma once

#include <boost/asio/ip/address.hpp>

#include <compare>
#include <cstdint>

namespace crownd::net {

/// The origin of a client, by which limits are counted: an IPv4 address, or the /64 prefix of an IPv6 address, since
/// a site usually has a whole /64 or more (RFC 6177).
struct Origin {
  std::uint64_t network = 0;
  bool v6 = false;
  bool loopback = false;

  friend auto operator<=>(const Origin&, const Origin&) = default;
};

/// An IPv4-mapped IPv6 address (::ffff:192.0.2.7) as the IPv4 address; any other address as it is.
[[nodiscard]] boost::asio::ip::address unmapped(const boost::asio::ip::address& address);

[[nodiscard]] Origin origin_of(const boost::asio::ip::address& address);

}  // namespace crownd::net
