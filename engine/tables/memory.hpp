#pragma once

#include <cstddef>
#include <functional>

namespace crownd::tables {

/// The memory that tables may take: `take` reserves a number of bytes, or refuses.
struct Memory {
  std::function<bool(std::size_t)> take;
  std::function<void(std::size_t)> give_back;
};

}  // namespace crownd::tables
