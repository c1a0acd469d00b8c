#include "terminal/console.hpp"

#include <langinfo.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <clocale>
#include <cstdlib>
#include <cstring>
#include <iostream>

namespace crownd::terminal {

std::optional<std::string> Console::read_pipe() {
  std::size_t searched = 0, end = std::string::npos;
  while ((end = unread_.find('\n', searched)) == std::string::npos) {
    searched = unread_.size();
    if (!read_more()) break;
  }
  if (end == std::string::npos && unread_.empty()) return std::nullopt;
  std::string line = unread_.substr(0, end);
  unread_.erase(0, end == std::string::npos ? end : end + 1);
  if (!line.empty() && line.back() == '\r') line.pop_back();
  return line;
}

bool Console::read_more() {
  while (true) {
    std::array<pollfd, 2> fds{{{STDIN_FILENO, POLLIN, 0}, {signals_.fd(), POLLIN, 0}}};
    if (::poll(fds.data(), fds.size(), -1) < 0) continue;
    if (fds[1].revents != 0) signals_.check_ending();
    if (fds[0].revents == 0) continue;
    std::array<char, 4096> part{};
    const auto count = ::read(STDIN_FILENO, part.data(), part.size());
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (count < 0 && errno != ECONNRESET)
      throw StreamLost("standard input cannot be read: " + std::string(std::strerror(errno)));
    if (count <= 0) return false;
    unread_.append(part.data(), static_cast<std::size_t>(count));
    return true;
  }
}

void flush_output() {
  static const bool to_terminal = ::isatty(STDOUT_FILENO) != 0;  // false once the terminal is gone
  if (std::cout.flush()) return;
  const bool reader_is_gone = errno == EPIPE;
  std::cout.clear();
  if (!to_terminal && !reader_is_gone) throw StreamLost("standard output cannot be written");
}

bool is_at_terminal() { return ::isatty(STDIN_FILENO) != 0 && ::isatty(STDOUT_FILENO) != 0; }

Console::Console(DisplayMode mode, bool ascii) : signals_(is_at_terminal()) {
  if (!is_at_terminal()) return;
  std::setlocale(LC_CTYPE, "");
  editor_ = std::make_unique<LineEditor>(signals_);
  interactive_ = mode == DisplayMode::interactive;
  style_.bold = mode != DisplayMode::plain && !screen_is_dumb() && !colours_unwanted();
  if (!interactive_) return;
  can_remove_lines_ = !screen_is_dumb();
  style_.colours = style_.bold ? colours_of_terminal() : Colours::none;
  // Terminals with few colours usually lack the symbols too.
  style_.unicode = !ascii && style_.colours == Colours::many && std::string_view(::nl_langinfo(CODESET)) == "UTF-8";
}

void Console::print(std::string_view text) {
  std::cout << text;
  flush_output();
}

void Console::print_line(std::string_view text) {
  std::cout << text << '\n';
  flush_output();
}

std::optional<std::string> Console::ask(const std::string& prompt, const Completions& completions) {
  while (editor_) {
    auto input = editor_->read(prompt, completions);
    if (input.ending == LineEditor::Ending::line) return input.line;
    print("\n");
    if (input.ending == LineEditor::Ending::end_of_input) return std::nullopt;
    offer_to_leave();
  }
  print(prompt);
  return read_pipe();
}

std::optional<bool> Console::answer_to(const std::string& question) {
  const auto input = editor_->read(question + " (y/N) ", {});
  if (input.ending == LineEditor::Ending::line) return input.line.starts_with('y') || input.line.starts_with('Y');
  print("\n");
  return std::nullopt;
}

bool Console::interrupted() {
  const auto received = signals_.take();
  if (received.ending != 0) throw Ended{received.ending};
  if (received.stop) {
    const auto text = progress_;
    progress("");
    editor_->stop_program();
    progress(text);
  }
  if (received.resumed) editor_->resume();
  if (received.resized && !progress_.empty()) progress(std::string(progress_));
  return received.interrupt;
}

void Console::progress(std::string_view text) {
  if (!can_remove_lines_) return;
  const auto shown = std::wstring(progress_.begin(), progress_.end()).substr(0, progress_width_ - 1);
  const auto old = removal(shown, progress_width_);
  progress_ = text;
  progress_width_ = screen_width();
  print(old + progress_.substr(0, progress_width_ - 1));
}

}  // namespace crownd::terminal
