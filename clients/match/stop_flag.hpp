#pragma once

#include <atomic>

namespace crownd::match {

/// Set when the match is to end before its time; whoever waits for long looks at it.
using StopFlag = std::atomic<bool>;

/// Thrown through a game that is given up because the flag was set.
struct Stopped {};

}  // namespace crownd::match
