#include "console/pipe_input.hpp"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace crownd::console {

std::optional<std::string> PipeInput::read() {
  std::size_t searched = 0, end = std::string::npos;
  while ((end = unread_.find('\n', searched)) == std::string::npos) {
    searched = unread_.size();
    if (!read_more()) break;
  }
  if (end == std::string::npos && unread_.empty()) return std::nullopt;
  std::string line = unread_.substr(0, end);
  unread_.erase(0, end == std::string::npos ? end : end + 1);
  if (!line.empty() && line.back() == '\r') line.pop_back();
  return line;
}

bool PipeInput::read_more() {
  while (true) {
    std::array<pollfd, 2> fds{{{STDIN_FILENO, POLLIN, 0}, {signals_.fd(), POLLIN, 0}}};
    if (::poll(fds.data(), fds.size(), -1) < 0) continue;
    if (fds[1].revents != 0) signals_.heed_ending();
    if (fds[0].revents == 0) continue;
    std::array<char, 4096> part{};
    const auto count = ::read(STDIN_FILENO, part.data(), part.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    unread_.append(part.data(), static_cast<std::size_t>(count));
    return true;
  }
}

}  // namespace crownd::console
