#include "platform/file.hpp"

#include <windows.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace crownd::platform {

namespace {

// Larger parts than this are read one after another: ReadFile counts in 32 bits.
constexpr std::size_t most_bytes_a_read = std::size_t{1} << 30;

/// As other systems say it.
[[noreturn]] void fail(DWORD error, const std::string& path) {
  const auto condition = std::system_category().default_error_condition(static_cast<int>(error));
  throw std::system_error({condition.value(), condition.category()}, path);
}

HANDLE open_shared(const std::filesystem::path& path) {
  constexpr DWORD shared = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
  return CreateFileW(path.c_str(), GENERIC_READ, shared, nullptr, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr);
}

std::uint64_t joined(DWORD high, DWORD low) { return std::uint64_t{high} << 32 | low; }

}  // namespace

FileIdentity identify(const std::string& path) { return OpenFile(path).identity(); }

OpenFile::OpenFile(const std::string& path)
    : handle_(reinterpret_cast<std::intptr_t>(open_shared(std::filesystem::path(path)))) {
  const auto file = reinterpret_cast<HANDLE>(handle_);
  const DWORD error = GetLastError();
  const bool opened = file != INVALID_HANDLE_VALUE;
  if (opened && GetFileType(file) == FILE_TYPE_DISK) return;
  if (opened) CloseHandle(file);
  if (!opened && !std::filesystem::is_directory(path)) fail(error, path);
  throw std::system_error(std::make_error_code(std::errc::invalid_argument), path);
}

OpenFile::~OpenFile() { CloseHandle(reinterpret_cast<HANDLE>(handle_)); }

FileIdentity OpenFile::identity() const {
  BY_HANDLE_FILE_INFORMATION found{};
  if (GetFileInformationByHandle(reinterpret_cast<HANDLE>(handle_), &found) == 0) return {};
  return {found.dwVolumeSerialNumber, joined(found.nFileIndexHigh, found.nFileIndexLow),
          joined(found.nFileSizeHigh, found.nFileSizeLow),
          static_cast<std::int64_t>(joined(found.ftLastWriteTime.dwHighDateTime, found.ftLastWriteTime.dwLowDateTime))};
}

bool OpenFile::read(std::uint64_t offset, std::span<std::uint8_t> to) const {
  while (!to.empty()) {
    OVERLAPPED place{};
    place.Offset = static_cast<DWORD>(offset);
    place.OffsetHigh = static_cast<DWORD>(offset >> 32);
    DWORD count = 0;
    const auto wanted = static_cast<DWORD>(std::min(to.size(), most_bytes_a_read));
    if (ReadFile(reinterpret_cast<HANDLE>(handle_), to.data(), wanted, &count, &place) == 0 || count == 0) return false;
    to = to.subspan(count);
    offset += count;
  }
  return true;
}

}  // namespace crownd::platform
