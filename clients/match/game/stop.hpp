#pragma once

#include <atomic>

namespace crownd::match {

/// Set to stop the match early; all long waits check it.
using StopFlag = std::atomic<bool>;

/// Thrown to abandon a game because the flag was set.
struct Stopped {};

}  // namespace crownd::match
