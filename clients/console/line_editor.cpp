#include "console/line_editor.hpp"

#include "console/key_sequence.hpp"
#include "console/screen.hpp"

#include <histedit.h>
#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cwchar>
#include <string_view>
#include <utility>

namespace crownd::console {

namespace {

constexpr int history_size = 500;
constexpr int forever = -1;
/// The characters of one key follow each other sooner, also over a network. Nobody types that fast.
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

/// Where the last word, or the last part of a path, begins.
std::size_t last_part(std::string_view typed) { return typed.find_last_of(" /") + 1; }

}  // namespace

/// Terminal attributes (termios): echo, line or character mode, and so on.
class TerminalMode {
 public:
  static TerminalMode now() {
    TerminalMode mode;
    ::tcgetattr(STDIN_FILENO, &mode.settings_);
    return mode;
  }
  /// Keeps input that was typed before.
  void apply() const { ::tcsetattr(STDIN_FILENO, TCSADRAIN, &settings_); }

 private:
  termios settings_{};
};

/// The library's handles. Its callbacks get the EditLine only, whose client data points here.
class LineEditor::Library {
 public:
  explicit Library(Signals& signals)
      : signals_(signals), editor_(::el_init("crown", stdin, stdout, stderr)), history_(::history_init()) {
    HistEvent event;
    ::history(history_, &event, H_SETSIZE, history_size);
    ::history(history_, &event, H_SETUNIQUE, 1);
    ::el_set(editor_, EL_CLIENTDATA, this);
    ::el_set(editor_, EL_EDITOR, "emacs");
    ::el_set(editor_, EL_SETTY, "-x", "-echo", "-icanon", nullptr);  // what is typed between prompts waits, unseen
    ::el_set(editor_, EL_PREP_TERM, 1);
    ::el_set(editor_, EL_HIST, &::history, history_);
    ::el_set(editor_, EL_PROMPT, &prompt);
    ::el_set(editor_, EL_GETCFN, &read_character);
    ::el_wset(editor_, EL_ADDFN, L"complete-move", L"Complete a move or a command", &complete);
    ::el_set(editor_, EL_BIND, "^I", "complete-move", nullptr);
    ::el_set(editor_, EL_BIND, "^R", "em-inc-search-prev", nullptr);
    for (const auto& key : keys) bind(key);
    ::el_set(editor_, EL_SETTY, "-x", "-echo", "-icanon", nullptr);  // the mode between two lines
    mode_ = between_lines_ = TerminalMode::now();
  }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;
  ~Library() {
    ::history_end(history_);
    ::el_end(editor_);
  }

  void stop_program() {
    original_.apply();
    Signals::stop_program();
    resume();
  }

  void resume() { mode_.apply(); }

  Input read(const std::string& prompt_text, const Completions& completions) {
    prompt_ = prompt_text;
    completions_ = completions;
    interrupted_ = false;
    ending_signal_ = 0;
    key_.clear();
    width_ = screen_width();
    ::el_set(editor_, EL_PREP_TERM, 1);  // before the prompt, so that keys typed early are not lost
    mode_ = TerminalMode::now();
    int length = 0;
    const char* const text = ::el_gets(editor_, &length);
    mode_ = between_lines_;
    if (ending_signal_ != 0) throw Ended{ending_signal_};
    if (interrupted_) return {Ending::interrupt, {}};
    const bool ended = text == nullptr || length <= 0;
    if (ended && ::isatty(STDIN_FILENO) == 0) throw Ended{SIGHUP};  // it closed before the library read from it
    if (ended) return {Ending::end_of_input, {}};
    std::string line(text, static_cast<std::size_t>(length));
    while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.pop_back();
    HistEvent event;
    if (!line.empty()) ::history(history_, &event, H_ENTER, line.c_str());
    return {Ending::line, line};
  }

 private:
  static Library& of(EditLine* editor) {
    void* data = nullptr;
    ::el_get(editor, EL_CLIENTDATA, &data);
    return *static_cast<Library*>(data);
  }

  static char* prompt(EditLine* editor) { return of(editor).prompt_.data(); }

  void bind(const Key& key) {
    std::wstring sequence(1, escape);
    sequence += key.sequence;
    const std::string command(key.command);
    ::el_wset(editor_, EL_BIND, sequence.c_str(), wide(command).c_str(), nullptr);
  }

