#pragma once

#include "net/descriptor.hpp"
#include "terminal/board.hpp"

#include <termios.h>

#include <csignal>
#include <functional>

// Of libedit.
struct editline;
struct history;

namespace crownd::terminal {

/// Number of columns; 80 if unknown.
[[nodiscard]] std::size_t screen_width();

/// The colours that the terminal supports, by TERM.
[[nodiscard]] Colours colours_of_terminal();

/// Whether the terminal supports no escape sequences.
[[nodiscard]] bool screen_is_dumb();

/// By the convention of no-color.org: NO_COLOR is set and not empty.
[[nodiscard]] bool colours_unwanted();

/// Escape sequences that erase `text` before the cursor, written when the terminal had `old_width` columns, and move
/// the cursor to its beginning.
[[nodiscard]] std::string removal(std::wstring_view text, std::size_t old_width);

/// Thrown after SIGHUP or SIGTERM.
struct Ended {
  int signal = 0;
};

/// Blocks and collects signals: SIGHUP and SIGTERM unless they are ignored, and at a terminal those of keys, resizing
/// and job control.
class Signals {
 public:
  explicit Signals(bool at_terminal);
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;
  ~Signals();

  struct Received {
    bool interrupt = false;  ///< Ctrl-C
    bool stop = false;       ///< Ctrl-Z
    bool resumed = false;    ///< after a stop
    bool resized = false;    ///< the terminal's size has changed
    int ending = 0;          ///< the signal that ends the program, or 0
  };
  /// The signals since the last call.
  Received take();
  /// Throws Ended if a signal ends the program; ignores other signals.
  void check_ending();
  /// Stops the program, as Ctrl-Z does by default.
  static void stop_program();
  /// Readable while signals are pending.
  [[nodiscard]] int fd() const { return fd_.get(); }

 private:
  sigset_t before_{};
  net::Descriptor fd_;
};

/// Line input at a terminal by libedit: editing, history and Tab completion. Owns the terminal's mode.
class LineEditor {
 public:
  /// Returns whole lines for the text before the cursor. Lines without this prefix (case-insensitive) are ignored.
  using Completions = std::function<std::vector<std::string>(std::string_view typed)>;

  /// Turns echo off; keys that were typed before read() are kept.
  explicit LineEditor(Signals& signals);
  LineEditor(const LineEditor&) = delete;
  LineEditor& operator=(const LineEditor&) = delete;
  ~LineEditor();

  enum class Ending : std::uint8_t { line, end_of_input, interrupt };
  struct Input {
    Ending ending = Ending::line;
    std::string line;
  };
  /// Calls `completions` when Tab is pressed. Throws Ended.
  Input read(const std::string& prompt, const Completions& completions);

  /// Stops the program for Ctrl-Z, with the terminal in its original mode.
  void stop_program();
  /// Restores the terminal's mode after another process resumed the program.
  void resume();

 private:
  // Callbacks of libedit.
  static LineEditor& of(editline* editor);
  static char* prompt(editline* editor);
  static int read_character(editline* editor, wchar_t* character);
  static unsigned char complete(editline* editor, int character);

  /// Reads one multibyte character. Returns -1 after a signal that ends the line, 0 at the timeout.
  int read_from_terminal(wchar_t* character, int milliseconds);
  bool signal_ends_line();
  /// Redraws the line being typed, after another program used the terminal or its size changed.
  void redraw();
  unsigned char complete_line();

  Signals& signals_;
  termios original_;  ///< the terminal's mode before libedit changes it
  termios between_lines_{};
  termios mode_{};  ///< the mode that the terminal should have
  editline* editor_;
  struct history* history_;
  std::string prompt_;
  Completions completions_;
  std::wstring key_;  ///< the rest of a key's sequence, for libedit
  bool interrupted_ = false;
  int ending_signal_ = 0;
  std::size_t width_ = 0;  ///< the terminal's width when the line was drawn
};

}  // namespace crownd::terminal
