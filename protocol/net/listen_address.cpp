#include "net/listen_address.hpp"

#include <boost/asio/ip/address.hpp>

#include <charconv>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace crownd::server {

namespace ip = boost::asio::ip;

namespace {

/// Strips the brackets of an IPv6 address.
std::string_view without_brackets(std::string_view host) {
  const bool bracketed = host.size() > 2 && host.front() == '[' && host.back() == ']';
  return bracketed ? host.substr(1, host.size() - 2) : host;
}

}  // namespace

ip::tcp::endpoint parse_listen_address(std::string_view text) {
  const std::invalid_argument unreadable("'" + std::string(text) +
                                         "' is no address to listen on: an address in numbers and a port are needed, "
                                         "such as 127.0.0.1:7777, [::1]:7777 or localhost:7777");
  const auto colon = text.rfind(':');
  if (colon == std::string_view::npos) throw unreadable;
  const auto host = text.substr(0, colon);
  const auto digits = text.substr(colon + 1);
  std::uint16_t port = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
  if (digits.empty() || error != std::errc() || end != digits.data() + digits.size()) throw unreadable;

  if (host == "localhost") return {ip::address_v4::loopback(), port};
  boost::system::error_code failure;
  const auto address = ip::make_address(std::string(without_brackets(host)), failure);
  if (failure || address.is_v6() != host.starts_with('[')) throw unreadable;
  return {address, port};
}

bool is_private(const ip::tcp::endpoint& endpoint) {
  const auto& address = endpoint.address();
  if (address.is_v6() && address.to_v6().is_v4_mapped()) {
    return ip::make_address_v4(ip::v4_mapped, address.to_v6()).is_loopback();
  }
  return address.is_loopback();
}

}  // namespace crownd::server
