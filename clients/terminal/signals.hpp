#pragma once

#include "connection/descriptor.hpp"

#include <csignal>

namespace crownd::terminal {

/// A signal wants the program to end.
struct Ended {
  int signal = 0;
};

/// While it lives, signals do not end or stop the program; they are noted here instead: those that want it to end
/// (SIGHUP and SIGTERM, unless they were ignored, as with nohup) and, at a terminal, those of its keys and of its size.
class Signals {
 public:
  explicit Signals(bool at_terminal);
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;
  ~Signals();

  struct Noted {
    bool interrupt = false;  ///< Ctrl-C
    bool stop = false;       ///< Ctrl-Z
    bool resumed = false;    ///< after it was stopped
    bool resized = false;    ///< the terminal has another size
    int ending = 0;          ///< the number of a signal that wants the program to end, or 0
  };
  /// What came since the last call.
  Noted take();
  /// The same where nothing but the end matters: throws Ended if that came.
  void heed_ending();
  /// Stops the program, as Ctrl-Z does where it is not noted.
  static void stop_program();
  /// Becomes readable when there is something.
  [[nodiscard]] int fd() const { return fd_.get(); }

 private:
  sigset_t before_{};
  connection::Descriptor fd_;
};

}  // namespace crownd::terminal
