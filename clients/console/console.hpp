#pragma once

#include "board/picture.hpp"
#include "console/line_editor.hpp"
#include "console/screen.hpp"
#include "console/signals.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace crownd::console {

/// Thrown when the person has confirmed leaving the game with Ctrl-C.
struct Leave {};

/// How output and input look at a terminal.
enum class Manner : std::uint8_t {
  plain,        ///< exactly the text that a pipe gets
  prescribed,   ///< the text that a specification prescribes, as in a pipe; only bold may be added
  interactive,  ///< with colours, symbols, prompts and progress
};

/// Whether a person sits there: both standard input and output are a terminal.
[[nodiscard]] bool is_at_terminal();

/// Reads standard input line by line if it is not a terminal.
class PipeInput {
 public:
  explicit PipeInput(Signals& signals) : signals_(signals) {}

  /// The next line without its end (LF or CRLF); none at the end of input. Text before that is a line as well.
  /// Throws Ended.
  std::optional<std::string> read();

 private:
  /// False at the end of input.
  bool read_more();

  Signals& signals_;
  std::string unread_;
};

/// Input and output: a terminal, or a pipe. On a pipe there is no colour, no editing and no progress, and Ctrl-C ends
/// the program as usual.
class Console {
 public:
  using Completions = LineEditor::Completions;

  /// `ascii`: no piece symbols. `manner` is for terminals.
  Console(Manner manner, bool ascii);

  /// Whether more is shown than on a pipe.
  [[nodiscard]] bool is_interactive() const { return interactive_; }
  [[nodiscard]] board::Style& style() { return style_; }

  /// Number of columns of the terminal.
  [[nodiscard]] std::size_t width() const { return screen_width(); }

  /// Writes the text at once, unchanged.
  void say(std::string_view text);
  void say_line(std::string_view text);
  /// The next line without its end; none at the end of input. Throws Leave and Ended.
  std::optional<std::string> ask(const std::string& prompt, const Completions& completions = no_completions);

  /// Shows a line that the next one replaces; an empty one removes it. Does nothing on a pipe or dumb terminal.
  void progress(std::string_view text);
  /// Whether Ctrl-C was pressed since the last call. Also handles other signals, so call it often while
  /// there is no prompt. Throws Ended.
  bool interrupted();
  /// Asks a yes/no question; on a pipe the answer is yes.
  [[nodiscard]] bool confirm(const std::string& question);
  /// The same question for leaving the game.
  [[nodiscard]] bool confirm_leaving();
  /// Asks on any terminal whether to leave, as after Ctrl-C at the prompt. Throws Leave.
  void offer_to_leave();

 private:
  enum class Answer : std::uint8_t { no, yes, none };  ///< none: Ctrl-C or end of input
  Answer answer_to(const std::string& question);
  /// Ctrl-C or Ctrl-D as the answer counts as yes.
  bool wants_to_leave();
  static std::vector<std::string> no_completions(std::string_view) { return {}; }
  [[nodiscard]] bool is_terminal() const { return editor_ != nullptr; }

  Signals signals_;
  PipeInput pipe_{signals_};
  std::unique_ptr<LineEditor> editor_;  ///< null without a terminal
  std::string progress_;                ///< the line shown, untruncated
  std::size_t progress_width_ = 1;      ///< the terminal's width when it was shown
  board::Style style_;
  bool interactive_ = false;
  bool can_remove_lines_ = false;
};

}  // namespace crownd::console
