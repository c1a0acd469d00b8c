#include "program/replace_file.hpp"

#include "program/beside.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace crownd::program {

namespace fs = std::filesystem;

namespace {

constexpr mode_t usual_permissions = 0666;  // before the umask
constexpr mode_t permission_bits = 0777;

[[noreturn]] void fail(const fs::path& path) { throw std::system_error(errno, std::generic_category(), path.string()); }

class OpenedFile {
 public:
  explicit OpenedFile(int descriptor) : descriptor_(descriptor) {}
  OpenedFile(const OpenedFile&) = delete;
  OpenedFile& operator=(const OpenedFile&) = delete;
  ~OpenedFile() { ::close(descriptor_); }

  [[nodiscard]] int descriptor() const { return descriptor_; }
  [[nodiscard]] bool write(std::string_view text) const {
    while (!text.empty()) {
      const auto count = ::write(descriptor_, text.data(), text.size());
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) return false;
      text.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
  }
  /// Some file systems cannot synchronise.
  [[nodiscard]] bool synchronise() const { return ::fsync(descriptor_) == 0 || errno == EINVAL || errno == ENOTSUP; }

 private:
  int descriptor_;
};

std::pair<fs::path, int> make_beside(const fs::path& path) {
  for (int tries = 1;; ++tries) {
    auto name = name_beside(path);
    const int file = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, usual_permissions);
    if (file >= 0) return {std::move(name), file};
    if (errno != EEXIST || tries == most_names) fail(path);
  }
}

void write_in_place(const fs::path& path, std::string_view text) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC);
  if (descriptor < 0) fail(path);
  if (!OpenedFile(descriptor).write(text)) fail(path);
}

/// So that the new name survives a crash of the system.
bool synchronise_folder_of(const fs::path& path) {
  const auto folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  return descriptor >= 0 && OpenedFile(descriptor).synchronise();
}

}  // namespace

void replace_file(const fs::path& path, std::string_view text, Durability durability) {
  struct stat old {};
  const bool is_there = ::stat(path.c_str(), &old) == 0;
  if (is_there && !S_ISREG(old.st_mode)) return write_in_place(path, text);

  const auto target = without_links(path);
  const bool durable = durability == Durability::synchronised;
  const auto [name, descriptor] = make_beside(target);
  bool done = false;
  {
    const OpenedFile file(descriptor);
    done = (!is_there || ::fchmod(descriptor, old.st_mode & permission_bits) == 0) && file.write(text) &&
           (!durable || file.synchronise()) && ::rename(name.c_str(), target.c_str()) == 0;
    if (!done) {
      const int error = errno;
      ::unlink(name.c_str());
      errno = error;
    }
  }
  if (!done || (durable && !synchronise_folder_of(target))) fail(path);
}

void expect_replaceable(const fs::path& path) {
  const auto [name, descriptor] = make_beside(without_links(path));
  ::close(descriptor);
  ::unlink(name.c_str());
}

}  // namespace crownd::program
