#pragma once

#include <csignal>

namespace crownd::connection {

/// While it lives, writing to a pipe or socket without a reader fails with EPIPE and raises no SIGPIPE.
class WithoutSigpipe {
 public:
  WithoutSigpipe();
  WithoutSigpipe(const WithoutSigpipe&) = delete;
  WithoutSigpipe& operator=(const WithoutSigpipe&) = delete;
  /// Preserves errno.
  ~WithoutSigpipe();

 private:
  sigset_t pipe_{};
  sigset_t before_{};
  bool was_pending_ = false;
};

}  // namespace crownd::connection
