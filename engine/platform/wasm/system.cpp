#include "platform/system.hpp"

namespace crownd::platform {

void prefer_huge_pages(void* /*start*/, std::size_t /*bytes*/) {}

void lower_thread_priority() {}

}  // namespace crownd::platform
