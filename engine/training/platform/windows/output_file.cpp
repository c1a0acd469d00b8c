#include "training/table_output.hpp"

#include <windows.h>

#include <system_error>

namespace crownd::training {

namespace fs = std::filesystem;

namespace {

// Larger parts than this are written one after another: WriteFile counts in 32 bits.
constexpr std::size_t max_bytes_per_write = std::size_t{1} << 30;

HANDLE handle_of(std::intptr_t handle) { return reinterpret_cast<HANDLE>(handle); }

[[noreturn]] void fail(const fs::path& path) {
  const DWORD error = GetLastError();
  if (error == ERROR_SHARING_VIOLATION)
    throw std::system_error(std::make_error_code(std::errc::device_or_resource_busy), path.string());
  throw std::system_error(static_cast<int>(error), std::system_category(), path.string());
}

}  // namespace

OutputFile::OutputFile(fs::path path)
    : path_(std::move(path)),
      handle_(reinterpret_cast<std::intptr_t>(
          CreateFileW(path_.c_str(), GENERIC_WRITE, 0, nullptr, CREATE_ALWAYS, FILE_ATTRIBUTE_NORMAL, nullptr))) {
  if (handle_of(handle_) == INVALID_HANDLE_VALUE) fail(path_);
}

OutputFile::~OutputFile() {
  if (handle_ == -1) return;
  CloseHandle(handle_of(handle_));
  DeleteFileW(path_.c_str());
}

void OutputFile::write(std::span<const std::uint8_t> bytes) {
  while (!bytes.empty()) {
    DWORD count = 0;
    const auto wanted = static_cast<DWORD>(std::min(bytes.size(), max_bytes_per_write));
    if (WriteFile(handle_of(handle_), bytes.data(), wanted, &count, nullptr) == 0) fail(path_);
    bytes = bytes.subspan(count);
  }
}

void OutputFile::keep_as(const fs::path& path) {
  if (FlushFileBuffers(handle_of(handle_)) == 0) fail(path_);
  CloseHandle(handle_of(std::exchange(handle_, -1)));  // an open file cannot be renamed
  if (MoveFileExW(path_.c_str(), path.c_str(), MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH) == 0) {
    const DWORD error = GetLastError();
    DeleteFileW(path_.c_str());
    SetLastError(error);
    fail(path);
  }
}

}  // namespace crownd::training
