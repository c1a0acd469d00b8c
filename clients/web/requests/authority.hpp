#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace crownd::web {

/// The value of the header Host: a name or an address, and optionally a port.
struct Authority {
  std::string host;  ///< in lower case; an IPv6 address without its brackets
  bool is_v6 = false;
  std::optional<std::uint16_t> port;

  friend bool operator==(const Authority&, const Authority&) = default;
};

/// `NAME[:PORT]`, `1.2.3.4[:PORT]`, `[::1][:PORT]` (RFC 3986, 3.2.2 and 3.2.3, without user names and percent signs).
[[nodiscard]] std::optional<Authority> read_authority(std::string_view text);

/// The value of the header Origin: `http://` or `https://`, and an authority.
struct PageOrigin {
  std::string scheme;
  Authority authority;
};
[[nodiscard]] std::optional<PageOrigin> read_origin(std::string_view text);

/// Whether both mean the same server; a missing port is the default port of the scheme.
[[nodiscard]] bool same_server(const Authority& one, const Authority& other, std::string_view scheme);

}  // namespace crownd::web
