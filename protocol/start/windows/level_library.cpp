#include "start/level_library.hpp"

#include <array>
#include <string>

namespace crownd::start {

namespace {

/// With a backslash at its end; empty if it is unknown.
std::wstring folder_of(HMODULE module) {
  constexpr DWORD longest_path = 32768;
  std::wstring name(longest_path, L'\0');
  name.resize(GetModuleFileNameW(module, name.data(), longest_path));
  return name.substr(0, name.rfind(L'\\') + 1);
}

}  // namespace

HMODULE level_library(HMODULE self) {
  __builtin_cpu_init();
  struct Level {
    const wchar_t* file;
    bool runs;
  };
  const std::array<Level, 2> levels{{{L"crownd\\x86-64-v3.dll", __builtin_cpu_supports("x86-64-v3") != 0},
                                     {L"crownd\\x86-64-v2.dll", __builtin_cpu_supports("x86-64-v2") != 0}}};
  const auto folder = folder_of(self);
  SetLastError(ERROR_EXE_MACHINE_TYPE_MISMATCH);
  for (const auto& level : levels)
    if (level.runs)
      if (const auto library = LoadLibraryW((folder + level.file).c_str())) return library;
  return nullptr;
}

}  // namespace crownd::start
