#include "net/descriptor.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/sysmacros.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace crownd::net {

namespace {

/// Clients rejected in a row before the listener yields.
constexpr int max_at_a_time = 100;

std::runtime_error unreadable() { return std::runtime_error(std::string("cannot be read: ") + std::strerror(errno)); }

}  // namespace

std::int64_t raise_descriptor_limit(std::int64_t needed) {
  const auto wanted = static_cast<rlim_t>(needed);
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return needed;
  if (limit.rlim_cur < wanted) {
    const rlimit higher{wanted, std::max(limit.rlim_max, wanted)};  // only root can raise rlim_max
    const rlimit highest{std::min(limit.rlim_max, wanted), limit.rlim_max};
    if (::setrlimit(RLIMIT_NOFILE, &higher) != 0) ::setrlimit(RLIMIT_NOFILE, &highest);
    ::getrlimit(RLIMIT_NOFILE, &limit);
  }
  return static_cast<std::int64_t>(std::min(limit.rlim_cur, wanted));
}

std::string too_few_descriptors(int wanted, int possible, bool asked) {
  const auto why = "the system allows too few open files for " + std::to_string(wanted) + " sessions, but " +
                   std::to_string(possible) + " are possible";
  if (asked) throw std::runtime_error(why + ": " + raise_the_limit + ", or lower --max-sessions");
  return why + "; --max-sessions is lowered to that";
}

void ReserveDescriptor::take() { spare_ = Descriptor(::open("/dev/null", O_RDONLY | O_CLOEXEC)); }

int ReserveDescriptor::reject_pending(int listener, std::string_view line) {
  int count = 0;
  for (; count < max_at_a_time; ++count) {
    spare_.reset();
    const Descriptor client(::accept4(listener, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
    if (!client) break;
    if (!line.empty()) (void)::send(client.get(), line.data(), line.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    ::shutdown(client.get(), SHUT_WR);
  }
  spare_.reset();
  take();
  return count;
}

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

FileBeginning read_regular_file(const std::string& path, std::size_t max_bytes) {
  // O_NONBLOCK: to open a pipe would wait for the other end.
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  struct stat about {};
  if (!file || ::fstat(file.get(), &about) != 0) throw unreadable();
  if (const auto why = why_not_regular(about); !why.empty()) throw std::runtime_error(why);
  FileBeginning found{std::string(max_bytes, 0), about.st_mode};
  std::size_t size = 0;
  while (size < max_bytes) {
    const auto count = ::read(file.get(), found.bytes.data() + size, max_bytes - size);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw unreadable();
    if (count == 0) break;
    size += static_cast<std::size_t>(count);
  }
  found.bytes.resize(size);
  return found;
}

}  // namespace crownd::net
