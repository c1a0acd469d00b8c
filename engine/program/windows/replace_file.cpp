#include "program/replace_file.hpp"

#include "program/beside.hpp"

#include <windows.h>

#include <algorithm>
#include <system_error>
#include <utility>

namespace crownd::program {

namespace fs = std::filesystem;

namespace {

// Larger parts than this are written one after another: WriteFile counts in 32 bits.
constexpr std::size_t most_bytes_a_write = std::size_t{1} << 30;

[[noreturn]] void fail(DWORD error, const fs::path& path) {
  throw std::system_error(static_cast<int>(error), std::system_category(), path.string());
}

/// Returns the error, or ERROR_SUCCESS.
DWORD write(HANDLE file, std::string_view text) {
  while (!text.empty()) {
    DWORD count = 0;
    const auto wanted = static_cast<DWORD>(std::min(text.size(), most_bytes_a_write));
    if (WriteFile(file, text.data(), wanted, &count, nullptr) == 0) return GetLastError();
    text.remove_prefix(count);
  }
  return ERROR_SUCCESS;
}

std::pair<fs::path, HANDLE> make_beside(const fs::path& path) {
  for (int tries = 1;; ++tries) {
    auto name = name_beside(path);
    const HANDLE file =
        CreateFileW(name.c_str(), GENERIC_WRITE, 0, nullptr, CREATE_NEW, FILE_ATTRIBUTE_NORMAL, nullptr);
    if (file != INVALID_HANDLE_VALUE) return {std::move(name), file};
    const DWORD error = GetLastError();
    if (error != ERROR_FILE_EXISTS || tries == most_names) fail(error, path);
  }
}

}  // namespace

/// The permissions are those of the folder. Devices such as NUL cannot be replaced.
void replace_file(const fs::path& path, std::string_view text, Durability durability) {
  const auto target = without_links(path);
  const auto [name, file] = make_beside(target);
  DWORD error = write(file, text);
  if (error == ERROR_SUCCESS && durability == Durability::synchronised && FlushFileBuffers(file) == 0)
    error = GetLastError();
  CloseHandle(file);  // an open file cannot be renamed
  if (error == ERROR_SUCCESS &&
      MoveFileExW(name.c_str(), target.c_str(), MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH) == 0)
    error = GetLastError();
  if (error == ERROR_SUCCESS) return;
  DeleteFileW(name.c_str());
  fail(error, path);
}

void expect_replaceable(const fs::path& path) {
  const auto [name, file] = make_beside(without_links(path));
  CloseHandle(file);
  DeleteFileW(name.c_str());
}

}  // namespace crownd::program
