#include "web/content/match_file.hpp"

#include "net/descriptor.hpp"
#include "web/content/site.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <ctime>
#include <utility>

namespace crownd::web {

namespace {

/// In seconds. File timestamps are coarse: a second change within one tick does not change the time.
constexpr time_t time_to_settle = 2;

/// Where reading begins, for a file of this size. It moves on rarely: what is read mostly grows at its end alone.
std::size_t beginning(std::size_t size) {
  constexpr auto step = MatchFile::max_bytes / 2;
  return size <= MatchFile::max_bytes ? 0 : (size / step - 1) * step;
}

/// From `begin` to the size that the file had when it was looked at.
std::string contents(int fd, std::size_t begin, std::size_t end) {
  std::string text(end - begin, '\0');
  std::size_t size = 0;
  while (size < text.size()) {
    const auto count = ::pread(fd, text.data() + size, text.size() - size, static_cast<off_t>(begin + size));
    if (count <= 0) break;
    size += static_cast<std::size_t>(count);
  }
  text.resize(size);
  return text;
}

}  // namespace

MatchFile::Reading MatchFile::read() {
  if (path_.empty()) return {nullptr, "", "no match is shown here: start crown-web with --match FILE"};
  // Opening a pipe without a writer must not block.
  const net::Descriptor file(::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat about {};
  if (!file || ::fstat(file.get(), &about) != 0 || !S_ISREG(about.st_mode))
    return {nullptr, "", "the file of --match is not there yet, or cannot be read"};
  if (is_latest(about)) return latest_;
  const auto size = static_cast<std::size_t>(about.st_size);
  const auto begin = beginning(size);
  auto text = contents(file.get(), begin, size);
  if (begin > 0) {
    const auto end_of_line = text.find('\n');
    if (end_of_line == std::string::npos)
      return {nullptr, "", "the file of --match has a line of more than " + std::to_string(max_bytes >> 21U) + " MiB"};
    text.erase(0, end_of_line + 1);
  }
  auto tag = tag_of(text);
  if (tag != latest_.tag) latest_ = {std::make_shared<const std::string>(std::move(text)), std::move(tag), ""};
  state_ = about;
  settled_ = ::time(nullptr) - about.st_mtim.tv_sec > time_to_settle;
  return latest_;
}

bool MatchFile::is_latest(const struct stat& about) const {
  return settled_ && about.st_ino == state_.st_ino && about.st_size == state_.st_size &&
         about.st_mtim.tv_sec == state_.st_mtim.tv_sec && about.st_mtim.tv_nsec == state_.st_mtim.tv_nsec;
}

}  // namespace crownd::web
