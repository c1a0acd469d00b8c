#include "files/line_log.hpp"

#include "files/write_all.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iterator>

namespace crownd::files {

namespace {

[[noreturn]] void refuse(const std::string& file, const std::string& what,
                         FileError::Reason reason = FileError::Reason::other) {
  throw FileError(reason, "'" + file + "' " + what);
}

}  // namespace

std::ifstream open_file(const std::string& file) {
  if (std::filesystem::is_directory(file)) refuse(file, "is a directory, not a file");
  if (std::filesystem::is_character_file(file) || std::filesystem::is_block_file(file))
    refuse(file, "is a device, not a file");
  std::ifstream stream(file, std::ios::binary);
  if (!stream) refuse(file, "cannot be read: " + std::string(std::strerror(errno)));
  return stream;
}

std::string read_file(const std::string& file) {
  auto stream = open_file(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

LineLog::LineLog(const std::string& file) : file_(file) { open(O_CREAT | O_EXCL); }

LineLog::LineLog(const std::string& file, std::size_t bytes) : file_(file) {
  open(0);
  if (read_file(file).rfind('\n') + 1 != bytes) refuse(file, "is being written by another program");
  if (::ftruncate(descriptor_.get(), static_cast<off_t>(bytes)) != 0)
    refuse(file, "cannot be cut: " + std::string(std::strerror(errno)));
}

void LineLog::open(int flags) {
  constexpr int permissions = 0644;
  descriptor_ = connection::Descriptor(::open(file_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC | flags, permissions));
  if (!descriptor_ && errno == EEXIST) refuse(file_, "exists", FileError::Reason::exists);
  if (!descriptor_) refuse(file_, "cannot be written: " + std::string(std::strerror(errno)));
  if (::flock(descriptor_.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    refuse(file_, "is in use", FileError::Reason::in_use);
}

void LineLog::add(const std::string& line) {
  if (!write_all(descriptor_, line + '\n')) refuse(file_, "cannot be written: " + std::string(std::strerror(errno)));
  if (::fsync(descriptor_.get()) != 0 && errno != EINVAL && errno != ENOTSUP)
    refuse(file_, "cannot be saved: " + std::string(std::strerror(errno)));
}

}  // namespace crownd::files
