#include "connection/without_sigpipe.hpp"

#include <cerrno>
#include <ctime>

namespace crownd::connection {

WithoutSigpipe::WithoutSigpipe() {
  ::sigemptyset(&pipe_);
  ::sigaddset(&pipe_, SIGPIPE);
  sigset_t pending;
  ::sigpending(&pending);
  was_pending_ = ::sigismember(&pending, SIGPIPE) == 1;
  ::pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
}

/// Removes a SIGPIPE that became pending meanwhile; only writing can have caused one.
WithoutSigpipe::~WithoutSigpipe() {
  const int error = errno;
  const timespec at_once{};
  if (!was_pending_) ::sigtimedwait(&pipe_, nullptr, &at_once);
  ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  errno = error;
}

}  // namespace crownd::connection
