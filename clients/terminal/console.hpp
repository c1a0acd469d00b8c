#pragma once

#include "terminal/board.hpp"
#include "terminal/line_editor.hpp"

#include <memory>

namespace crownd::terminal {

/// Thrown when the person confirms after Ctrl-C that the game ends.
struct Leave {};

/// A standard stream that cannot be used; what() is a message for people.
class StreamLost : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Flushes standard output. Throws StreamLost on failure, unless the terminal or the reader of a pipe is gone.
void flush_output();

/// Appearance at a terminal.
enum class DisplayMode : std::uint8_t {
  plain,        ///< exactly the text that a pipe gets
  prescribed,   ///< the text that a specification prescribes, as in a pipe; only bold may be added
  interactive,  ///< with colours, symbols, prompts and progress
};

/// Whether both standard input and output are a terminal.
[[nodiscard]] bool is_at_terminal();

/// A terminal or a pipe. A pipe has no colours, editing or progress, and Ctrl-C ends the program.
class Console {
 public:
  using Completions = LineEditor::Completions;

  /// `mode` is for terminals; `ascii` disables piece symbols.
  Console(DisplayMode mode, bool ascii);

  [[nodiscard]] bool is_interactive() const { return interactive_; }
  [[nodiscard]] Style& style() { return style_; }

  // Every function that prints throws StreamLost.
  void print(std::string_view text);
  void print_line(std::string_view text);
  /// The next line without its end; none at the end of input. Throws Leave, Ended and StreamLost.
  std::optional<std::string> ask(const std::string& prompt, const Completions& completions = {});

  /// Shows a line that the next one replaces; an empty one removes it. Does nothing on a pipe or dumb terminal.
  void progress(std::string_view text);
  /// Whether Ctrl-C was pressed since the last call. Also handles other signals, so call it often between prompts.
  /// Throws Ended.
  bool interrupted();
  /// Asks a yes/no question; on a pipe the answer is yes.
  [[nodiscard]] bool confirm(const std::string& question) {
    return !interactive_ || answer_to(question).value_or(false);
  }
  [[nodiscard]] bool confirm_leaving() { return !interactive_ || wants_to_leave(); }
  /// Asks on any terminal whether to leave, as after Ctrl-C at the prompt. Throws Leave.
  void offer_to_leave() {
    if (wants_to_leave()) throw Leave();
  }

 private:
  /// The next line of the pipe without its end (LF or CRLF); none at the end of input, which also ends a line. Throws
  /// Ended and StreamLost.
  std::optional<std::string> read_pipe();
  /// False at the end of input. Throws Ended and StreamLost.
  bool read_more();
  /// None: Ctrl-C or end of input.
  std::optional<bool> answer_to(const std::string& question);
  /// Ctrl-C or Ctrl-D as the answer counts as yes.
  bool wants_to_leave() { return answer_to("Leave the game?").value_or(true); }

  Signals signals_;
  std::unique_ptr<LineEditor> editor_;  ///< null without a terminal
  std::string unread_;                  ///< of the pipe
  std::string progress_;                ///< the line shown, untruncated
  std::size_t progress_width_ = 1;      ///< the terminal's width when it was shown
  Style style_;
  bool interactive_ = false;
  bool can_remove_lines_ = false;
};

}  // namespace crownd::terminal
