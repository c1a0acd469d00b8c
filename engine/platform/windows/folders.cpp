#include "platform/folders.hpp"

#include <windows.h>

#include <array>
#include <cstdlib>

namespace crownd::platform {

namespace fs = std::filesystem;

namespace {

fs::path variable(const wchar_t* name) {
  const wchar_t* const value = _wgetenv(name);
  return value == nullptr ? L"" : value;
}

}  // namespace

fs::path user_data_folder() { return variable(L"LOCALAPPDATA"); }

std::vector<fs::path> machine_data_folders() { return {variable(L"PROGRAMDATA")}; }

std::vector<std::string> data_folder_names() { return {"%LOCALAPPDATA%", "%PROGRAMDATA%"}; }

/// Where the program or library is that this code is part of.
fs::path program_data_folder() {
  constexpr std::size_t longest_path = 32768;
  HMODULE module = nullptr;
  GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT,
                     reinterpret_cast<const wchar_t*>(&program_data_folder), &module);
  std::array<wchar_t, longest_path> name{};
  const DWORD length = GetModuleFileNameW(module, name.data(), longest_path);
  return fs::path(name.data(), name.data() + length).parent_path();
}

}  // namespace crownd::platform
