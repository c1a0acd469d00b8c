#include "match/report/live_area.hpp"

#include <sys/ioctl.h>

namespace crownd::match {

std::string LiveArea::show(const std::vector<std::string>& lines, std::size_t columns) {
  auto text = clear();
  for (const auto& line : lines) {
    if (shown_++ > 0) text += '\n';
    text += line.substr(0, columns - 1);  // some terminals wrap after the last column
  }
  return text;
}

std::string LiveArea::clear() {
  if (shown_ == 0) return "";
  const auto up = shown_ > 1 ? "\033[" + std::to_string(shown_ - 1) + 'A' : "";
  shown_ = 0;
  return '\r' + up + "\033[J";
}

std::size_t columns_of(int descriptor) {
  constexpr std::size_t usual = 80;
  winsize size{};
  if (::ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col < 2) return usual;
  return size.ws_col;
}

}  // namespace crownd::match
