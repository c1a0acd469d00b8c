#include "server/token_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

namespace crownd::server {

namespace {

constexpr mode_t rights_of_others = 077;
constexpr mode_t rights_of_everybody = 007;

/// systemd gives a service its credentials in a directory that nobody else can enter (LoadCredential=); there the group
/// bits stand for the service's own access.
bool is_credential(const std::string& path) {
  const char* const directory = std::getenv("CREDENTIALS_DIRECTORY");
  return directory != nullptr && *directory != 0 && path.starts_with(std::string(directory) + "/");
}

/// RAII: closes the file.
class File {
 public:
  explicit File(const std::string& path) : fd_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() {
    if (fd_ >= 0) ::close(fd_);
  }
  [[nodiscard]] int get() const { return fd_; }

 private:
  int fd_;
};

/// Reads enough for the first line.
std::string beginning_of(const File& file) {
  std::array<char, 4096> bytes{};
  const auto count = ::read(file.get(), bytes.data(), bytes.size());
  return {bytes.data(), count > 0 ? static_cast<std::size_t>(count) : 0};
}

}  // namespace

std::string read_token_file(const std::string& path) {
  const auto refuse = [&](const std::string& why) -> std::runtime_error {
    return std::runtime_error("the token file '" + path + "' " + why);
  };
  const File file(path);
  struct stat about {};
  if (file.get() < 0 || ::fstat(file.get(), &about) != 0)
    throw refuse(std::string("cannot be read: ") + std::strerror(errno));
  if ((about.st_mode & (is_credential(path) ? rights_of_everybody : rights_of_others)) != 0)
    throw refuse("can be used by others than its owner; chmod 600 makes it yours alone");
  const auto text = beginning_of(file);
  const auto line = text.substr(0, text.find('\n'));
  constexpr auto blanks = " \t\r";
  const auto from = line.find_first_not_of(blanks);
  if (from == std::string::npos) throw refuse("has no token in its first line");
  return line.substr(from, line.find_last_not_of(blanks) - from + 1);
}

}  // namespace crownd::server
