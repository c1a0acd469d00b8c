#include "platform/priority.hpp"

#include <windows.h>

namespace crownd::platform {

void lower_thread_priority() { SetThreadPriority(GetCurrentThread(), THREAD_PRIORITY_LOWEST); }

}  // namespace crownd::platform
