#include "web/content/match_file.hpp"

#include "net/descriptor.hpp"
#include "web/content/site.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <utility>

namespace crownd::web {

namespace {

/// In seconds. File timestamps are coarse: a second change within one tick does not change the time.
constexpr time_t time_to_settle = 2;

/// At most one byte more than is allowed.
std::string contents(int fd, std::size_t expected) {
  std::string text(std::min(expected, MatchFile::max_bytes) + 1, '\0');
  std::size_t size = 0;
  while (size < text.size()) {
    const auto count = ::read(fd, text.data() + size, text.size() - size);
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
  auto text = contents(file.get(), static_cast<std::size_t>(about.st_size));
  if (text.size() > max_bytes)
    return {nullptr, "", "the file of --match is larger than " + std::to_string(max_bytes >> 20U) + " MiB"};
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
