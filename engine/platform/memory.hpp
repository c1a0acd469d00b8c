#pragma once

#include <cstddef>

namespace crownd::platform {

/// Wishes for large pages behind `bytes` bytes from `start` on. Without them the memory is the same, only slower.
void prefer_huge_pages(void* start, std::size_t bytes);

/// The memory of this machine, in bytes.
[[nodiscard]] std::size_t memory_bytes();

}  // namespace crownd::platform
