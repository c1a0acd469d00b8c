#include "match/game/time_control.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace crownd::match {

namespace {

[[noreturn]] void refuse(std::string_view text) {
  throw std::invalid_argument(
      "'" + std::string(text) +
      "' is not a time control: [MOVES/]SECONDS[+INCREMENT] is needed, such as 40/60+0.6 or 1+0.01");
}

/// Reads a non-negative number up to 10,000,000.
double number(std::string_view text, std::string_view whole) {
  try {
    std::size_t end = 0;
    const double value = std::stod(std::string(text), &end);
    if (end == text.size() && value >= 0 && value <= 1e7) return value;
  } catch (const std::exception&) {  // falls through to the refusal
  }
  refuse(whole);
}

/// In seconds; throws unless it is SECONDS or MINUTES:SECONDS.
double minutes_and_seconds(std::string_view text, std::string_view whole) {
  double total = 0;
  if (const auto colon = text.find(':'); colon != std::string_view::npos) {
    total = 60 * number(text.substr(0, colon), whole);
    text.remove_prefix(colon + 1);
  }
  return total + number(text, whole);
}

Microseconds seconds(double value) { return Microseconds(std::llround(value * 1e6)); }

/// At most about thirty years, which std::chrono::steady_clock can count.
Microseconds scale(Microseconds time, double factor) {
  constexpr double max = 1e15;
  return Microseconds(std::llround(std::min(max, static_cast<double>(time.count()) * factor)));
}

}  // namespace

TimeControl TimeControl::scaled(double factor) const {
  TimeControl result = *this;
  if (clock) result.clock = scale(*clock, factor);
  if (movetime) result.movetime = scale(*movetime, factor);
  result.increment = scale(increment, factor);
  result.margin = scale(margin, factor);
  return result;
}

void read_time_control(std::string_view text, TimeControl& control) {
  auto rest = text;
  control.moves_per_period = 0;
  control.increment = Microseconds{0};
  if (const auto slash = rest.find('/'); slash != std::string_view::npos) {
    const double moves = number(rest.substr(0, slash), text);
    if (moves < 1 || moves != std::floor(moves) || moves > 10'000) refuse(text);
    control.moves_per_period = static_cast<int>(moves);
    rest.remove_prefix(slash + 1);
  }
  if (const auto plus = rest.find('+'); plus != std::string_view::npos) {
    control.increment = seconds(number(rest.substr(plus + 1), text));
    rest = rest.substr(0, plus);
  }
  const double total = minutes_and_seconds(rest, text);
  if (total <= 0) refuse(text);
  control.clock = seconds(total);
}

Microseconds read_seconds(std::string_view text) { return seconds(minutes_and_seconds(text, text)); }

std::optional<Microseconds> GameTimer::allowance() const {
  if (!left_ && !control_.movetime) return std::nullopt;
  const auto limit = !left_ ? *control_.movetime : !control_.movetime ? *left_ : std::min(*left_, *control_.movetime);
  return limit + control_.margin;
}

Microseconds GameTimer::excess(Microseconds time) const {
  const auto allowed = allowance();
  return allowed ? std::max(Microseconds{0}, time + control_.margin - *allowed) : Microseconds{0};
}

Microseconds GameTimer::spend(Microseconds time) {
  const auto over = std::max(Microseconds{0}, excess(time) - control_.margin);
  if (left_) {
    *left_ = std::max(Microseconds{0}, *left_ - time) + control_.increment;
    if (moves_left_ > 0 && --moves_left_ == 0) {
      moves_left_ = control_.moves_per_period;
      *left_ += *control_.clock;
    }
  }
  return over;
}

std::string time_control_text(const TimeControl& control) {
  const auto in_seconds = [](Microseconds time) {
    return fmt::format("{:g}", std::chrono::duration<double>(time).count());
  };
  if (control.clock)
    return (control.moves_per_period > 0 ? std::to_string(control.moves_per_period) + '/' : "") +
           in_seconds(*control.clock) + (control.increment.count() > 0 ? '+' + in_seconds(control.increment) : "");
  return control.movetime ? "1/" + in_seconds(*control.movetime) : "-";
}

}  // namespace crownd::match
