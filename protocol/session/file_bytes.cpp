#include "session/file_bytes.hpp"

#include "core/bad_input.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace crownd::session {

namespace {

FileBytes::Identity identity_of(const struct stat& status) {
  constexpr std::int64_t nanoseconds = 1'000'000'000;
  return {status.st_dev, status.st_ino, status.st_size,
          std::int64_t{status.st_mtim.tv_sec} * nanoseconds + status.st_mtim.tv_nsec};
}

}  // namespace

FileBytes::FileBytes(std::string path) : path_(std::move(path)) {
  struct stat status {};
  if (::stat(path_.c_str(), &status) != 0 || !S_ISREG(status.st_mode))
    throw BadInput(Fault::bad_argument, "it cannot be read: " + std::string(std::strerror(errno)));
  identity_ = identity_of(status);
}

FileBytes::~FileBytes() { release(); }

bool FileBytes::read(std::uint64_t offset, std::span<std::uint8_t> to) const {
  const int file = descriptor();
  if (file == closed) return false;
  while (!to.empty()) {
    const auto count = ::pread(file, to.data(), to.size(), static_cast<off_t>(offset));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    to = to.subspan(static_cast<std::size_t>(count));
    offset += static_cast<std::uint64_t>(count);
  }
  return true;
}

void FileBytes::release() const {
  if (const int file = descriptor_.exchange(closed); file != closed) ::close(file);
}

int FileBytes::descriptor() const {
  if (const int file = descriptor_.load(std::memory_order_acquire); file != closed) return file;
  const std::lock_guard lock(mutex_);
  if (const int file = descriptor_.load(std::memory_order_acquire); file != closed) return file;
  const int file = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC);
  if (file == closed) return closed;
  struct stat status {};
  if (::fstat(file, &status) != 0 || identity_of(status) != identity_) {
    ::close(file);
    return closed;
  }
  descriptor_.store(file, std::memory_order_release);
  return file;
}

}  // namespace crownd::session
