#include "programs/windows/level_library.hpp"

#include <array>

namespace crownd::programs {

std::wstring file_of(HMODULE module) {
  constexpr DWORD max_path = 32768;
  std::wstring name(max_path, L'\0');
  name.resize(GetModuleFileNameW(module, name.data(), max_path));
  return name;
}

std::string cannot_be_loaded(const std::string& who) {
  const DWORD error = GetLastError();
  return "The engine cannot be loaded (error " + std::to_string(error) + "). It is in the folder \"crownd\" beside " +
         who + ", and needs a processor with SSE4.2 and POPCNT.";
}

HMODULE level_library(HMODULE self) {
  __builtin_cpu_init();
  struct Level {
    const wchar_t* file;
    bool runs;
  };
  const std::array<Level, 2> levels{{{L"crownd\\x86-64-v3.dll", __builtin_cpu_supports("x86-64-v3") != 0},
                                     {L"crownd\\x86-64-v2.dll", __builtin_cpu_supports("x86-64-v2") != 0}}};
  const auto file = file_of(self);
  const auto folder = file.substr(0, file.rfind(L'\\') + 1);
  SetLastError(ERROR_EXE_MACHINE_TYPE_MISMATCH);
  for (const auto& level : levels)
    if (level.runs)
      if (const auto library = LoadLibraryW((folder + level.file).c_str())) return library;
  return nullptr;
}

}  // namespace crownd::programs
