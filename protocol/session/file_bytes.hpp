#pragma once

#include "platform/file.hpp"
#include "tables/table_file.hpp"

#include <atomic>
#include <cstdint>
#include <memory>
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
  /// Throws BadInput if there is no such file or it cannot be read.
  explicit FileBytes(std::string path);

  [[nodiscard]] const platform::FileIdentity& identity() const { return identity_; }
  [[nodiscard]] std::uint64_t size() const override { return identity_.size; }
  [[nodiscard]] bool read(std::uint64_t offset, std::span<std::uint8_t> to) const override;

  /// Closes the file until the next read; not while others read it.
  void release() const;

 private:
  /// Null where it cannot be opened.
  [[nodiscard]] const platform::OpenFile* file() const;

  std::string path_;
  platform::FileIdentity identity_;
  mutable std::mutex mutex_;
  mutable std::unique_ptr<const platform::OpenFile> open_;
  mutable std::atomic<const platform::OpenFile*> ready_{nullptr};
};

}  // namespace crownd::session
