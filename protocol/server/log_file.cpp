#include "server/log_file.hpp"

#include "net/regular_file.hpp"

#include <fcntl.h>
#include <spdlog/common.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace crownd::server {

namespace {

constexpr mode_t rights = 0666;  // less the umask

net::Descriptor open_log(const std::string& path) {
  const auto refuse = [&](const std::string& why) {
    return std::runtime_error("cannot log to '" + path + "': " + why);
  };
  struct stat about {};
  if (::stat(path.c_str(), &about) == 0)
    if (const auto why = net::why_not_regular(about); !why.empty()) throw refuse("it " + why);
  // O_NONBLOCK: a pipe that has taken its place just now is not waited for.
  net::Descriptor file(::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, rights));
  if (!file) throw refuse(std::strerror(errno));
  return file;
}

}  // namespace

LogFile::LogFile(std::string path) : path_(std::move(path)), file_(open_log(path_)) {}

void LogFile::reopen() {
  const auto fresh = open_log(path_);
  if (::dup3(fresh.get(), file_.get(), O_CLOEXEC) < 0)
    throw std::runtime_error("cannot log to '" + path_ + "': " + std::strerror(errno));
}

void LogFile::sink_it_(const spdlog::details::log_msg& message) {
  spdlog::memory_buf_t line;
  formatter_->format(message, line);
  for (std::string_view rest(line.data(), line.size()); !rest.empty();) {
    const auto count = ::write(file_.get(), rest.data(), rest.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw std::runtime_error(path_ + ": " + std::strerror(errno));
    rest.remove_prefix(static_cast<std::size_t>(count));
  }
}

}  // namespace crownd::server
