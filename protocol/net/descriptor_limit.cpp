#include "net/descriptor_limit.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include <algorithm>
#include <stdexcept>
#include <string>

namespace crownd::net {

namespace {

/// Clients refused in a row before the listener yields.
constexpr int most_at_a_time = 100;

}  // namespace

std::int64_t raise_descriptor_limit(std::int64_t needed) {
  const auto wanted = static_cast<rlim_t>(needed);
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return needed;
  if (limit.rlim_cur < wanted) {
    const rlimit higher{wanted, std::max(limit.rlim_max, wanted)};  // only root can raise rlim_max
    const rlimit highest{std::min(limit.rlim_max, wanted), limit.rlim_max};
    if (::setrlimit(RLIMIT_NOFILE, &higher) != 0) ::setrlimit(RLIMIT_NOFILE, &highest);
    ::getrlimit(RLIMIT_NOFILE, &limit);
  }
  return static_cast<std::int64_t>(std::min(limit.rlim_cur, wanted));
}

std::string too_few_descriptors(int wanted, int possible, bool asked) {
  const auto why = "the system allows too few open files for " + std::to_string(wanted) + " sessions, but " +
                   std::to_string(possible) + " are possible";
  if (asked) throw std::runtime_error(why + ": " + raise_the_limit + ", or lower --max-sessions");
  return why + "; --max-sessions is lowered to that";
}

void ReserveDescriptor::take() { spare_ = Descriptor(::open("/dev/null", O_RDONLY | O_CLOEXEC)); }

int ReserveDescriptor::turn_away(int listener, std::string_view line) {
  int count = 0;
  for (; count < most_at_a_time; ++count) {
    spare_.reset();
    const Descriptor client(::accept4(listener, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
    if (!client) break;
    if (!line.empty()) (void)::send(client.get(), line.data(), line.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    ::shutdown(client.get(), SHUT_WR);
  }
  spare_.reset();
  take();
  return count;
}

}  // namespace crownd::net
