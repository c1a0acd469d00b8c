#include "server/proxy_header.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

namespace crownd::server::proxy_header {

namespace ip = boost::asio::ip;

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

std::size_t bytes_behind(std::span<const std::uint8_t, beginning_bytes> beginning) {
  if (!std::equal(signature.begin(), signature.end(), beginning.begin()))
    throw std::invalid_argument("it does not begin with a header of the PROXY protocol, version 2");
  const std::uint8_t version = beginning[command_at] & 0xf0, command = beginning[command_at] & 0x0f;
  if (version != version_2 || command > proxied)
    throw std::invalid_argument("its header has another version or command than those of PROXY protocol 2");
  const std::size_t bytes = number_at(beginning, length_at);
  if (beginning_bytes + bytes > most_bytes)
    throw std::invalid_argument("its header is longer than " + std::to_string(most_bytes) + " bytes");
  return bytes;
}

std::optional<ip::tcp::endpoint> client_of(std::span<const std::uint8_t> header) {
  if ((header[command_at] & 0x0f) == local) return std::nullopt;
  const unsigned family = header[family_at] >> 4, protocol = header[family_at] & 0x0f;
  if (family == unspecified || family == local_sockets) return std::nullopt;
  const auto addresses = header.subspan(beginning_bytes);
  if (protocol == stream && family == internet_4) return source<ip::address_v4>(addresses);
  if (protocol == stream && family == internet_6) return source<ip::address_v6>(addresses);
  throw std::invalid_argument("its header names a protocol other than TCP");
}

}  // namespace crownd::server::proxy_header
