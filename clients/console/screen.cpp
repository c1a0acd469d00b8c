#include "console/screen.hpp"

#include <sys/ioctl.h>
#include <termcap.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

namespace crownd::console {

namespace {

constexpr std::size_t usual_width = 80;

std::string_view environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// Most terminals rewrap their lines when they get narrower. The Linux console, xterm and screen
/// cut them off.
bool breaks_lines_anew() {
  const bool in_xterm = !environment("XTERM_VERSION").empty() && environment("TMUX").empty();
  return environment("TERM") != "linux" && environment("STY").empty() && !in_xterm;
}

/// How many rows below its first row a text ends that was written at one width and is now shown at another. A row that
/// ended with a blank was not filled to its end, so the terminal does not join it with the next one.
std::size_t rows_to_end(std::wstring_view text, std::size_t old_width, std::size_t new_width) {
  std::size_t rows = 0;
  while (true) {
    std::size_t length = std::min(old_width, text.size());
    while (length < text.size() && text[length - 1] != L' ') length = std::min(length + old_width, text.size());
    if (length == text.size()) return rows + (length == 0 ? 0 : (length - 1) / new_width);
    rows += 1 + (length - 1) / new_width;
    text.remove_prefix(length);
  }
}

}  // namespace

std::size_t screen_width() {
  winsize size{};
  return ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : usual_width;
}

board::Colours colours_of_terminal() {
  constexpr int many = 256, eight = 8;
  const char* const terminal = std::getenv("TERM");
  if (terminal == nullptr || ::tgetent(nullptr, terminal) != 1) return board::Colours::none;
  const int count = ::tgetnum("Co");
  return count >= many ? board::Colours::many : count >= eight ? board::Colours::eight : board::Colours::none;
}

bool screen_is_dumb() { return environment("TERM").empty() || environment("TERM") == "dumb"; }

std::string removal(std::wstring_view text, std::size_t old_width) {
  const auto rows = rows_to_end(text, old_width, breaks_lines_anew() ? screen_width() : old_width);
  return (rows > 0 ? "\033[" + std::to_string(rows) + "A" : "") + "\r\033[J";
}

}  // namespace crownd::console
