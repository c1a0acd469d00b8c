#include "connection/ending_signal.hpp"

#include <csignal>
#include <initializer_list>

namespace crownd::connection {

bool ending_signal_came() {
  sigset_t pending;
  ::sigpending(&pending);
  for (const int number : {SIGTERM, SIGHUP, SIGINT})
    if (::sigismember(&pending, number) == 1) return true;
  return false;
}

}  // namespace crownd::connection
