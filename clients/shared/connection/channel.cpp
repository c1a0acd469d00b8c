#include "connection/channel.hpp"

#include <sys/ioctl.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <ctime>
#include <initializer_list>

namespace crownd::connection {

bool wait_for(std::span<pollfd> fds, Deadline deadline) {
  while (true) {
    constexpr std::chrono::milliseconds max_wait = std::chrono::hours(1);  // poll(2) counts milliseconds as int
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(time_until(deadline));
    const int ready = ::poll(fds.data(), fds.size(), static_cast<int>(std::min(left, max_wait).count()));
    if (ready > 0) return true;
    if (ready == 0 && Clock::now() >= deadline) return false;
    if (ready < 0 && errno != EINTR) return false;
  }
}

bool wait_unless_ending(std::span<pollfd> fds, Deadline deadline) {
  constexpr std::chrono::milliseconds slice{50};
  while (!termination_pending()) {
    if (wait_for(fds, std::min(deadline, within(slice)))) return true;
    if (Clock::now() >= deadline) return false;
  }
  return false;
}

bool termination_pending() {
  sigset_t pending;
  ::sigpending(&pending);
  for (const int number : {SIGTERM, SIGHUP, SIGINT})
    if (::sigismember(&pending, number) == 1) return true;
  return false;
}

SigpipeBlocker::SigpipeBlocker() {
  ::sigemptyset(&pipe_);
  ::sigaddset(&pipe_, SIGPIPE);
  sigset_t pending;
  ::sigpending(&pending);
  was_pending_ = ::sigismember(&pending, SIGPIPE) == 1;
  ::pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
}

SigpipeBlocker::~SigpipeBlocker() {
  const int error = errno;
  const timespec at_once{};
  if (!was_pending_) ::sigtimedwait(&pipe_, nullptr, &at_once);
  ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  errno = error;
}

namespace {

/// Limit of output buffered while the engine does not read its input.
constexpr std::size_t max_unread = std::size_t{8} << 20;

}  // namespace

void Channel::use(int read_fd, int write_fd, int exit_fd) {
  read_fd_ = read_fd;
  write_fd_ = write_fd;
  exit_fd_ = exit_fd;
}

bool Channel::send(std::string_view line, Deadline deadline) {
  std::string text(line);
  text += '\n';
  return send_bytes(text, deadline);
}

bool Channel::send_bytes(std::string_view bytes, Deadline deadline) {
  while (!bytes.empty()) {
    const long written = write_some(bytes);
    if (written > 0) {
      bytes.remove_prefix(static_cast<std::size_t>(written));
      continue;
    }
    if (errno == EINTR) continue;
    if (errno != EAGAIN && errno != EWOULDBLOCK) return false;
    const int listened_to = read_all_ || unread_ > max_unread ? -1 : read_fd_;
    std::array<pollfd, 3> fds{{{write_fd_, POLLOUT, 0}, {listened_to, POLLIN, 0}, {exit_fd_, POLLIN, 0}}};
    if (!wait_for(fds, deadline) || fds[2].revents != 0) return false;
    if (fds[1].revents != 0) read_available();
    if (fds[0].revents == 0 && Clock::now() >= deadline) return false;
  }
  return true;
}

std::optional<std::string> Channel::receive(Deadline deadline) {
  while (true) {
    if (auto line = take_line()) return line;
    if (health_ != Health::open) return std::nullopt;
    std::array<pollfd, 2> fds{{{read_fd_, POLLIN, 0}, {exit_fd_, POLLIN, 0}}};
    if (!has_more() && !wait_for(fds, deadline)) return std::nullopt;
    if (fds[1].revents != 0)
      read_rest();
    else
      read_available();
  }
}

void Channel::read_available() {
  std::array<char, std::size_t{16} << 10> part;
  const auto count = read_some(part);
  if (count > 0) {
    lines_.append({part.data(), static_cast<std::size_t>(count)});
    unread_ += static_cast<std::size_t>(count);
    return;
  }
  if (count == 0 || (errno != EINTR && errno != EAGAIN && errno != EWOULDBLOCK)) end_output();
}

void Channel::read_rest() {
  int left = 0;
  if (::ioctl(read_fd_, FIONREAD, &left) != 0) left = 0;
  for (const auto end = unread_ + static_cast<std::size_t>(left); unread_ < end && !read_all_;) read_available();
  end_output();
}

void Channel::end_output() {
  read_all_ = true;
  lines_.finish();
}

std::optional<std::string> Channel::take_line() {
  if (health_ != Health::open) return std::nullopt;
  switch (lines_.next()) {
    case wire::LineSplitter::Next::line: return std::string(lines_.line());
    case wire::LineSplitter::Next::too_long: health_ = Health::garbled; break;
    case wire::LineSplitter::Next::nothing:
      unread_ = 0;
      if (read_all_) health_ = Health::ended;
  }
  return std::nullopt;
}

}  // namespace crownd::connection
