#include "server/proxy.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>

// Headers of the PROXY protocol, with the length that they declare.

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace proxy_header = crownd::server::proxy_header;
  const std::span<const std::uint8_t> bytes(data, size);
  if (size < proxy_header::fixed_bytes) return 0;
  try {
    const auto length =
        proxy_header::fixed_bytes + proxy_header::remaining_bytes(bytes.first<proxy_header::fixed_bytes>());
    if (length <= size) (void)proxy_header::client_of(bytes.first(length));
  } catch (const std::invalid_argument&) {
  }
  return 0;
}