  /// Passes the library a character of the terminal. Keys that it does not know are left out: of their sequences, it
  /// would take the end for text.
  static int read_character(EditLine* editor, wchar_t* character) {
    auto& self = of(editor);
    while (self.key_.empty()) {
      const int count = self.read_from_terminal(character, forever);
      if (count != 1 || *character != escape) return count;
      int got = 1;
      self.key_ = read_key([&]() -> std::optional<wchar_t> {
        wchar_t next = 0;
        if (got == 1) got = self.read_from_terminal(&next, milliseconds_in_key);
        return got == 1 ? std::optional(next) : std::nullopt;
      });
      if (got < 0) return got;
      if (!self.key_.empty()) return 1;  // the ESC
    }
    *character = self.key_.front();
    self.key_.erase(0, 1);
    return 1;
  }

  /// Reads one character, of any number of bytes; -1 after a signal that ends the line, 0 if none came in time.
  int read_from_terminal(wchar_t* character, int milliseconds) {
    std::mbstate_t state{};
    while (true) {
      std::array<pollfd, 2> fds{{{STDIN_FILENO, POLLIN, 0}, {signals_.fd(), POLLIN, 0}}};
      const int ready = ::poll(fds.data(), fds.size(), milliseconds);
      if (ready == 0) return 0;
      if (ready < 0) continue;
      if (fds[1].revents != 0 && signal_ends_line()) return -1;
      if (fds[0].revents == 0) continue;
      char byte = 0;
      if (::read(STDIN_FILENO, &byte, 1) != 1) {  // not the Ctrl-D key, a character here: the terminal has closed
        ending_signal_ = SIGHUP;
        return -1;
      }
      const auto length = std::mbrtowc(character, &byte, 1, &state);
      if (length == static_cast<std::size_t>(-1)) state = {};
      if (length <= 1) return 1;
    }
  }

  bool signal_ends_line() {
    const auto noted = signals_.take();
    interrupted_ = noted.interrupt;
    ending_signal_ = noted.ending;
    if (noted.stop) stop_program();
    if (noted.resumed) resume();
    if (noted.resumed || noted.resized) draw_anew();
    return interrupted_ || ending_signal_ != 0;
  }

  /// Redraws the line being typed, after another program used the terminal or its size changed.
  void draw_anew() {
    if (!screen_is_dumb()) std::fputs(removal(text_to_cursor(), width_).c_str(), stdout);
    width_ = screen_width();
    ::el_resize(editor_);
    ::el_set(editor_, EL_REFRESH);
  }

  [[nodiscard]] std::wstring text_to_cursor() const {
    const LineInfoW* const info = ::el_wline(editor_);
    return wide(prompt_).append(info->buffer, static_cast<std::size_t>(info->cursor - info->buffer));
  }

  static unsigned char complete(EditLine* editor, int) { return of(editor).complete_line(); }

  unsigned char complete_line() {
    const LineInfo* const info = ::el_line(editor_);
    const std::string_view typed(info->buffer, static_cast<std::size_t>(info->cursor - info->buffer));
    auto fitting = completions_(typed);
    std::erase_if(fitting, [&](const std::string& text) { return !same_beginning(text, typed); });
    if (fitting.empty()) return CC_REFRESH_BEEP;
    const auto common = common_beginning(fitting);
    if (common.size() > typed.size()) {
      ::el_insertstr(editor_, common.substr(typed.size()).c_str());
      return CC_REFRESH;
    }
    if (fitting.size() == 1) return CC_REFRESH;
    std::sort(fitting.begin(), fitting.end());
    std::string list = "\n";
    for (const auto& text : fitting) list += text.substr(last_part(typed)) + "  ";
    std::fputs((list + "\n").c_str(), stdout);
    return CC_REDISPLAY;
  }

  Signals& signals_;
  TerminalMode original_ = TerminalMode::now();  // before the library changes it
  TerminalMode between_lines_;
  TerminalMode mode_;  ///< the mode that the terminal should have
  EditLine* editor_;
  History* history_;
  std::string prompt_;
  Completions completions_;
  std::wstring key_;  ///< the rest of a key's sequence, for the library
  bool interrupted_ = false;
  int ending_signal_ = 0;
  std::size_t width_ = 0;  ///< the terminal's width when the line was drawn
};

LineEditor::LineEditor(Signals& signals) : library_(std::make_unique<Library>(signals)) {}

LineEditor::~LineEditor() = default;

LineEditor::Input LineEditor::read(const std::string& prompt, const Completions& completions) {
  return library_->read(prompt, completions);
}

void LineEditor::stop_program() { library_->stop_program(); }

void LineEditor::resume() { library_->resume(); }

}  // namespace crownd::console
