#pragma once

#include "checkerboard/api.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string_view>

namespace crownd::checkerboard {

/// Cut off at the end of a caller's buffer; `to` may be null.
inline void put(std::string_view text, char* to) {
  if (to == nullptr) return;
  const auto bytes = std::min(text.size(), static_cast<std::size_t>(most_reply_bytes));
  std::memcpy(to, text.data(), bytes);
  to[bytes] = '\0';
}

}  // namespace crownd::checkerboard
