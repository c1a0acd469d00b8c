#include "server/stdio_server.hpp"

#include <poll.h>
#include <spdlog/spdlog.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <system_error>

namespace crownd::server {

namespace {

constexpr std::size_t chunk = std::size_t{64} << 10;

/// Gives whether all of it was written; another process that shares standard output may have made it non-blocking.
bool write_all(std::string_view text) {
  while (!text.empty()) {
    const auto count = ::write(STDOUT_FILENO, text.data(), text.size());
    if (count >= 0) {
      text.remove_prefix(static_cast<std::size_t>(count));
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      pollfd output{STDOUT_FILENO, POLLOUT, 0};
      ::poll(&output, 1, -1);
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

}  // namespace

StdioServer::Event::Event() : fd_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  if (fd_ < 0) throw std::system_error(errno, std::generic_category(), "eventfd");
}

StdioServer::Event::~Event() { ::close(fd_); }

void StdioServer::Event::happen() {
  const std::uint64_t one = 1;
  if (::write(fd_, &one, sizeof one) < 0) spdlog::error("eventfd: {}", std::strerror(errno));
}

StdioServer::StdioServer(session::Environment& environment)
    : lines_(environment.limits.max_line_bytes), session_(environment, *this, session::Access::open) {}

StdioServer::End StdioServer::run() {
  while (wait(true)) {
    if (read_and_handle() == Input::more) continue;
    session_.end_of_input();
    wait(false);
    return End::end_of_input;
  }
  return End::quit;
}

void StdioServer::stop() { session_.end_now(); }

bool StdioServer::wait(bool for_input) {
  std::array<pollfd, 2> fds{{{over_.descriptor(), POLLIN, 0}, {for_input ? STDIN_FILENO : -1, POLLIN, 0}}};
  while (::poll(fds.data(), fds.size(), -1) < 0 && errno == EINTR) continue;
  return fds[0].revents == 0;
}

StdioServer::Input StdioServer::read_and_handle() {
  std::array<char, chunk> bytes;
  const auto count = ::read(STDIN_FILENO, bytes.data(), bytes.size());
  if (count < 0 && (errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK)) return Input::more;
  if (count <= 0) {
    lines_.finish();
  } else {
    lines_.append({bytes.data(), static_cast<std::size_t>(count)});
  }
  handle_lines();
  return count > 0 ? Input::more : Input::ended;
}

void StdioServer::handle_lines() {
  while (true) {
    switch (lines_.next()) {
      case LineSplitter::Next::nothing: return;
      case LineSplitter::Next::line: session_.handle_line(lines_.line()); break;
      case LineSplitter::Next::too_long: session_.line_too_long(); break;
    }
    session_.wait_for_room();
  }
}

void StdioServer::send(std::string_view line, session::Urgency) {
  {
    const std::lock_guard lock(output_);
    if (output_broken_) return;
    std::string text(line);
    text += '\n';
    if (write_all(text)) return;
    output_broken_ = true;
    if (errno != EPIPE) spdlog::error("cannot write to standard output: {}", std::strerror(errno));
  }
  session_.end_now();
}

void StdioServer::close() { over_.happen(); }

}  // namespace crownd::server
