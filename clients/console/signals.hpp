#pragma once

#include "connection/descriptor.hpp"

#include <csignal>

namespace crownd::console {

/// Thrown when a signal asks the program to end.
struct Ended {
  int signal = 0;
};

/// While it lives, signals do not end or stop the program, but are noted here: those that ask it to end
/// (SIGHUP and SIGTERM, unless ignored, as with nohup) and, at a terminal, those of its keys and of its size.
class Signals {
 public:
  explicit Signals(bool at_terminal);
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;
  ~Signals();

  struct Noted {
    bool interrupt = false;  ///< Ctrl-C
    bool stop = false;       ///< Ctrl-Z
    bool resumed = false;    ///< after a stop
    bool resized = false;    ///< the terminal's size has changed
    int ending = 0;          ///< number of a signal that asks the program to end, or 0
  };
  /// The signals since the last call.
  Noted take();
  /// Checks only for a signal that ends the program: throws Ended if one came.
  void heed_ending();
  /// Stops the program, as Ctrl-Z does by default.
  static void stop_program();
  /// Becomes readable when a signal was noted.
  [[nodiscard]] int fd() const { return fd_.get(); }

 private:
  sigset_t before_{};
  connection::Descriptor fd_;
};

}  // namespace crownd::console
