#pragma once

#include <string>

namespace crownd::server {

/// The first line of the file, trimmed. Throws std::runtime_error with a message if there is none,
/// or if others than the owner may read the file.
[[nodiscard]] std::string read_token_file(const std::string& path);

}  // namespace crownd::server
