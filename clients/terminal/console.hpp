#pragma once

#include "terminal/line_editor.hpp"
#include "terminal/picture.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace crownd::terminal {

/// The person has confirmed to leave the game with Ctrl-C.
struct Leave {};

/// The person's side: a terminal, or a pipe. On a pipe there is no colour, no editing and no progress, and Ctrl-C ends
/// the program as usual.
class Console {
 public:
  using Completions = LineEditor::Completions;

  explicit Console(bool ascii);

  [[nodiscard]] bool is_terminal() const { return editor_ != nullptr; }
  [[nodiscard]] Style& style() { return style_; }

  /// Writes at once, as it is.
  void say(std::string_view text);
  void say_line(std::string_view text);
  /// The next line without its end; none at the end of input. Throws Leave.
  std::optional<std::string> ask(const std::string& prompt, const Completions& completions = no_completions);

  /// Shows a line that the next one replaces; an empty one removes it. Only where a terminal can do that.
  void progress(std::string_view text);
  /// Whether Ctrl-C was pressed since the last call.
  bool interrupted() { return interrupts_ && interrupts_->take(); }
  /// Asks whether to leave, as after Ctrl-C at the prompt. Throws Leave.
  void offer_to_leave();

 private:
  static std::vector<std::string> no_completions(std::string_view) { return {}; }

  std::unique_ptr<Interrupts> interrupts_;
  std::unique_ptr<LineEditor> editor_;
  Style style_;
  bool can_remove_lines_ = false;
};

}  // namespace crownd::terminal
