#include "match/engines/standard_error.hpp"

#include <fcntl.h>
#include <sys/eventfd.h>

#include <cerrno>
#include <cstring>
#include <sstream>

namespace crownd::match {

namespace {

using connection::ConnectionError;

constexpr std::size_t max_lines = 5;
constexpr std::size_t max_line_width = 200;
constexpr std::size_t max_tail_bytes = 4096;
/// A pipe holds no more by default.
constexpr std::size_t pipe_bytes = std::size_t{64} << 10;

}  // namespace

StandardError::StandardError(const std::optional<std::string>& file) : end_(::eventfd(0, EFD_CLOEXEC)) {
  try {
    if (file) file_.emplace(*file, "stderr=" + *file, true);
  } catch (const std::runtime_error& error) {
    throw ConnectionError(error.what());
  }
  std::array<int, 2> pipe{};
  if (!end_ || ::pipe2(pipe.data(), O_CLOEXEC) != 0)
    throw ConnectionError(std::string("standard error cannot be read: ") + std::strerror(errno));
  output_ = connection::Descriptor(pipe[0]);
  input_ = connection::Descriptor(pipe[1]);
  ::fcntl(output_.get(), F_SETFL, O_NONBLOCK);
  reader_ = std::jthread([this] {
    std::array<pollfd, 2> fds{{{output_.get(), POLLIN, 0}, {end_.get(), POLLIN, 0}}};
    while (connection::wait_for(fds, connection::Deadline::max()) && fds[1].revents == 0) read_available();
    read_available();
  });
}

StandardError::~StandardError() { ::eventfd_write(end_.get(), 1); }

void StandardError::read_available() {
  const std::lock_guard lock(mutex_);
  std::array<char, pipe_bytes> bytes;
  const auto count = ::read(output_.get(), bytes.data(), bytes.size());
  if (count <= 0) return;
  const std::string_view text(bytes.data(), static_cast<std::size_t>(count));
  if (file_) file_->write(text);
  tail_ += text;
  if (tail_.size() > max_tail_bytes) tail_.erase(0, tail_.size() - max_tail_bytes);
}

void StandardError::begin_game() {
  read_available();
  const std::lock_guard lock(mutex_);
  tail_.clear();
}

std::vector<std::string> StandardError::last_lines() {
  read_available();
  const std::lock_guard lock(mutex_);
  std::vector<std::string> lines;
  std::istringstream stream(tail_);
  for (std::string line; std::getline(stream, line);) {
    if (line.ends_with('\r')) line.pop_back();
    lines.push_back(wire::printable(first_characters(line, max_line_width)));
  }
  if (lines.size() > max_lines) lines.erase(lines.begin(), lines.end() - max_lines);
  return lines;
}

}  // namespace crownd::match
