#pragma once

#include <string>
#include <string_view>

namespace crownd::net {

/// The token in the text of a file: its first line, without blanks around it; empty if there is none.
[[nodiscard]] std::string first_token(std::string_view text);

/// The first line of the file, trimmed. Throws std::runtime_error with a message if there is none, if it is no regular
/// file, or if others than the owner may read it; a credential that systemd passes may be readable by the group.
[[nodiscard]] std::string read_token_file(const std::string& path);

/// Whether it is the secret; false for an empty secret. Takes the same time wherever they differ.
[[nodiscard]] bool same_token(std::string_view offered, std::string_view secret);

}  // namespace crownd::net
