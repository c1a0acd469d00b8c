#include "net/descriptors.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace crownd::server {

namespace {

/// Clients refused in a row before the listener yields.
constexpr int most_at_a_time = 100;

}  // namespace

int make_room_for_sessions(int sessions) {
  const auto needed = static_cast<rlim_t>(sessions) + spare_descriptors;
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return sessions;
  if (limit.rlim_cur < needed) {
    const rlimit higher{needed, std::max(limit.rlim_max, needed)};  // only root can raise rlim_max
    const rlimit highest{std::min(limit.rlim_max, needed), limit.rlim_max};
    if (::setrlimit(RLIMIT_NOFILE, &higher) != 0) ::setrlimit(RLIMIT_NOFILE, &highest);
    ::getrlimit(RLIMIT_NOFILE, &limit);
  }
  if (limit.rlim_cur >= needed) return sessions;
  if (limit.rlim_cur <= spare_descriptors)
    throw std::runtime_error("the system allows " + std::to_string(limit.rlim_cur) +
                             " open files, and serving clients needs more than " + std::to_string(spare_descriptors) +
                             ": raise the limit (ulimit -n, or LimitNOFILE= of systemd)");
  return static_cast<int>(limit.rlim_cur - spare_descriptors);
}

ReserveDescriptor::ReserveDescriptor() { take(); }

ReserveDescriptor::~ReserveDescriptor() { give_back(); }

void ReserveDescriptor::take() { fd_ = ::open("/dev/null", O_RDONLY | O_CLOEXEC); }

void ReserveDescriptor::give_back() {
  if (fd_ >= 0) ::close(std::exchange(fd_, -1));
}

int ReserveDescriptor::turn_away(int listener, std::string_view line) {
  int count = 0;
  for (; count < most_at_a_time; ++count) {
    give_back();
    const int client = ::accept4(listener, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (client < 0) break;
    if (!line.empty()) (void)::send(client, line.data(), line.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    ::shutdown(client, SHUT_WR);
    ::close(client);
  }
  give_back();
  take();
  return count;
}

}  // namespace crownd::server
