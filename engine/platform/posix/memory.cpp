#include "platform/memory.hpp"

#include <sys/mman.h>

namespace crownd::platform {

void prefer_huge_pages([[maybe_unused]] void* start, [[maybe_unused]] std::size_t bytes) {
#ifdef MADV_HUGEPAGE
  madvise(start, bytes, MADV_HUGEPAGE);
#endif
}

}  // namespace crownd::platform
