#pragma once

#include "connection/channel.hpp"

#include <poll.h>

#include <span>

namespace crownd::connection {

/// Waits until one of `fds` is ready or the deadline has passed, to the nanosecond (poll(2) counts milliseconds). True
/// if one is ready.
[[nodiscard]] bool wait_for(std::span<pollfd> fds, Deadline deadline);

/// The same wait, which also ends when an ending signal is pending. For connecting, where nothing else polls signals.
[[nodiscard]] bool wait_unless_ending(std::span<pollfd> fds, Deadline deadline);

}  // namespace crownd::connection
