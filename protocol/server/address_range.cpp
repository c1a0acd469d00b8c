#include "server/address_range.hpp"

#include "net/origin.hpp"

#include <boost/asio/ip/network_v4.hpp>
#include <boost/asio/ip/network_v6.hpp>

#include <charconv>
#include <stdexcept>
#include <string>

namespace crownd::server {

namespace ip = boost::asio::ip;

namespace {

constexpr unsigned short bits_of_v4 = 32, bits_of_v6 = 128;

}  // namespace

AddressRange::AddressRange(std::string_view text) {
  const std::invalid_argument unreadable("'" + std::string(text) +
                                         "' is neither an address in numbers, such as 192.0.2.7 or ::1, nor all that "
                                         "begin alike, such as 10.0.0.0/8 or 2001:db8::/32");
  const auto slash = text.find('/');
  boost::system::error_code failure;
  first_ = ip::make_address(std::string(text.substr(0, slash)), failure);
  if (failure) throw unreadable;
  const auto most = first_.is_v4() ? bits_of_v4 : bits_of_v6;
  bits_ = most;
  if (slash == std::string_view::npos) return;
  const auto digits = text.substr(slash + 1);
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), bits_);
  if (digits.empty() || error != std::errc() || end != digits.data() + digits.size() || bits_ > most) throw unreadable;
}

bool AddressRange::contains(const ip::address& given) const {
  const auto address = net::unmapped(given);
  if (address.is_v4() != first_.is_v4()) return false;
  if (first_.is_v4())
    return ip::network_v4(first_.to_v4(), bits_).canonical() == ip::network_v4(address.to_v4(), bits_).canonical();
  return ip::network_v6(first_.to_v6(), bits_).canonical() == ip::network_v6(address.to_v6(), bits_).canonical();
}

}  // namespace crownd::server
