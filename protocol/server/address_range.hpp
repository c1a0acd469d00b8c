#pragma once

#include <boost/asio/ip/address.hpp>

#include <string_view>

namespace crownd::server {

/// Addresses with a common prefix: `10.0.0.0/8`, `2001:db8::/32`, or a single address: `192.0.2.7`.
class AddressRange {
 public:
  /// Throws std::invalid_argument with a message.
  explicit AddressRange(std::string_view text);

  /// An IPv4-mapped IPv6 address (::ffff:192.0.2.7) counts as the IPv4 address.
  [[nodiscard]] bool contains(const boost::asio::ip::address& address) const;

 private:
  boost::asio::ip::address first_;
  unsigned short bits_;  ///< length of the prefix
};

}  // namespace crownd::server
