#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace crownd::platform {

/// Identifies a file and its version.
struct FileIdentity {
  std::uint64_t device = 0;
  std::uint64_t number = 0;  ///< of the file on the device
  std::uint64_t size = 0;    ///< bytes
  std::int64_t changed = 0;  ///< when it was modified, in the system's own unit

  friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

/// A file that several threads may read at once.
class OpenFile {
 public:
  /// Throws std::system_error if it cannot be opened; with std::errc::invalid_argument if it is no regular file.
  explicit OpenFile(const std::string& path);
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  ~OpenFile();

  [[nodiscard]] FileIdentity identity() const;
  /// The system's handle: a descriptor, or a HANDLE.
  [[nodiscard]] std::intptr_t handle() const { return handle_; }
  /// Fills `to` with the bytes from `offset` on. Returns whether all of them could be read.
  [[nodiscard]] bool read(std::uint64_t offset, std::span<std::uint8_t> to) const;

 private:
  std::intptr_t handle_;
};

/// Throws std::system_error as OpenFile does.
[[nodiscard]] inline FileIdentity identify(const std::string& path) { return OpenFile(path).identity(); }

/// A file mapped read-only. If it is truncated, a read can kill the process (SIGBUS): check `unchanged` before each
/// use.
class MappedFile {
 public:
  /// Throws std::system_error if it cannot be read; with std::errc::invalid_argument if it is no regular file.
  explicit MappedFile(const std::string& path);
  ~MappedFile();

  [[nodiscard]] std::span<const std::uint8_t> bytes() const { return bytes_; }
  [[nodiscard]] bool unchanged() const { return file_.identity() == identity_; }

 private:
  OpenFile file_;
  FileIdentity identity_;
  std::span<const std::uint8_t> bytes_;
};

/// Standard input and output of this process as bytes, without conversion of line ends. Create one at a time.
class StandardStreams {
 public:
  /// Throws std::system_error on failure.
  StandardStreams();
  StandardStreams(const StandardStreams&) = delete;
  StandardStreams& operator=(const StandardStreams&) = delete;
  ~StandardStreams();

  /// Waits for interrupt(), and for input or its end if `for_input`. False after interrupt().
  [[nodiscard]] bool wait(bool for_input);
  /// After `wait` has returned true: the number of bytes read, -1 for none yet, 0 at the end of input. Throws
  /// std::system_error on failure.
  [[nodiscard]] std::ptrdiff_t read(std::span<char> to);
  /// From any thread: wait returns false from now on.
  void interrupt();

  /// Writes all of it. Throws std::system_error; with std::errc::broken_pipe if the reader is gone.
  static void write(std::string_view text);

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace crownd::platform
