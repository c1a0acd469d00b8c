#include "platform/files.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
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

/// Does not wait if the path is a pipe.
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

MappedFile::MappedFile(const std::string& path) : file_(path), identity_(file_.identity()) {
  if (identity_.size == 0) return;
  const auto size = static_cast<std::size_t>(identity_.size);
  const void* const mapped = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, static_cast<int>(file_.handle()), 0);
  if (mapped == MAP_FAILED) throw std::system_error(errno, std::generic_category(), path);
  bytes_ = {static_cast<const std::uint8_t*>(mapped), size};
}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) ::munmap(const_cast<std::uint8_t*>(bytes_.data()), bytes_.size());
}

/// A one-shot event for poll.
struct StandardStreams::State {
  State() : interrupted(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    if (interrupted < 0) throw std::system_error(errno, std::generic_category(), "eventfd");
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { ::close(interrupted); }

  const int interrupted;
};

StandardStreams::StandardStreams() : state_(std::make_shared<State>()) {
  std::signal(SIGPIPE, SIG_IGN);  // so that a write fails instead
}

StandardStreams::~StandardStreams() = default;

bool StandardStreams::wait(bool for_input) {
  std::array<pollfd, 2> fds{{{state_->interrupted, POLLIN, 0}, {for_input ? STDIN_FILENO : -1, POLLIN, 0}}};
  while (::poll(fds.data(), fds.size(), -1) < 0 && errno == EINTR) continue;
  return fds[0].revents == 0;
}

std::ptrdiff_t StandardStreams::read(std::span<char> to) {
  const auto count = ::read(STDIN_FILENO, to.data(), to.size());
  if (count >= 0) return count;
  if (errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK) return -1;
  if (errno == ECONNRESET) return 0;  // a socket whose other end was closed before it had read all output
  throw std::system_error(errno, std::generic_category());
}

/// Cannot fail: the counter is far from its limit.
void StandardStreams::interrupt() {
  const std::uint64_t one = 1;
  [[maybe_unused]] const auto count = ::write(state_->interrupted, &one, sizeof one);
}

/// Another process that shares standard output may have made it non-blocking.
void StandardStreams::write(std::string_view text) {
  while (!text.empty()) {
    const auto count = ::write(STDOUT_FILENO, text.data(), text.size());
    if (count >= 0) {
      text.remove_prefix(static_cast<std::size_t>(count));
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      pollfd output{STDOUT_FILENO, POLLOUT, 0};
      ::poll(&output, 1, -1);
    } else if (errno != EINTR) {
      throw std::system_error(errno, std::generic_category());
    }
  }
}

}  // namespace crownd::platform
