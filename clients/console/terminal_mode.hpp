#pragma once

#include <termios.h>

namespace crownd::console {

/// Terminal attributes (termios): echo, line or character mode, and so on.
class TerminalMode {
 public:
  static TerminalMode now();
  /// Keeps input that was typed before.
  void apply() const;

 private:
  termios settings_{};
};

}  // namespace crownd::console
