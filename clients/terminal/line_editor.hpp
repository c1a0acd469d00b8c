#pragma once

#include "terminal/signals.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::terminal {

/// Lines typed at a terminal, with editing, history, and completion with Tab: libedit. It owns the terminal's mode.
class LineEditor {
 public:
  /// From what was typed before the cursor to whole lines. Those that do not begin so, in any case, are passed over.
  using Completions = std::function<std::vector<std::string>(std::string_view typed)>;

  /// From now on what is typed is not shown, and kept for read.
  explicit LineEditor(Signals& signals);
  LineEditor(const LineEditor&) = delete;
  LineEditor& operator=(const LineEditor&) = delete;
  ~LineEditor();

  enum class Ending : std::uint8_t { line, end_of_input, interrupt };
  struct Input {
    Ending ending = Ending::line;
    std::string line;
  };
  /// `completions` are asked for when Tab is pressed. Throws Ended.
  Input read(const std::string& prompt, const Completions& completions);

  /// Stops the program, as Ctrl-Z wants it: until somebody resumes it the terminal is as it was before.
  void stop_program();
  /// After somebody else has stopped and resumed the program.
  void resume();

 private:
  class Library;
  std::unique_ptr<Library> library_;
};

}  // namespace crownd::terminal
