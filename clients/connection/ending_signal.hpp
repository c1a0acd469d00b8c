#pragma once

namespace crownd::connection {

/// Whether a signal that asks the program to end is blocked and has come. It stays pending.
[[nodiscard]] bool ending_signal_came();

}  // namespace crownd::connection
