#include "platform/priority.hpp"

#include <sys/resource.h>
#include <unistd.h>

namespace crownd::platform {

namespace {

constexpr int niceness = 10;

}  // namespace

void lower_thread_priority() { ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), niceness); }

}  // namespace crownd::platform
