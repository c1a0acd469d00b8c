#include "program/standard_descriptors.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

namespace crownd::program {

namespace {

/// open(2) takes the lowest free number, which is this one when those below it are open.
void open_if_closed(int descriptor, int mode) {
  if (::fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF) return;
  if (::open("/dev/null", mode) != descriptor) std::abort();  // nothing is open that could report this
}

}  // namespace

void open_standard_descriptors() {
  open_if_closed(STDIN_FILENO, O_RDONLY);
  open_if_closed(STDOUT_FILENO, O_RDONLY);  // a program whose output is lost should fail
  open_if_closed(STDERR_FILENO, O_WRONLY);
}

}  // namespace crownd::program
