#pragma once

#include <string>
#include <string_view>

namespace crownd::web {

/// The bytes compressed as gzip (RFC 1952), for `Content-Encoding: gzip`.
[[nodiscard]] std::string gzipped(std::string_view bytes);

}  // namespace crownd::web
