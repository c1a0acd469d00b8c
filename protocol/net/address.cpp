#include "net/address.hpp"

#include <charconv>

namespace crownd::net {

std::optional<Address> read_address(std::string_view text) {
  const auto colon = text.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  auto host = text.substr(0, colon);
  if (host.size() > 2 && host.front() == '[' && host.back() == ']') host = host.substr(1, host.size() - 2);
  Address address{std::string(host), 0};
  const auto* const digits = text.data() + colon + 1;
  const auto* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(digits, last, address.port);
  if (host.empty() || error != std::errc() || end != last) return std::nullopt;
  return address;
}

std::string text_of(const Address& address) {
  const bool v6 = address.host.find(':') != std::string::npos;
  return (v6 ? "[" + address.host + "]" : address.host) + ":" + std::to_string(address.port);
}

}  // namespace crownd::net
