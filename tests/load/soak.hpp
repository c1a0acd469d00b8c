#pragma once

#include "load/fault.hpp"

#include <chrono>

namespace crownd::load {

/// Injects random faults for this long, while `stage.server` serves many well-behaved clients, of which `active` hold
/// conversations, and checks every answer. Prints failures, and a summary at the end.
/// Returns whether nothing was lost and the server's resource usage returned to its level.
[[nodiscard]] bool soak(Stage& stage, std::chrono::seconds duration, int active, int idle);

}  // namespace crownd::load
