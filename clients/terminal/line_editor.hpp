#pragma once

#include "terminal/interrupts.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::terminal {

/// Lines typed at a terminal, with editing, history, and completion with Tab: libedit.
class LineEditor {
 public:
  /// From what was typed before the cursor to whole lines. Those that do not begin so, in any case, are passed over.
  using Completions = std::function<std::vector<std::string>(std::string_view typed)>;

  explicit LineEditor(Interrupts& interrupts);
  LineEditor(const LineEditor&) = delete;
  LineEditor& operator=(const LineEditor&) = delete;
  ~LineEditor();

  enum class Ending : std::uint8_t { line, end_of_input, interrupt };
  struct Input {
    Ending ending = Ending::line;
    std::string line;
  };
  /// `completions` are asked for when Tab is pressed.
  Input read(const std::string& prompt, const Completions& completions);

 private:
  class Library;
  std::unique_ptr<Library> library_;
};

}  // namespace crownd::terminal
