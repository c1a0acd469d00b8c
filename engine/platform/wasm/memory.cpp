#include "platform/memory.hpp"

namespace crownd::platform {

void prefer_huge_pages(void* /*start*/, std::size_t /*bytes*/) {}

}  // namespace crownd::platform
