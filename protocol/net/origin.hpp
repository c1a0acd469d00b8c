#pragma once

#include <boost/asio/ip/address.hpp>

#include <compare>
#include <cstdint>
#include <string>

namespace crownd::net {

/// The origin of a client, by which limits are counted: an IPv4 address, or the /64 prefix of an IPv6 address, since
/// a site usually has a whole /64 or more (RFC 6177).
struct Origin {
  std::uint64_t network = 0;
  bool v6 = false;
  bool loopback = false;

  friend auto operator<=>(const Origin&, const Origin&) = default;
};

[[nodiscard]] Origin origin_of(const boost::asio::ip::address& address);

}  // namespace crownd::net
