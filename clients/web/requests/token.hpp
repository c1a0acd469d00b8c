#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace crownd::web {

/// Decodes base64url (RFC 4648, 5), with or without `=` at the end; none if it is invalid.
[[nodiscard]] std::optional<std::string> decode_base64url(std::string_view text);

/// A page cannot add headers to a WebSocket request: it offers its token as the subprotocol `token.XXXX`, in
/// base64url.
struct OfferedToken {
  std::string subprotocol;  ///< as it was offered
  std::string token;
};
/// `subprotocols` is the header Sec-WebSocket-Protocol.
[[nodiscard]] std::optional<OfferedToken> offered_token(std::string_view subprotocols);

/// The token of the header `Authorization: Bearer TOKEN` (RFC 6750, 2.1).
[[nodiscard]] std::optional<std::string_view> bearer_token(std::string_view authorization);

}  // namespace crownd::web
