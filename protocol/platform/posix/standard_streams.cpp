#include "platform/standard_streams.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <system_error>

namespace crownd::platform {

/// An event that poll can wait for, and that happens once.
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
  return errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK ? -1 : 0;
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
