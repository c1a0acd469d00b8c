#include "web/desktop.hpp"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

namespace crownd::web {

namespace {

bool is_set(const char* name) {
  const char* const value = std::getenv(name);
  return value != nullptr && *value != 0;
}

}  // namespace

void open_in_browser(const std::string& url) {
  if (!is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY")) return;
  // The browser may outlive us, so the shell puts it in the background. Its output would mix with ours.
  const char* const script = "command -v xdg-open >/dev/null && xdg-open \"$0\" </dev/null >/dev/null 2>&1 &";
  const std::array<const char*, 5> command{"sh", "-c", script, url.c_str(), nullptr};
  pid_t shell = -1;
  auto* const arguments = const_cast<char* const*>(command.data());  // NOLINT: POSIX does not modify it
  if (::posix_spawnp(&shell, "sh", nullptr, nullptr, arguments, environ) == 0) ::waitpid(shell, nullptr, 0);
}

}  // namespace crownd::web
