#include "platform/memory.hpp"

namespace crownd::platform {

// Large pages need a privilege that users do not have.
void prefer_huge_pages(void* /*start*/, std::size_t /*bytes*/) {}

}  // namespace crownd::platform
