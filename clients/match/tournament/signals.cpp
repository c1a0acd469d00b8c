#include "match/tournament/signals.hpp"

#include <csignal>
#include <ctime>

namespace crownd::match {

namespace {

sigset_t signals() {
  sigset_t set;
  ::sigemptyset(&set);
  ::sigaddset(&set, SIGINT);
  ::sigaddset(&set, SIGTERM);
  return set;
}

}  // namespace

SignalWatch::SignalWatch(StopFlag& stop) {
  const auto set = signals();
  ::pthread_sigmask(SIG_BLOCK, &set, nullptr);
  thread_ = std::thread([this, &stop] { watch(stop); });
}

SignalWatch::~SignalWatch() {
  done_ = true;
  thread_.join();
  const auto set = signals();
  ::pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

void SignalWatch::watch(StopFlag& stop) {
  const auto set = signals();
  constexpr timespec interval{0, 100'000'000};
  while (!done_ && ::sigtimedwait(&set, nullptr, &interval) < 0) {
  }
  if (done_) return;
  came_ = true;
  stop = true;
  ::pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

}  // namespace crownd::match
