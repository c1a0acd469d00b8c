#pragma once

#include <termios.h>

namespace crownd::terminal {

/// How the terminal handles what is typed: echo, lines or single keys, and so on.
class TerminalMode {
 public:
  static TerminalMode now();
  /// What was typed before stays to be read.
  void apply() const;

 private:
  termios settings_{};
};

}  // namespace crownd::terminal
