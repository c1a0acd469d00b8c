#include "connection/wait.hpp"

#include "connection/ending_signal.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <ctime>

namespace crownd::connection {

bool wait_for(std::span<pollfd> fds, Deadline deadline) {
  while (true) {
    const auto left = time_until(deadline);
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(left);
    timespec timeout{};
    timeout.tv_sec = static_cast<std::time_t>(seconds.count());
    timeout.tv_nsec = static_cast<long>(std::chrono::nanoseconds(left - seconds).count());
    const int ready = ::ppoll(fds.data(), fds.size(), &timeout, nullptr);
    if (ready > 0) return true;
    if (ready == 0 && Clock::now() >= deadline) return false;
    if (ready < 0 && errno != EINTR) return false;
  }
}

bool wait_unless_ending(std::span<pollfd> fds, Deadline deadline) {
  constexpr std::chrono::milliseconds slice{50};
  while (!ending_signal_came()) {
    if (wait_for(fds, std::min(deadline, within(slice)))) return true;
    if (Clock::now() >= deadline) return false;
  }
  return false;
}

}  // namespace crownd::connection
