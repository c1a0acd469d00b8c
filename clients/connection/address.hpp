#pragma once

#include "connection/channel.hpp"
#include "connection/descriptor.hpp"
#include "net/address.hpp"

#include <string_view>

namespace crownd::connection {

using net::Address;
using net::text_of;

/// `HOST:PORT`, `[::1]:PORT`; throws ConnectionError.
[[nodiscard]] Address parse_address(std::string_view text);

/// A connected, non-blocking TCP socket; throws ConnectionError on failure, at the deadline or if the program is to
/// end.
[[nodiscard]] Descriptor connect_to(const Address& address, Deadline deadline);

}  // namespace crownd::connection
