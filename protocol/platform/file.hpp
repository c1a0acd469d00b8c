#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace crownd::platform {

/// Identifies a file and its version.
struct FileIdentity {
  std::uint64_t device = 0;
  std::uint64_t number = 0;  ///< of the file on the device
  std::uint64_t size = 0;    ///< bytes
  std::int64_t changed = 0;  ///< when it was modified, in the system's own unit

  friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

/// Throws std::system_error if there is no such file; with std::errc::invalid_argument if it is no regular one.
[[nodiscard]] FileIdentity identify(const std::string& path);

/// A file that several threads may read at once.
class OpenFile {
 public:
  /// Throws std::system_error if it cannot be opened; with std::errc::invalid_argument if it is no regular file.
  explicit OpenFile(const std::string& path);
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  ~OpenFile();

  [[nodiscard]] FileIdentity identity() const;
  /// The system's own handle of it: a descriptor, or a HANDLE.
  [[nodiscard]] std::intptr_t handle() const { return handle_; }
  /// Fills `to` with the bytes from `offset` on; whether all of them could be read.
  [[nodiscard]] bool read(std::uint64_t offset, std::span<std::uint8_t> to) const;

 private:
  std::intptr_t handle_;
};

}  // namespace crownd::platform
