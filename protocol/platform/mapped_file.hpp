#pragma once

#include "platform/file.hpp"

#include <cstdint>
#include <span>
#include <string>

namespace crownd::platform {

/// The bytes of a file, mapped read-only. Who writes into a mapped file changes what is read, and who shortens it ends
/// the process where the system lets him, so ask `unchanged` before each use.
class MappedFile {
 public:
  /// Throws std::system_error if it cannot be read; with std::errc::invalid_argument if it is no regular file.
  explicit MappedFile(const std::string& path);
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  [[nodiscard]] std::span<const std::uint8_t> bytes() const { return bytes_; }
  [[nodiscard]] bool unchanged() const { return file_.identity() == identity_; }

 private:
  OpenFile file_;
  FileIdentity identity_;
  std::span<const std::uint8_t> bytes_;
};

}  // namespace crownd::platform
