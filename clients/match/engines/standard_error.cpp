#include "match/engines/standard_error.hpp"

#include "wire/words.hpp"

#include <fcntl.h>
#include <sys/mman.h>

#include <cerrno>
#include <cstring>
#include <sstream>

namespace crownd::match {

namespace {

constexpr std::size_t max_lines = 5;
constexpr std::size_t max_line_width = 200;
constexpr off_t max_tail_bytes = 4096;
constexpr int file_mode = 0666;
/// The size in memory; the engine cannot write more.
constexpr off_t max_bytes = off_t{16} << 20;

}  // namespace

StandardError::StandardError(const std::optional<std::string>& file) : in_memory_(!file) {
  if (file) {
    descriptor_ = connection::Descriptor(::open(file->c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, file_mode));
    if (!descriptor_)
      throw connection::ConnectionError("stderr=" + *file + " cannot be written: " + std::strerror(errno));
  } else {
    descriptor_ = connection::Descriptor(::memfd_create("errors", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    if (::ftruncate(descriptor_.get(), max_bytes) != 0 ||
        ::fcntl(descriptor_.get(), F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK) != 0)
      throw connection::ConnectionError(std::string("standard error cannot be kept: ") + std::strerror(errno));
  }
  begin_game();
}

void StandardError::begin_game() {
  if (in_memory_) {
    ::fallocate(descriptor_.get(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, max_bytes);
    ::lseek(descriptor_.get(), 0, SEEK_SET);  // the engine shares this offset
  }
  begin_ = end();
}

off_t StandardError::end() const {
  return std::max<off_t>(0, ::lseek(descriptor_.get(), 0, in_memory_ ? SEEK_CUR : SEEK_END));
}

std::vector<std::string> StandardError::last_lines() const {
  const auto written = end();
  const auto from = std::max(begin_, written - max_tail_bytes);
  std::string text(static_cast<std::size_t>(std::max<off_t>(0, written - from)), '\0');
  const auto count = ::pread(descriptor_.get(), text.data(), text.size(), from);
  text.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    if (line.ends_with('\r')) line.pop_back();
    lines.push_back(wire::printable(line.substr(0, max_line_width)));
  }
  if (lines.size() > max_lines) lines.erase(lines.begin(), lines.end() - max_lines);
  return lines;
}

}  // namespace crownd::match
