#pragma once

#include "console/signals.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::console {

/// Line input at a terminal with editing, history, and Tab completion: libedit. It owns the terminal's mode.
class LineEditor {
 public:
  /// Returns whole lines for the text before the cursor. Those without that prefix (case-insensitive) are ignored.
  using Completions = std::function<std::vector<std::string>(std::string_view typed)>;

  /// From now on typed characters are not echoed, but kept for read.
  explicit LineEditor(Signals& signals);
  LineEditor(const LineEditor&) = delete;
  LineEditor& operator=(const LineEditor&) = delete;
  ~LineEditor();

  enum class Ending : std::uint8_t { line, end_of_input, interrupt };
  struct Input {
    Ending ending = Ending::line;
    std::string line;
  };
  /// `completions` is called when Tab is pressed. Throws Ended.
  Input read(const std::string& prompt, const Completions& completions);

  /// Stops the program for Ctrl-Z: until it is resumed the terminal has its original mode.
  void stop_program();
  /// Call after another process has stopped and resumed the program.
  void resume();

 private:
  class Library;
  std::unique_ptr<Library> library_;
};

}  // namespace crownd::console
