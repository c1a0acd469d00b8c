#pragma once

#include "connection/descriptor.hpp"

#include <csignal>

namespace crownd::terminal {

/// While it lives, Ctrl-C does not end the program; it is noted here instead.
class Interrupts {
 public:
  Interrupts();
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;
  ~Interrupts();

  /// Whether there was one since the last call.
  bool take();
  /// Becomes readable when there is one.
  [[nodiscard]] int fd() const { return fd_.get(); }

 private:
  sigset_t before_{};
  connection::Descriptor fd_;
};

}  // namespace crownd::terminal
