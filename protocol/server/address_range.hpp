#pragma once

#include <boost/asio/ip/address.hpp>

#include <string_view>

namespace crownd::server {

/// Addresses that begin alike: `10.0.0.0/8`, `2001:db8::/32`, or one alone: `192.0.2.7`.
class AddressRange {
 public:
  /// Throws std::invalid_argument with a sentence.
  explicit AddressRange(std::string_view text);

  /// An IPv4 address that is written as an IPv6 one (::ffff:192.0.2.7) counts as what it is.
  [[nodiscard]] bool contains(const boost::asio::ip::address& address) const;

 private:
  boost::asio::ip::address first_;
  unsigned short bits_;  ///< that are alike
};

}  // namespace crownd::server
