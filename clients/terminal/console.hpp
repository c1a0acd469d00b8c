#pragma once

#include "terminal/line_editor.hpp"
#include "terminal/picture.hpp"
#include "terminal/pipe_input.hpp"
#include "terminal/screen.hpp"
#include "terminal/signals.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace crownd::terminal {

/// The person has confirmed to leave the game with Ctrl-C.
struct Leave {};

/// How much a terminal shows.
enum class Manner : std::uint8_t {
  as_in_a_pipe,  ///< the very text that a pipe gets, as the specifications have it; only weight may be added
  interactive,   ///< colours, symbols, prompts and progress besides
};

/// The person's side: a terminal, or a pipe. On a pipe there is no colour, no editing and no progress, and Ctrl-C ends
/// the program as usual.
class Console {
 public:
  using Completions = LineEditor::Completions;

  /// `ascii`: never the symbols of pieces. `manner` is for terminals.
  Console(Manner manner, bool ascii);

  /// Whether there is more to be shown than a pipe gets.
  [[nodiscard]] bool is_interactive() const { return interactive_; }
  [[nodiscard]] Style& style() { return style_; }

  /// How many columns there are.
  [[nodiscard]] std::size_t width() const { return screen_width(); }

  /// Writes at once, as it is.
  void say(std::string_view text);
  void say_line(std::string_view text);
  /// The next line without its end; none at the end of input. Throws Leave and Ended.
  std::optional<std::string> ask(const std::string& prompt, const Completions& completions = no_completions);

  /// Shows a line that the next one replaces; an empty one removes it. Only where a terminal can do that.
  void progress(std::string_view text);
  /// Whether Ctrl-C was pressed since the last call. Heeds other signals besides, so it is to be called often while
  /// there is no prompt. Throws Ended.
  bool interrupted();
  /// Asks a question that is answered with yes or no; only where more is shown than in a pipe, else it is yes.
  [[nodiscard]] bool confirm(const std::string& question);
  /// The same, for leaving the game.
  [[nodiscard]] bool confirm_leaving();
  /// Asks whether to leave at any terminal, as after Ctrl-C at the prompt. Throws Leave.
  void offer_to_leave();

 private:
  enum class Answer : std::uint8_t { no, yes, none };  ///< none: Ctrl-C, or the end of input
  Answer answer_to(const std::string& question);
  /// Whoever answers with Ctrl-C or Ctrl-D does not want to be asked again: that is yes.
  bool wants_to_leave();
  static std::vector<std::string> no_completions(std::string_view) { return {}; }
  [[nodiscard]] bool is_terminal() const { return editor_ != nullptr; }

  Signals signals_;
  PipeInput pipe_{signals_};
  std::unique_ptr<LineEditor> editor_;  ///< where there is a terminal
  std::string progress_;                ///< the line that is shown, whole
  std::size_t progress_width_ = 1;      ///< when the terminal had so many
  Style style_;
  bool interactive_ = false;
  bool can_remove_lines_ = false;
};

}  // namespace crownd::terminal
