#include "terminal/console.hpp"

#include <langinfo.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <clocale>
#include <cstdlib>
#include <iostream>
#include <string>

namespace crownd::terminal {

namespace {

constexpr std::size_t usual_width = 80;

/// The convention of no-color.org: set and not empty.
bool colours_unwanted() {
  const char* const value = std::getenv("NO_COLOR");
  return value != nullptr && *value != '\0';
}

bool terminal_is_dumb() {
  const char* const value = std::getenv("TERM");
  return value == nullptr || std::string_view(value) == "dumb";
}

}  // namespace

Console::Console(Manner manner, bool ascii) {
  if (::isatty(STDIN_FILENO) == 0 || ::isatty(STDOUT_FILENO) == 0) return;
  std::setlocale(LC_CTYPE, "");
  interrupts_ = std::make_unique<Interrupts>();
  editor_ = std::make_unique<LineEditor>(*interrupts_);
  interactive_ = manner == Manner::interactive;
  const bool colour = !terminal_is_dumb() && !colours_unwanted();
  style_.bold = colour;
  if (!interactive_) return;
  can_remove_lines_ = !terminal_is_dumb();
  style_.colour = colour;
  style_.unicode = !ascii && std::string_view(::nl_langinfo(CODESET)) == "UTF-8";
}

std::size_t Console::width() const {
  winsize size{};
  return ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : usual_width;
}

void Console::say(std::string_view text) { std::cout << text << std::flush; }

void Console::say_line(std::string_view text) { std::cout << text << '\n' << std::flush; }

std::optional<std::string> Console::ask(const std::string& prompt, const Completions& completions) {
  while (is_terminal()) {
    auto input = editor_->read(prompt, completions);
    if (input.ending == LineEditor::Ending::line) return input.line;
    say("\n");
    if (input.ending == LineEditor::Ending::end_of_input) return std::nullopt;
    offer_to_leave();
  }
  say(prompt);
  std::string line;
  if (!std::getline(std::cin, line)) return std::nullopt;
  if (!line.empty() && line.back() == '\r') line.pop_back();
  return line;
}

bool Console::confirm(const std::string& question) { return !is_interactive() || answer_to(question) == Answer::yes; }

bool Console::confirm_leaving() { return !is_interactive() || wants_to_leave(); }

void Console::offer_to_leave() {
  if (wants_to_leave()) throw Leave();
}

bool Console::wants_to_leave() { return answer_to("Leave the game?") != Answer::no; }

Console::Answer Console::answer_to(const std::string& question) {
  const auto input = editor_->read(question + " (y/N) ", no_completions);
  if (input.ending != LineEditor::Ending::line) {
    say("\n");
    return Answer::none;
  }
  const bool yes = !input.line.empty() && (input.line.front() == 'y' || input.line.front() == 'Y');
  return yes ? Answer::yes : Answer::no;
}

void Console::progress(std::string_view text) {
  if (can_remove_lines_) say("\r\033[K" + std::string(text.substr(0, width() - 1)));
}

}  // namespace crownd::terminal
