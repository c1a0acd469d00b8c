#include "net/origin.hpp"

#include <cstddef>

namespace crownd::net {

namespace ip = boost::asio::ip;

ip::address unmapped(const ip::address& address) {
  if (!address.is_v6() || !address.to_v6().is_v4_mapped()) return address;
  return ip::make_address_v4(ip::v4_mapped, address.to_v6());
}

Origin origin_of(const ip::address& given) {
  const auto address = unmapped(given);
  if (address.is_v4()) return {address.to_v4().to_uint(), false, address.is_loopback()};
  Origin origin{0, true, address.is_loopback()};
  const auto bytes = address.to_v6().to_bytes();
  for (std::size_t i = 0; i < sizeof origin.network; ++i) origin.network = origin.network << 8 | bytes[i];
  return origin;
}

}  // namespace crownd::net
