#include "platform/file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace crownd::platform {

namespace {

[[noreturn]] void fail(int error, const std::string& path) {
  throw std::system_error(error, std::generic_category(), path);
}

FileIdentity identity_of(const struct stat& status) {
  constexpr std::int64_t nanoseconds = 1'000'000'000;
  return {status.st_dev, status.st_ino, static_cast<std::uint64_t>(status.st_size),
          std::int64_t{status.st_mtim.tv_sec} * nanoseconds + status.st_mtim.tv_nsec};
}

}  // namespace

FileIdentity identify(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) fail(errno, path);
  if (!S_ISREG(status.st_mode)) fail(EINVAL, path);
  return identity_of(status);
}

/// Does not wait where there is something else than a file, such as a pipe.
OpenFile::OpenFile(const std::string& path) : handle_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
  if (handle_ < 0) fail(errno, path);
  struct stat status {};
  const int error = ::fstat(static_cast<int>(handle_), &status) != 0 ? errno : S_ISREG(status.st_mode) ? 0 : EINVAL;
  if (error == 0) return;
  ::close(static_cast<int>(handle_));
  fail(error, path);
}

OpenFile::~OpenFile() { ::close(static_cast<int>(handle_)); }

FileIdentity OpenFile::identity() const {
  struct stat status {};
  return ::fstat(static_cast<int>(handle_), &status) == 0 ? identity_of(status) : FileIdentity{};
}

bool OpenFile::read(std::uint64_t offset, std::span<std::uint8_t> to) const {
  while (!to.empty()) {
    const auto count = ::pread(static_cast<int>(handle_), to.data(), to.size(), static_cast<off_t>(offset));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    to = to.subspan(static_cast<std::size_t>(count));
    offset += static_cast<std::uint64_t>(count);
  }
  return true;
}

}  // namespace crownd::platform
