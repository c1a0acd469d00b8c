#include "training/table_output.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>

namespace crownd::training {

namespace fs = std::filesystem;

TableOutput::TableOutput(fs::path path) : path_(std::move(path)), unfinished_(path_.string() + ".unfinished") {
  constexpr int rights = 0644;
  file_ = ::open(unfinished_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, rights);
  if (file_ < 0) refuse(errno);
  if (::flock(file_, LOCK_EX | LOCK_NB) != 0) {
    ::close(file_);
    throw std::runtime_error("another process is writing " + unfinished_.string());
  }
  if (::ftruncate(file_, 0) != 0) {
    const int error = errno;
    ::close(file_);
    refuse(error);
  }
}

TableOutput::~TableOutput() {
  if (file_ < 0) return;
  ::unlink(unfinished_.c_str());
  ::close(file_);
}

void TableOutput::write(tables::Bytes bytes) {
  while (!bytes.empty()) {
    const auto count = ::write(file_, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) refuse(errno);
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
}

void TableOutput::finish() {
  if (::fsync(file_) != 0) refuse(errno);
  if (::rename(unfinished_.c_str(), path_.c_str()) != 0) refuse(errno);
  ::close(std::exchange(file_, -1));
  // fsync the folder as well, so that the file's name survives a crash of the system.
  const int folder = ::open(path_.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) refuse(errno);
  const int result = ::fsync(folder);
  const int error = errno;
  ::close(folder);
  if (result != 0) refuse(error);
}

void TableOutput::refuse(int error) const {
  throw std::runtime_error(path_.string() + " cannot be written: " + std::strerror(error));
}

}  // namespace crownd::training
