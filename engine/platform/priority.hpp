#pragma once

namespace crownd::platform {

/// From now on the calling thread runs below searches, and so do the threads that it starts where the system hands the
/// priority on. It cannot be raised again.
void lower_thread_priority();

}  // namespace crownd::platform
