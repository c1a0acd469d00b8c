#include "platform/system.hpp"
#include "training/table_output.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>

namespace crownd::training {

namespace fs = std::filesystem;

namespace {

constexpr int rights = 0644;

[[noreturn]] void fail(int error, const fs::path& path) {
  throw std::system_error(error, std::generic_category(), path.string());
}

int open_alone(const fs::path& path) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, rights);
  if (file < 0) fail(errno, path);
  const bool locked = ::flock(file, LOCK_EX | LOCK_NB) == 0;
  if (locked && ::ftruncate(file, 0) == 0) return file;
  const int error = locked ? errno : EBUSY;
  ::close(file);
  fail(error, path);
}

}  // namespace

OutputFile::OutputFile(fs::path path) : path_(std::move(path)), handle_(open_alone(path_)) {}

OutputFile::~OutputFile() {
  if (handle_ < 0) return;
  ::unlink(path_.c_str());
  ::close(static_cast<int>(handle_));
}

void OutputFile::write(std::span<const std::uint8_t> bytes) {
  while (!bytes.empty()) {
    const auto count = ::write(static_cast<int>(handle_), bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(errno, path_);
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
}

void OutputFile::keep_as(const fs::path& path) {
  if (::fsync(static_cast<int>(handle_)) != 0 || ::rename(path_.c_str(), path.c_str()) != 0) fail(errno, path_);
  ::close(static_cast<int>(std::exchange(handle_, -1)));
  const auto folder = path.parent_path();
  if (const auto error = platform::synchronise(folder)) throw std::system_error(error, folder.string());
}

}  // namespace crownd::training
