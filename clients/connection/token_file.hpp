#pragma once

#include <string>

namespace crownd::connection {

/// The first line of a file, trimmed; throws ConnectionError if there is none.
[[nodiscard]] std::string read_token(const std::string& file);

}  // namespace crownd::connection
