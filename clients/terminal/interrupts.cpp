#include "terminal/interrupts.hpp"

#include <sys/signalfd.h>
#include <unistd.h>

namespace crownd::terminal {

Interrupts::Interrupts() {
  sigset_t interrupt;
  ::sigemptyset(&interrupt);
  ::sigaddset(&interrupt, SIGINT);
  ::pthread_sigmask(SIG_BLOCK, &interrupt, &before_);
  fd_ = connection::Descriptor(::signalfd(-1, &interrupt, SFD_NONBLOCK | SFD_CLOEXEC));
}

Interrupts::~Interrupts() {
  take();
  ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

bool Interrupts::take() {
  bool any = false;
  signalfd_siginfo info{};
  while (::read(fd_.get(), &info, sizeof info) == static_cast<ssize_t>(sizeof info)) any = true;
  return any;
}

}  // namespace crownd::terminal
