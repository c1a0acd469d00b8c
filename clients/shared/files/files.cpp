#include "files/files.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <set>

namespace crownd::files {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const std::string& file, const std::string& what,
                         FileError::Reason reason = FileError::Reason::other) {
  throw FileError(reason, "'" + file + "' " + what);
}

bool is_regular(const std::string& file) {
  std::error_code error;
  return !file.empty() && file != "-" && !fs::is_character_file(file, error);
}

}  // namespace

std::ifstream open_file(const std::string& file) {
  if (fs::is_directory(file)) refuse(file, "is a directory, not a file");
  if (fs::is_character_file(file) || fs::is_block_file(file)) refuse(file, "is a device, not a file");
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
  descriptor_ = net::Descriptor(::open(file_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC | flags, permissions));
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

void refuse_shared(const std::vector<std::string>& written, const std::vector<std::string>& read) {
  std::set<fs::path> taken;
  for (const auto& file : written) {
    if (!is_regular(file)) continue;
    std::error_code error;
    if (!taken.insert(fs::weakly_canonical(file, error)).second)
      refuse(file, "would be written twice; give each output a file of its own");
    for (const auto& input : read)
      if (is_regular(input) && fs::equivalent(input, file, error))
        refuse(file, "is one of the files that are read; name another file or folder to write to");
  }
}

bool write_all(const net::Descriptor& descriptor, std::string_view text) {
  while (!text.empty()) {
    const auto count = ::write(descriptor.get(), text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

}  // namespace crownd::files
