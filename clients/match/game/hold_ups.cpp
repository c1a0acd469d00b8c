#include "match/game/hold_ups.hpp"

#include "wire/words.hpp"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string>

namespace crownd::match {

namespace {

/// How many hold-ups are remembered: enough for the longest move.
constexpr std::size_t most_remembered = 100'000;

std::optional<Microseconds> stolen_time() {
  std::ifstream stream("/proc/stat");
  std::string line;
  if (!std::getline(stream, line)) return std::nullopt;
  return read_stolen_time(line, ::sysconf(_SC_CLK_TCK));
}

}  // namespace

std::optional<Microseconds> read_stolen_time(std::string_view proc_stat, long ticks_a_second) {
  wire::Words words(proc_stat.substr(0, proc_stat.find('\n')));
  if (words.take() != "cpu" || ticks_a_second <= 0) return std::nullopt;
  constexpr int numbers_before = 7;  // user nice system idle iowait irq softirq
  for (int number = 0; number < numbers_before; ++number) (void)words.take();
  const auto ticks = wire::read_number(words.take());
  if (!ticks) return std::nullopt;
  return Microseconds(*ticks * 1'000'000 / ticks_a_second);
}

void HoldUps::add(std::deque<HoldUp>& list, const HoldUp& hold_up) {
  list.push_back(hold_up);
  if (list.size() > most_remembered) list.pop_front();
}

Microseconds HoldUps::sum(const std::deque<HoldUp>& list, Clock::time_point begin, Clock::time_point end) {
  Microseconds all{0};
  for (auto hold_up = list.rbegin(); hold_up != list.rend() && hold_up->end > begin; ++hold_up) {
    const auto common = std::min(end, hold_up->end) - std::max(begin, hold_up->begin);
    if (common.count() > 0) all += std::min(hold_up->time, std::chrono::duration_cast<Microseconds>(common));
  }
  return all;
}

void HoldUps::look(Clock::time_point now, std::optional<Microseconds> stolen_in_all) {
  const std::lock_guard lock(mutex_);
  if (last_look_) {
    const auto due = *last_look_ + interval;
    if (now > due + tolerance) add(gaps_, {due, now, std::chrono::duration_cast<Microseconds>(now - due)});
    if (stolen_in_all && *stolen_in_all > stolen_before_)
      add(stolen_, {*last_look_, now, *stolen_in_all - stolen_before_});
  }
  last_look_ = now;
  if (stolen_in_all) stolen_before_ = *stolen_in_all;
}

Microseconds HoldUps::noticed(Clock::time_point begin, Clock::time_point end) const {
  const std::lock_guard lock(mutex_);
  return std::max(sum(gaps_, begin, end), sum(stolen_, begin, end));
}

Microseconds HoldUps::during(Clock::time_point begin, Clock::time_point end) {
  look(Clock::now(), stolen_time());
  return noticed(begin, end);
}

HoldUpWatch::HoldUpWatch(HoldUps& hold_ups)
    : thread_([this, &hold_ups] {
        while (!done_) {
          hold_ups.look(HoldUps::Clock::now(), stolen_time());
          std::this_thread::sleep_for(HoldUps::interval);
        }
      }) {}

HoldUpWatch::~HoldUpWatch() {
  done_ = true;
  thread_.join();
}

}  // namespace crownd::match
