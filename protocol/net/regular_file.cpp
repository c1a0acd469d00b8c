#include "net/regular_file.hpp"

#include "net/descriptor.hpp"

#include <fcntl.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace crownd::net {

namespace {

std::runtime_error unreadable() { return std::runtime_error(std::string("cannot be read: ") + std::strerror(errno)); }

}  // namespace

std::string why_not_regular(const struct stat& about) {
  const dev_t null_device = makedev(1, 3);  // on every Linux: admin-guide/devices.txt of the kernel
  const mode_t mode = about.st_mode;
  const char* kind = "a device";
  if (S_ISREG(mode) || (S_ISCHR(mode) && about.st_rdev == null_device)) return {};
  if (S_ISFIFO(mode)) kind = "a pipe";
  if (S_ISDIR(mode)) kind = "a directory";
  if (S_ISSOCK(mode)) kind = "a socket";
  return std::string("is ") + kind + "; a regular file is needed";
}

FileBeginning read_regular_file(const std::string& path, std::size_t most_bytes) {
  // O_NONBLOCK: to open a pipe would wait for the other end.
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  struct stat about {};
  if (!file || ::fstat(file.get(), &about) != 0) throw unreadable();
  if (const auto why = why_not_regular(about); !why.empty()) throw std::runtime_error(why);
  FileBeginning found{std::string(most_bytes, 0), about.st_mode};
  std::size_t size = 0;
  while (size < most_bytes) {
    const auto count = ::read(file.get(), found.bytes.data() + size, most_bytes - size);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw unreadable();
    if (count == 0) break;
    size += static_cast<std::size_t>(count);
  }
  found.bytes.resize(size);
  return found;
}

}  // namespace crownd::net
