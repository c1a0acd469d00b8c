#include "platform/mapped_file.hpp"

#include <windows.h>

#include <system_error>

namespace crownd::platform {

MappedFile::MappedFile(const std::string& path) : file_(path), identity_(file_.identity()) {
  if (identity_.size == 0) return;
  const HANDLE mapping =
      CreateFileMappingW(reinterpret_cast<HANDLE>(file_.handle()), nullptr, PAGE_READONLY, 0, 0, nullptr);
  const void* const mapped = mapping == nullptr ? nullptr : MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, 0);
  const DWORD error = GetLastError();
  if (mapping != nullptr) CloseHandle(mapping);  // the view keeps it
  if (mapped == nullptr) throw std::system_error(static_cast<int>(error), std::system_category(), path);
  bytes_ = {static_cast<const std::uint8_t*>(mapped), static_cast<std::size_t>(identity_.size)};
}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) UnmapViewOfFile(bytes_.data());
}

}  // namespace crownd::platform
