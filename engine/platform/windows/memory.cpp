#include "platform/memory.hpp"

#include <windows.h>

namespace crownd::platform {

// Large pages need a privilege that users do not have.
void prefer_huge_pages(void* /*start*/, std::size_t /*bytes*/) {}

std::size_t memory_bytes() {
  MEMORYSTATUSEX status{};
  status.dwLength = sizeof status;
  return GlobalMemoryStatusEx(&status) == 0 ? 0 : status.ullTotalPhys;
}

}  // namespace crownd::platform
