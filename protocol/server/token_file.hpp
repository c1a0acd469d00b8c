#pragma once

#include <string>

namespace crownd::server {

/// The first line of the file, without spaces around it. Throws std::runtime_error with a sentence where there is none,
/// or where others than the owner may read the file.
[[nodiscard]] std::string read_token_file(const std::string& path);

}  // namespace crownd::server
