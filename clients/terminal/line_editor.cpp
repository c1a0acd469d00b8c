#include "terminal/line_editor.hpp"

#include <histedit.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <termcap.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cwchar>
#include <initializer_list>
#include <iterator>

namespace crownd::terminal {

namespace {

constexpr std::size_t default_width = 80;

std::string_view environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// Most terminals rewrap lines when they get narrower; the Linux console, xterm and screen cut them off.
bool rewraps_lines() {
  const bool in_xterm = !environment("XTERM_VERSION").empty() && environment("TMUX").empty();
  return environment("TERM") != "linux" && environment("STY").empty() && !in_xterm;
}

/// The number of rows from the first to the last row of a text that was written at one width and is shown at another. A
/// terminal does not join a row that ended with a blank with the next one.
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

bool is_ignored(int signal) {
  struct sigaction action {};
  return ::sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

void add(sigset_t& set, std::initializer_list<int> signals) {
  for (const int signal : signals)
    if (!is_ignored(signal)) ::sigaddset(&set, signal);
}

constexpr wchar_t escape_key = L'\033';

/// An escape sequence that terminals send for a key, and its libedit command.
struct Key {
  std::wstring_view sequence;  ///< without ESC
  const wchar_t* command;
};

constexpr Key keys[] = {
    {L"[A", L"ed-prev-history"},     {L"OA", L"ed-prev-history"},      {L"[B", L"ed-next-history"},
    {L"OB", L"ed-next-history"},     {L"[C", L"ed-next-char"},         {L"OC", L"ed-next-char"},
    {L"[D", L"ed-prev-char"},        {L"OD", L"ed-prev-char"},         {L"[H", L"ed-move-to-beg"},
    {L"OH", L"ed-move-to-beg"},      {L"[1~", L"ed-move-to-beg"},      {L"[7~", L"ed-move-to-beg"},
    {L"[F", L"ed-move-to-end"},      {L"OF", L"ed-move-to-end"},       {L"[4~", L"ed-move-to-end"},
    {L"[8~", L"ed-move-to-end"},     {L"[3~", L"ed-delete-next-char"}, {L"[1;5C", L"em-next-word"},
    {L"[1;3C", L"em-next-word"},     {L"Oc", L"em-next-word"},         {L"f", L"em-next-word"},
    {L"[1;5D", L"ed-prev-word"},     {L"[1;3D", L"ed-prev-word"},      {L"Od", L"ed-prev-word"},
    {L"b", L"ed-prev-word"},         {L"d", L"em-delete-next-word"},   {L"\x7f", L"ed-delete-prev-word"},
    {L"\b", L"ed-delete-prev-word"},
};

/// Reads the rest of a key's sequence after ESC: an ECMA-48 control sequence or string, or the character of an Alt key.
/// `next` returns the next character, 0 if none has arrived. Returns the sequence if it is in `keys`, else an empty
/// text.
std::wstring read_key(const std::function<wchar_t()>& next) {
  std::wstring sequence;
  const auto take = [&] {
    const wchar_t character = next();
    if (character != 0 && character != escape_key) sequence += character;
    return character;
  };
  const auto is_final = [](wchar_t character) { return character >= L'@' && character <= L'~'; };
  const auto take_to_final = [&] {  // or to a control character, which no sequence contains
    for (wchar_t character = take(); character >= L' ' && !is_final(character);) character = take();
  };
  wchar_t first = take();
  const bool with_alt = first == escape_key;  // Alt and a key with a sequence of its own
  while (first == escape_key) first = take();
  if (first == L'O') take_to_final();
  if (first == L'[') {
    const wchar_t second = take();
    if (second == L'[') {  // a function key of the Linux console
      take();
    } else if (second == L'M') {  // a mouse button: three characters follow
      for (int i = 0; i < 3; ++i) take();
    } else if (second != 0 && !is_final(second)) {
      take_to_final();
    }
  }
  constexpr std::wstring_view string_beginnings = L"]PX^_";  // a string ends with BEL or ESC \.
  if (string_beginnings.find(first) != std::wstring_view::npos) {
    wchar_t character = take();
    while (character != 0 && character != L'\a' && character != escape_key) character = take();
    if (character == escape_key) take();
  }
  const bool known =
      std::any_of(std::begin(keys), std::end(keys), [&](const Key& key) { return key.sequence == sequence; });
  return known && !with_alt ? sequence : std::wstring();
}

constexpr int history_size = 500;
constexpr int forever = -1;
/// Characters of one key arrive faster, even over a network; typed characters come more slowly.
constexpr int milliseconds_in_key = 100;

bool same_beginning(std::string_view text, std::string_view beginning) {
  return text.size() >= beginning.size() &&
         std::equal(beginning.begin(), beginning.end(), text.begin(),
                    [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); });
}

/// The longest common prefix of the texts, in whole UTF-8 characters.
std::string common_beginning(const std::vector<std::string>& texts) {
  std::string_view common = texts.front();
  for (const auto& text : texts) {
    const auto differ = std::mismatch(common.begin(), common.end(), text.begin(), text.end());
    common = common.substr(0, static_cast<std::size_t>(differ.first - common.begin()));
  }
  const auto inside_character = [&] {
    return common.size() < texts.front().size() && (texts.front()[common.size()] & 0xC0) == 0x80;
  };
  while (inside_character()) common.remove_suffix(1);
  return std::string(common);
}

std::wstring wide(const std::string& text) {
  std::wstring characters(text.size(), L'\0');
  const auto count = std::mbstowcs(characters.data(), text.c_str(), characters.size());
  characters.resize(count == static_cast<std::size_t>(-1) ? 0 : count);
  return characters;
}

termios terminal_mode() {
  termios mode{};
  ::tcgetattr(STDIN_FILENO, &mode);
  return mode;
}

/// Keeps input that was typed before.
void set_terminal_mode(const termios& mode) { ::tcsetattr(STDIN_FILENO, TCSADRAIN, &mode); }

}  // namespace

std::size_t screen_width() {
  winsize size{};
  return ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : default_width;
}

Colours colours_of_terminal() {
  constexpr int many = 256, eight = 8;
  if (::tgetent(nullptr, std::string(environment("TERM")).c_str()) != 1) return Colours::none;
  const int count = ::tgetnum("Co");
  return count >= many ? Colours::many : count >= eight ? Colours::eight : Colours::none;
}

bool colours_unwanted() { return !environment("NO_COLOR").empty(); }

bool screen_is_dumb() { return environment("TERM").empty() || environment("TERM") == "dumb"; }

std::string removal(std::wstring_view text, std::size_t old_width) {
  const auto rows = rows_to_end(text, old_width, rewraps_lines() ? screen_width() : old_width);
  return (rows > 0 ? "\033[" + std::to_string(rows) + "A" : "") + "\r\033[J";
}

Signals::Signals(bool at_terminal) {
  sigset_t blocked;
  ::sigemptyset(&blocked);
  add(blocked, {SIGHUP, SIGTERM});
  if (at_terminal) add(blocked, {SIGINT, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH});
  ::pthread_sigmask(SIG_BLOCK, &blocked, &before_);
  fd_ = net::Descriptor(::signalfd(-1, &blocked, SFD_NONBLOCK | SFD_CLOEXEC));
}

Signals::~Signals() {
  take();
  ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

Signals::Received Signals::take() {
  Received received;
  signalfd_siginfo info{};
  while (::read(fd_.get(), &info, sizeof info) == static_cast<ssize_t>(sizeof info)) {
    switch (static_cast<int>(info.ssi_signo)) {
      case SIGINT: received.interrupt = true; break;
      case SIGTSTP: received.stop = true; break;
      case SIGCONT: received.resumed = true; break;
      case SIGWINCH: received.resized = true; break;
      default: received.ending = static_cast<int>(info.ssi_signo); break;
    }
  }
  return received;
}

void Signals::stop_program() {
  sigset_t stop, before;
  ::sigemptyset(&stop);
  ::sigaddset(&stop, SIGTSTP);
  ::pthread_sigmask(SIG_UNBLOCK, &stop, &before);
  ::raise(SIGTSTP);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void Signals::check_ending() {
  if (const int signal = take().ending; signal != 0) throw Ended{signal};
}

LineEditor::LineEditor(Signals& signals)
    : signals_(signals),
      original_(terminal_mode()),
      editor_(::el_init("crown", stdin, stdout, stderr)),
      history_(::history_init()) {
  HistEvent event;
  ::history(history_, &event, H_SETSIZE, history_size);
  ::history(history_, &event, H_SETUNIQUE, 1);
  ::el_set(editor_, EL_CLIENTDATA, this);
  ::el_set(editor_, EL_EDITOR, "emacs");
  ::el_set(editor_, EL_SETTY, "-x", "-echo", "-icanon", nullptr);  // no echo between prompts
  ::el_set(editor_, EL_PREP_TERM, 1);
  ::el_set(editor_, EL_HIST, &::history, history_);
  ::el_set(editor_, EL_PROMPT, &prompt);
  ::el_set(editor_, EL_GETCFN, &read_character);
  ::el_wset(editor_, EL_ADDFN, L"complete-move", L"Complete a move or a command", &complete);
  ::el_set(editor_, EL_BIND, "^I", "complete-move", nullptr);
  ::el_set(editor_, EL_BIND, "^R", "em-inc-search-prev", nullptr);
  for (const auto& key : keys)
    ::el_wset(editor_, EL_BIND, (escape_key + std::wstring(key.sequence)).c_str(), key.command, nullptr);
  ::el_set(editor_, EL_SETTY, "-x", "-echo", "-icanon", nullptr);  // the mode between two lines
  mode_ = between_lines_ = terminal_mode();
}

LineEditor::~LineEditor() {
  ::history_end(history_);
  ::el_end(editor_);
}

LineEditor::Input LineEditor::read(const std::string& prompt_text, const Completions& completions) {
  prompt_ = prompt_text;
  completions_ = completions;
  interrupted_ = false;
  ending_signal_ = 0;
  key_.clear();
  width_ = screen_width();
  ::el_set(editor_, EL_PREP_TERM, 1);  // before the prompt, so that keys typed early are not lost
  mode_ = terminal_mode();
  int length = 0;
  const char* const text = ::el_gets(editor_, &length);
  mode_ = between_lines_;
  if (ending_signal_ != 0) throw Ended{ending_signal_};
  if (interrupted_) return {Ending::interrupt, {}};
  const bool ended = text == nullptr || length <= 0;
  if (ended && ::isatty(STDIN_FILENO) == 0) throw Ended{SIGHUP};  // the terminal has closed
  if (ended) return {Ending::end_of_input, {}};
  std::string line(text, static_cast<std::size_t>(length));
  while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.pop_back();
  HistEvent event;
  if (!line.empty()) ::history(history_, &event, H_ENTER, line.c_str());
  return {Ending::line, line};
}

void LineEditor::stop_program() {
  set_terminal_mode(original_);
  Signals::stop_program();
  resume();
}

void LineEditor::resume() { set_terminal_mode(mode_); }

LineEditor& LineEditor::of(EditLine* editor) {
  void* data = nullptr;
  ::el_get(editor, EL_CLIENTDATA, &data);
  return *static_cast<LineEditor*>(data);
}

char* LineEditor::prompt(EditLine* editor) { return of(editor).prompt_.data(); }

/// Passes libedit a character. Skips unknown keys: libedit would insert the end of their sequences as text.
int LineEditor::read_character(EditLine* editor, wchar_t* character) {
  auto& self = of(editor);
  while (self.key_.empty()) {
    const int count = self.read_from_terminal(character, forever);
    if (count != 1 || *character != escape_key) return count;
    int got = 1;
    self.key_ = read_key([&] {
      wchar_t next = 0;
      if (got == 1) got = self.read_from_terminal(&next, milliseconds_in_key);
      return got == 1 ? next : L'\0';
    });
    if (got < 0) return got;
    if (!self.key_.empty()) return 1;  // the ESC
  }
  *character = self.key_.front();
  self.key_.erase(0, 1);
  return 1;
}

int LineEditor::read_from_terminal(wchar_t* character, int milliseconds) {
  std::mbstate_t state{};
  while (true) {
    std::array<pollfd, 2> fds{{{STDIN_FILENO, POLLIN, 0}, {signals_.fd(), POLLIN, 0}}};
    const int ready = ::poll(fds.data(), fds.size(), milliseconds);
    if (ready == 0) return 0;
    if (ready < 0) continue;
    if (fds[1].revents != 0 && signal_ends_line()) return -1;
    if (fds[0].revents == 0) continue;
    char byte = 0;
    if (::read(STDIN_FILENO, &byte, 1) != 1) {  // the terminal has closed; Ctrl-D would be a character
      ending_signal_ = SIGHUP;
      return -1;
    }
    const auto length = std::mbrtowc(character, &byte, 1, &state);
    if (length == static_cast<std::size_t>(-1)) state = {};
    if (length <= 1) return 1;
  }
}

bool LineEditor::signal_ends_line() {
  const auto received = signals_.take();
  interrupted_ = received.interrupt;
  ending_signal_ = received.ending;
  if (received.stop) stop_program();
  if (received.resumed) resume();
  if (received.resumed || received.resized) redraw();
  return interrupted_ || ending_signal_ != 0;
}

void LineEditor::redraw() {
  const LineInfoW* const info = ::el_wline(editor_);
  const auto shown = wide(prompt_).append(info->buffer, static_cast<std::size_t>(info->cursor - info->buffer));
  if (!screen_is_dumb()) std::fputs(removal(shown, width_).c_str(), stdout);
  width_ = screen_width();
  ::el_resize(editor_);
  ::el_set(editor_, EL_REFRESH);
}

unsigned char LineEditor::complete(EditLine* editor, int) { return of(editor).complete_line(); }

unsigned char LineEditor::complete_line() {
  const LineInfo* const info = ::el_line(editor_);
  const std::string_view typed(info->buffer, static_cast<std::size_t>(info->cursor - info->buffer));
  auto fitting = completions_ ? completions_(typed) : std::vector<std::string>();
  std::erase_if(fitting, [&](const std::string& text) { return !same_beginning(text, typed); });
  if (fitting.empty()) return CC_REFRESH_BEEP;
  const auto common = common_beginning(fitting);
  if (common.size() > typed.size()) {
    ::el_insertstr(editor_, common.substr(typed.size()).c_str());
    return CC_REFRESH;
  }
  if (fitting.size() == 1) return CC_REFRESH;
  std::sort(fitting.begin(), fitting.end());
  const auto last_part = typed.find_last_of(" /") + 1;  // the last word, or the last part of a path
  std::string list = "\n";
  for (const auto& text : fitting) list += text.substr(last_part) + "  ";
  std::fputs((list + "\n").c_str(), stdout);
  return CC_REDISPLAY;
}

}  // namespace crownd::terminal
