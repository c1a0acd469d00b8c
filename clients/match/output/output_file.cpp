#include "match/output/output_file.hpp"

#include "files/write_all.hpp"

#include <fcntl.h>

#include <cerrno>
#include <cstring>
#include <iostream>
#include <stdexcept>
#include <utility>

namespace crownd::match {

namespace {

/// Mode of a new file, before the umask.
constexpr int permissions = 0666;

/// A pipe that no program reads is refused (ENXIO): no signal would end the wait for a reader.
int open_to_write(const std::string& file, int flags) {
  const int fd = ::open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK | flags, permissions);
  if (fd >= 0) ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) & ~O_NONBLOCK);
  return fd;
}

}  // namespace

OutputFile::OutputFile(const std::string& file, std::string name, Begin begin)
    : OutputFile(open_to_write(file, begin == Begin::anew ? O_TRUNC : O_APPEND), std::move(name)) {}

OutputFile OutputFile::standard_output() { return {::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0), "standard output"}; }

OutputFile::OutputFile(int fd, std::string name) : name_(std::move(name)), descriptor_(fd) {
  if (!descriptor_) throw std::runtime_error(complaint());
}

void OutputFile::write(std::string_view text) {
  if (failed_ || files::write_all(descriptor_, text)) return;
  failed_ = true;
  std::cerr << "crown-match: " + complaint() + '\n';
}

std::string OutputFile::complaint() const {
  return name_ + " cannot be written: " + (errno == ENXIO ? "no program reads the pipe" : std::strerror(errno));
}

void LineSet::add(std::string_view text) {
  while (!text.empty()) {
    const auto end = text.find('\n');
    lines_.emplace(text.substr(0, end));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
}

bool LineSet::holds(std::string_view text) const {
  while (!text.empty()) {
    const auto end = text.find('\n');
    if (end == std::string_view::npos) {
      const auto found = lines_.lower_bound(text);
      return found != lines_.end() && found->starts_with(text);
    }
    if (!lines_.contains(text.substr(0, end))) return false;
    text.remove_prefix(end + 1);
  }
  return true;
}

}  // namespace crownd::match
