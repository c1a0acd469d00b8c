#include "console/terminal_mode.hpp"

#include <unistd.h>

namespace crownd::console {

TerminalMode TerminalMode::now() {
  TerminalMode mode;
  ::tcgetattr(STDIN_FILENO, &mode.settings_);
  return mode;
}

void TerminalMode::apply() const { ::tcsetattr(STDIN_FILENO, TCSADRAIN, &settings_); }

}  // namespace crownd::console
