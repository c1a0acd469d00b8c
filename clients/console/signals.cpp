#include "console/signals.hpp"

#include <sys/signalfd.h>
#include <unistd.h>

#include <initializer_list>

namespace crownd::console {

namespace {

bool is_ignored(int signal) {
  struct sigaction action {};
  return ::sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

void add(sigset_t& set, std::initializer_list<int> signals) {
  for (const int signal : signals)
    if (!is_ignored(signal)) ::sigaddset(&set, signal);
}

}  // namespace

Signals::Signals(bool at_terminal) {
  sigset_t noted;
  ::sigemptyset(&noted);
  add(noted, {SIGHUP, SIGTERM});
  if (at_terminal) add(noted, {SIGINT, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH});
  ::pthread_sigmask(SIG_BLOCK, &noted, &before_);
  fd_ = connection::Descriptor(::signalfd(-1, &noted, SFD_NONBLOCK | SFD_CLOEXEC));
}

Signals::~Signals() {
  take();
  ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

Signals::Noted Signals::take() {
  Noted noted;
  signalfd_siginfo info{};
  while (::read(fd_.get(), &info, sizeof info) == static_cast<ssize_t>(sizeof info)) {
    switch (static_cast<int>(info.ssi_signo)) {
      case SIGINT: noted.interrupt = true; break;
      case SIGTSTP: noted.stop = true; break;
      case SIGCONT: noted.resumed = true; break;
      case SIGWINCH: noted.resized = true; break;
      default: noted.ending = static_cast<int>(info.ssi_signo); break;
    }
  }
  return noted;
}

void Signals::stop_program() {
  sigset_t stop, before;
  ::sigemptyset(&stop);
  ::sigaddset(&stop, SIGTSTP);
  ::pthread_sigmask(SIG_UNBLOCK, &stop, &before);
  ::raise(SIGTSTP);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void Signals::heed_ending() {
  if (const int signal = take().ending; signal != 0) throw Ended{signal};
}

}  // namespace crownd::console
