#include "web/listen_address.hpp"

#include "web/requests/authority.hpp"

#include <boost/asio/ip/address.hpp>

#include <stdexcept>

namespace crownd::web {

namespace ip = boost::asio::ip;

ip::tcp::endpoint parse_listen_address(std::string_view text) {
  const auto authority = read_authority(text);
  boost::system::error_code unreadable;
  const auto host =
      authority && authority->host != "localhost" ? authority->host : ip::address_v4::loopback().to_string();
  const auto address = ip::make_address(host, unreadable);
  if (!authority || !authority->port || unreadable || address.is_v6() != authority->is_v6) {
    throw std::invalid_argument("'" + std::string(text) +
                                "' is no address to listen on: an address in numbers and a port are needed, such as "
                                "127.0.0.1:7780, [::1]:7780 or localhost:7780");
  }
  return {address, *authority->port};
}

std::string url_of(const ip::tcp::endpoint& endpoint, bool tls) {
  const auto address = endpoint.address().to_string();
  const auto host = endpoint.address().is_v6() ? "[" + address + "]" : address;
  return (tls ? "https://" : "http://") + host + ":" + std::to_string(endpoint.port()) + "/";
}

}  // namespace crownd::web
