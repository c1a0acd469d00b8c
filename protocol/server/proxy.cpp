#include "server/proxy.hpp"

#include "net/access.hpp"

#include <boost/asio/ip/network_v4.hpp>
#include <boost/asio/ip/network_v6.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <stdexcept>

namespace crownd::server {

namespace ip = boost::asio::ip;

constexpr unsigned short bits_of_v4 = 32, bits_of_v6 = 128;

AddressRange::AddressRange(std::string_view text) {
  const std::invalid_argument unreadable("'" + std::string(text) +
                                         "' is neither a numeric address, such as 192.0.2.7 or ::1, nor a prefix, such "
                                         "as 10.0.0.0/8 or 2001:db8::/32");
  const auto slash = text.find('/');
  boost::system::error_code failure;
  first_ = ip::make_address(std::string(text.substr(0, slash)), failure);
  if (failure) throw unreadable;
  const auto max_bits = first_.is_v4() ? bits_of_v4 : bits_of_v6;
  bits_ = max_bits;
  if (slash == std::string_view::npos) return;
  const auto digits = text.substr(slash + 1);
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), bits_);
  if (digits.empty() || error != std::errc() || end != digits.data() + digits.size() || bits_ > max_bits)
    throw unreadable;
}

bool AddressRange::contains(const ip::address& given) const {
  const auto address = net::unmapped(given);
  if (address.is_v4() != first_.is_v4()) return false;
  if (first_.is_v4())
    return ip::network_v4(first_.to_v4(), bits_).canonical() == ip::network_v4(address.to_v4(), bits_).canonical();
  return ip::network_v6(first_.to_v6(), bits_).canonical() == ip::network_v6(address.to_v6(), bits_).canonical();
}

namespace proxy_header {

namespace {

constexpr std::array<std::uint8_t, 12> signature{0x0d, 0x0a, 0x0d, 0x0a, 0x00, 0x0d,
                                                 0x0a, 0x51, 0x55, 0x49, 0x54, 0x0a};
constexpr std::size_t command_at = 12, family_at = 13, length_at = 14;
constexpr std::uint8_t version_2 = 0x20;
/// The low nibble of the byte with version and command, and both nibbles of that with family and protocol.
enum Command : std::uint8_t { local = 0x0, proxied = 0x1 };
enum Family : std::uint8_t { unspecified = 0x0, internet_4 = 0x1, internet_6 = 0x2, local_sockets = 0x3 };
constexpr std::uint8_t stream = 0x1;

unsigned number_at(std::span<const std::uint8_t> bytes, std::size_t at) { return bytes[at] * 256U + bytes[at + 1]; }

/// In the order of the header: source address, destination address, source port, destination port.
template <class Address>
ip::tcp::endpoint source(std::span<const std::uint8_t> addresses) {
  typename Address::bytes_type bytes;
  if (addresses.size() < 2 * bytes.size() + 4) throw std::invalid_argument("the header's addresses are cut off");
  std::copy_n(addresses.begin(), bytes.size(), bytes.begin());
  return {Address(bytes), static_cast<std::uint16_t>(number_at(addresses, 2 * bytes.size()))};
}

}  // namespace

std::size_t remaining_bytes(std::span<const std::uint8_t, fixed_bytes> fixed) {
  if (!std::equal(signature.begin(), signature.end(), fixed.begin()))
    throw std::invalid_argument("it does not begin with a header of the PROXY protocol, version 2");
  const std::uint8_t version = fixed[command_at] & 0xf0, command = fixed[command_at] & 0x0f;
  if (version != version_2 || command > proxied)
    throw std::invalid_argument("its header has another version or command than those of PROXY protocol 2");
  const std::size_t bytes = number_at(fixed, length_at);
  if (fixed_bytes + bytes > max_bytes)
    throw std::invalid_argument("its header is longer than " + std::to_string(max_bytes) + " bytes");
  return bytes;
}

std::optional<ip::tcp::endpoint> client_of(std::span<const std::uint8_t> header) {
  if ((header[command_at] & 0x0f) == local) return std::nullopt;
  const unsigned family = header[family_at] >> 4, protocol = header[family_at] & 0x0f;
  if (family == unspecified || family == local_sockets) return std::nullopt;
  const auto addresses = header.subspan(fixed_bytes);
  if (protocol == stream && family == internet_4) return source<ip::address_v4>(addresses);
  if (protocol == stream && family == internet_6) return source<ip::address_v6>(addresses);
  throw std::invalid_argument("its header names a protocol other than TCP");
}

}  // namespace proxy_header

}  // namespace crownd::server
