#include "platform/priority.hpp"

namespace crownd::platform {

void lower_thread_priority() {}

}  // namespace crownd::platform
