#pragma once

#include <cstddef>

namespace crownd::platform {

/// Wishes for large pages behind `bytes` bytes from `start` on. Without them the memory is the same, only slower.
void prefer_huge_pages(void* start, std::size_t bytes);

}  // namespace crownd::platform
