#pragma once

#include <windows.h>

#include <string>

namespace crownd::programs {

/// Loads the engine for the CPU's instruction set: crownd\x86-64-v3.dll or crownd\x86-64-v2.dll, beside the
/// program or library `self`. Null, with GetLastError(), if neither can be loaded.
[[nodiscard]] HMODULE level_library(HMODULE self);
/// The error message for that case. `who` is the file beside the folder.
[[nodiscard]] std::string cannot_be_loaded(const std::string& who);

/// The full name of the file.
[[nodiscard]] std::wstring file_of(HMODULE module);

/// The function that the library exports under this name; null if there is none.
template <class Function>
[[nodiscard]] Function* entry(HMODULE library, const char* name) {
  return reinterpret_cast<Function*>(reinterpret_cast<void*>(GetProcAddress(library, name)));
}

}  // namespace crownd::programs
