#pragma once

#include "tables/table_file.hpp"

#include <sys/stat.h>

#include <atomic>
#include <cstdint>
#include <mutex>
#include <span>
#include <string>

namespace crownd::session {

/// The bytes of a file on disk. They are read, not mapped: a file that is truncated while mapped kills the process
/// by SIGBUS, whereas a failed read can be reported. The page cache avoids disk access either way.
///
/// Opened on the first read, and again after release(); a file that has replaced it since is not read.
class FileBytes final : public tables::ByteSource {
 public:
  /// Identifies the file and its version.
  struct Identity {
    dev_t device = 0;
    ino_t inode = 0;
    off_t size = 0;
    std::int64_t changed = 0;  ///< modification time in nanoseconds

    friend bool operator==(const Identity&, const Identity&) = default;
  };

  /// Throws BadInput if there is no such file or it cannot be read.
  explicit FileBytes(std::string path);
  ~FileBytes() override;

  [[nodiscard]] const Identity& identity() const { return identity_; }
  [[nodiscard]] std::uint64_t size() const override { return static_cast<std::uint64_t>(identity_.size); }
  [[nodiscard]] bool read(std::uint64_t offset, std::span<std::uint8_t> to) const override;

  /// Closes the file until the next read; not while others read it.
  void release() const;

 private:
  [[nodiscard]] int descriptor() const;

  std::string path_;
  Identity identity_;
  mutable std::mutex mutex_;
  mutable std::atomic<int> descriptor_{closed};
  static constexpr int closed = -1;
};

}  // namespace crownd::session
