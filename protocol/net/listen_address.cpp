#include "net/listen_address.hpp"

#include "net/address.hpp"
#include "net/origin.hpp"

#include <boost/asio/ip/address.hpp>

#include <stdexcept>

namespace crownd::net {

namespace ip = boost::asio::ip;

ip::tcp::endpoint parse_listen_address(std::string_view text, std::uint16_t usual_port) {
  const auto parsed = read_address(text);
  if (parsed && parsed->host == "localhost") return {ip::address_v4::loopback(), parsed->port};
  boost::system::error_code not_a_number;
  const auto address = ip::make_address(parsed ? parsed->host : "", not_a_number);
  if (not_a_number || address.is_v6() != text.starts_with('[')) {
    const auto port = std::to_string(usual_port);
    throw std::invalid_argument("'" + std::string(text) +
                                "' is no address to listen on: an address in numbers and a port are needed, such as "
                                "127.0.0.1:" +
                                port + ", [::1]:" + port + " or localhost:" + port);
  }
  return {address, parsed->port};
}

std::string text_of(const ip::tcp::endpoint& endpoint) {
  return text_of(Address{endpoint.address().to_string(), endpoint.port()});
}

bool is_private(const ip::tcp::endpoint& endpoint) { return unmapped(endpoint.address()).is_loopback(); }

}  // namespace crownd::net
