#pragma once

#include <sys/stat.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

// File descriptors, the limit on their number, and regular files.

namespace crownd::net {

/// Owns a file descriptor.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Descriptor() { reset(); }

  void reset() {
    if (fd_ >= 0) ::close(std::exchange(fd_, -1));
  }
  /// The caller must close it.
  [[nodiscard]] int release() { return std::exchange(fd_, -1); }
  /// -1 if empty.
  [[nodiscard]] int get() const { return fd_; }
  explicit operator bool() const { return fd_ >= 0; }

 private:
  int fd_ = -1;
};

/// Advice for error messages about too few file descriptors.
constexpr const char* raise_the_limit = "raise the limit (ulimit -n, or LimitNOFILE= of systemd)";

/// Raises RLIMIT_NOFILE to `needed` if it is lower. Returns the resulting limit, at most `needed`.
[[nodiscard]] std::int64_t raise_descriptor_limit(std::int64_t needed);

/// The warning that file descriptors allow only `possible` of the `wanted` sessions, and that --max-sessions is lowered
/// to that. Throws it as std::runtime_error, with advice, if the user asked for that number of sessions.
[[nodiscard]] std::string too_few_descriptors(int wanted, int possible, bool asked);

/// A spare file descriptor. When all others are in use, it is closed to accept and reject pending clients.
class ReserveDescriptor {
 public:
  ReserveDescriptor() { take(); }

  /// Accepts the clients in the backlog of `listener`, sends them `line` and closes them. Returns their number.
  int reject_pending(int listener, std::string_view line);

 private:
  void take();

  Descriptor spare_;
};

/// Why a file is neither regular nor /dev/null, as words that follow its name: a pipe or a device could block for ever.
[[nodiscard]] std::string why_not_regular(const struct stat& about);

struct FileBeginning {
  std::string bytes;
  mode_t mode = 0;
};

/// The first `max_bytes` of a regular file. Never waits for a writer. Throws std::runtime_error with words that follow
/// the file's name, such as "is a pipe; …".
[[nodiscard]] FileBeginning read_regular_file(const std::string& path, std::size_t max_bytes);

}  // namespace crownd::net
