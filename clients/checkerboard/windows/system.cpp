#include "checkerboard/system.hpp"

#include <windows.h>

#include <array>
#include <cstddef>
#include <cwchar>

namespace crownd::checkerboard::system {

namespace {

/// As long as any path of Windows.
using PathBuffer = std::array<wchar_t, 32'768>;

std::wstring wide(UINT encoding, std::string_view text) {
  const int bytes = static_cast<int>(text.size());
  std::wstring found(static_cast<std::size_t>(MultiByteToWideChar(encoding, 0, text.data(), bytes, nullptr, 0)), L'\0');
  MultiByteToWideChar(encoding, 0, text.data(), bytes, found.data(), static_cast<int>(found.size()));
  return found;
}

std::string narrow(UINT encoding, const std::wstring& text) {
  const int letters = static_cast<int>(text.size());
  const int bytes = WideCharToMultiByte(encoding, 0, text.data(), letters, nullptr, 0, nullptr, nullptr);
  std::string found(static_cast<std::size_t>(bytes), '\0');
  WideCharToMultiByte(encoding, 0, text.data(), letters, found.data(), bytes, nullptr, nullptr);
  return found;
}

}  // namespace

std::filesystem::path settings_folder() {
  PathBuffer path{};
  const DWORD length = GetEnvironmentVariableW(L"APPDATA", path.data(), static_cast<DWORD>(path.size()));
  return length < path.size() ? std::filesystem::path(std::wstring(path.data(), length)) : std::filesystem::path();
}

std::string to_utf8(std::string_view text) { return narrow(CP_UTF8, wide(CP_ACP, text)); }
std::string from_utf8(std::string_view text) { return narrow(CP_ACP, wide(CP_UTF8, text)); }

}  // namespace crownd::checkerboard::system
