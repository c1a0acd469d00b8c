#include "platform/system.hpp"

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

/// The folder of the program or library that contains this code.
fs::path program_data_folder() {
  constexpr std::size_t max_path = 32768;
  HMODULE module = nullptr;
  GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT,
                     reinterpret_cast<const wchar_t*>(&program_data_folder), &module);
  std::array<wchar_t, max_path> name{};
  const DWORD length = GetModuleFileNameW(module, name.data(), max_path);
  return fs::path(name.data(), name.data() + length).parent_path();
}

// Large pages need a privilege that users do not have.
void prefer_huge_pages(void* /*start*/, std::size_t /*bytes*/) {}

std::size_t memory_bytes() {
  MEMORYSTATUSEX status{};
  status.dwLength = sizeof status;
  return GlobalMemoryStatusEx(&status) == 0 ? 0 : status.ullTotalPhys;
}

/// Folders need no synchronisation.
std::error_code synchronise(const fs::path& path) {
  std::error_code error;
  if (fs::is_directory(path, error)) return error;
  const HANDLE file = CreateFileW(path.c_str(), GENERIC_WRITE, 0, nullptr, OPEN_EXISTING, 0, nullptr);
  const bool done = file != INVALID_HANDLE_VALUE && FlushFileBuffers(file) != 0;
  if (!done) error.assign(static_cast<int>(GetLastError()), std::system_category());
  if (file != INVALID_HANDLE_VALUE) CloseHandle(file);
  return error;
}

void lower_thread_priority() { SetThreadPriority(GetCurrentThread(), THREAD_PRIORITY_LOWEST); }

/// Standard streams are handles there, whose numbers no other file gets.
void prepare_process() {}

}  // namespace crownd::platform
