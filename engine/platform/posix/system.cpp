#include "platform/system.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <system_error>

namespace crownd::platform {

namespace fs = std::filesystem;

namespace {

fs::path variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// open(2) takes the lowest free number: this one, if those below it are open.
void open_if_closed(int descriptor, int mode) {
  if (::fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF) return;
  if (::open("/dev/null", mode) != descriptor) std::abort();  // nothing is open that could report this
}

}  // namespace

fs::path user_data_folder() {
  const auto data = variable("XDG_DATA_HOME"), home = variable("HOME");
  return data.empty() && !home.empty() ? home / ".local/share" : data;
}

std::vector<fs::path> machine_data_folders() { return {"/var/lib", "/usr/share"}; }

std::vector<std::string> data_folder_names() { return {"~/.local/share", "/var/lib", "/usr/share"}; }

fs::path program_data_folder() {
  std::error_code error;
  const auto program = fs::read_symlink("/proc/self/exe", error);
  return error ? "" : program.parent_path().parent_path() / "share" / "crownd";
}

void prefer_huge_pages([[maybe_unused]] void* start, [[maybe_unused]] std::size_t bytes) {
#ifdef MADV_HUGEPAGE
  madvise(start, bytes, MADV_HUGEPAGE);
#endif
}

std::size_t memory_bytes() {
  return static_cast<std::size_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

std::error_code synchronise(const fs::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const bool done = descriptor >= 0 && (::fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP);
  const std::error_code error(done ? 0 : errno, std::generic_category());
  if (descriptor >= 0) ::close(descriptor);
  return error;
}

void lower_thread_priority() {
  constexpr int niceness = 10;
  ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), niceness);
}

void prepare_process() {
  // A program that needs its input or output should fail, so these modes are the opposite ones.
  open_if_closed(STDIN_FILENO, O_WRONLY);
  open_if_closed(STDOUT_FILENO, O_RDONLY);
  open_if_closed(STDERR_FILENO, O_WRONLY);
  ::signal(SIGXFSZ, SIG_IGN);
}

}  // namespace crownd::platform
