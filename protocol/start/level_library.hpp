#pragma once

#include <windows.h>

namespace crownd::start {

/// Loads the engine for the instructions of this machine: crownd\x86-64-v3.dll or crownd\x86-64-v2.dll, beside the
/// program or library `self`. Null, with GetLastError(), if neither can be loaded.
[[nodiscard]] HMODULE level_library(HMODULE self);

}  // namespace crownd::start
