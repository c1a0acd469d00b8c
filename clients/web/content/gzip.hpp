#pragma once

#include <string>
#include <string_view>

namespace crownd::web {

/// Levels of zlib: for what is compressed once, and for each answer.
inline constexpr int best_compression = 9, quick_compression = 1;

/// The bytes compressed as gzip (RFC 1952), for `Content-Encoding: gzip`.
[[nodiscard]] std::string gzipped(std::string_view bytes, int level);

}  // namespace crownd::web
