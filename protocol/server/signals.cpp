#include "server/signals.hpp"

#include <spdlog/spdlog.h>
#include <unistd.h>

#include <algorithm>

namespace crownd::server {

namespace {

constexpr int wake_number = SIGUSR1;

}  // namespace

Signals::Signals(bool serves_tcp) {
  ::sigemptyset(&signals_);
  for (const int number : {SIGTERM, SIGINT, wake_number}) ::sigaddset(&signals_, number);
  if (serves_tcp) ::sigaddset(&signals_, SIGHUP);
  ::pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGXFSZ, SIG_IGN);  // a log that has reached the limit of `ulimit -f` fails to be written, and no more
}

std::optional<Signals::Order> Signals::wait(std::optional<Clock::time_point> latest) const {
  int number = -1;
  while (number < 0) {
    if (!latest) {
      number = ::sigwaitinfo(&signals_, nullptr);
      continue;
    }
    using namespace std::chrono;
    const auto left = std::max(duration_cast<nanoseconds>(*latest - Clock::now()), nanoseconds::zero());
    const timespec time{static_cast<time_t>(duration_cast<seconds>(left).count()),
                        static_cast<long>((left % seconds(1)).count())};
    number = ::sigtimedwait(&signals_, nullptr, &time);
    if (number < 0 && Clock::now() >= *latest) return std::nullopt;
  }
  switch (number) {
    case SIGHUP: return Order::reload;
    case wake_number: return Order::look_again;
    default: spdlog::info("signal {}: stopping", number); return Order::end;
  }
}

void Signals::wake() { ::kill(::getpid(), wake_number); }

}  // namespace crownd::server
