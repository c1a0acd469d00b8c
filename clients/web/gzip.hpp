#pragma once

#include <string>
#include <string_view>

namespace crownd::web {

/// The bytes as a gzip file (RFC 1952), as `Content-Encoding: gzip` wants them.
[[nodiscard]] std::string gzipped(std::string_view bytes);

}  // namespace crownd::web
