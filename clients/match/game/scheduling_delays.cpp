#include "match/game/scheduling_delays.hpp"

#include <unistd.h>

#include <algorithm>
#include <fstream>

namespace crownd::match {

namespace {

constexpr std::size_t max_delays = 100'000;

std::optional<Microseconds> stolen_time() {
  std::ifstream stream("/proc/stat");
  std::string line;
  if (!std::getline(stream, line)) return std::nullopt;
  return read_stolen_time(line, ::sysconf(_SC_CLK_TCK));
}

}  // namespace

std::optional<Microseconds> read_stolen_time(std::string_view proc_stat, long ticks_per_second) {
  wire::Words words(proc_stat.substr(0, proc_stat.find('\n')));
  if (words.take() != "cpu" || ticks_per_second <= 0) return std::nullopt;
  constexpr int numbers_before = 7;  // user nice system idle iowait irq softirq
  for (int number = 0; number < numbers_before; ++number) (void)words.take();
  const auto ticks = wire::read_number(words.take());
  if (!ticks) return std::nullopt;
  return Microseconds(*ticks * 1'000'000 / ticks_per_second);
}

void SchedulingDelays::add(std::deque<Delay>& list, const Delay& delay) {
  list.push_back(delay);
  if (list.size() > max_delays) list.pop_front();
}

Microseconds SchedulingDelays::sum(const std::deque<Delay>& list, Clock::time_point begin, Clock::time_point end) {
  Microseconds all{0};
  for (auto delay = list.rbegin(); delay != list.rend() && delay->end > begin; ++delay) {
    const auto common = std::min(end, delay->end) - std::max(begin, delay->begin);
    if (common.count() > 0) all += std::min(delay->time, std::chrono::duration_cast<Microseconds>(common));
  }
  return all;
}

void SchedulingDelays::sample(Clock::time_point now, std::optional<Microseconds> total_stolen) {
  const std::lock_guard lock(mutex_);
  if (last_sample_) {
    const auto due = *last_sample_ + interval;
    if (now > due + tolerance) add(gaps_, {due, now, std::chrono::duration_cast<Microseconds>(now - due)});
    if (total_stolen && *total_stolen > last_stolen_) add(stolen_, {*last_sample_, now, *total_stolen - last_stolen_});
  }
  last_sample_ = now;
  if (total_stolen) last_stolen_ = *total_stolen;
}

Microseconds SchedulingDelays::detected(Clock::time_point begin, Clock::time_point end) const {
  const std::lock_guard lock(mutex_);
  return std::max(sum(gaps_, begin, end), sum(stolen_, begin, end));
}

Microseconds SchedulingDelays::during(Clock::time_point begin, Clock::time_point end) {
  sample(Clock::now(), stolen_time());
  return detected(begin, end);
}

void SchedulingDelays::start() {
  sampler_ = std::jthread([this](const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      sample(Clock::now(), stolen_time());
      std::this_thread::sleep_for(interval);
    }
  });
}

}  // namespace crownd::match
