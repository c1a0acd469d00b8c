#pragma once

#include <string>

namespace crownd::connection {

/// The first line of a file, without blanks around it; throws ConnectionError where there is none.
[[nodiscard]] std::string read_token(const std::string& file);

}  // namespace crownd::connection
