#include "checkerboard/api.hpp"
#include "version/version.hpp"

#include <windows.h>

#include <cstdlib>

namespace crownd::checkerboard {

namespace {

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
  const wchar_t* const folder = ::_wgetenv(L"APPDATA");
  return folder != nullptr ? std::filesystem::path(folder) : std::filesystem::path();
}

std::string to_utf8(std::string_view text) { return narrow(CP_UTF8, wide(CP_ACP, text)); }
std::string from_utf8(std::string_view text) { return narrow(CP_ACP, wide(CP_UTF8, text)); }

}  // namespace crownd::checkerboard

/// A MakeEngine.
extern "C" __declspec(dllexport) crownd::checkerboard::Engine* crownd_checkerboard(const char* version,
                                                                                   const wchar_t* library) {
  return crownd::version::number() == version ? crownd::checkerboard::make_engine(library) : nullptr;
}
