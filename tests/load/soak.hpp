#pragma once

#include "load/fault.hpp"

#include <chrono>

namespace crownd::load {

/// Commits faults at random for so long, while a crowd of clients of good manners, of which `active` hold
/// conversations, is served by `stage.server` and has every answer checked. Prints what failed, and figures at the end.
/// Gives whether nothing was lost and the server came back to its level.
[[nodiscard]] bool soak(Stage& stage, std::chrono::seconds duration, int active, int idle);

}  // namespace crownd::load
