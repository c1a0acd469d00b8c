#include "web/api/throttle.hpp"

#include <algorithm>

namespace crownd::web {

namespace {

constexpr std::chrono::seconds burst{2};
constexpr std::size_t least_cleaning = 1024;

}  // namespace

std::chrono::seconds Throttle::wait_of(const net::Origin& origin, Clock::time_point now) {
  if (rate_ == 0) return {};
  if (free_at_.size() >= next_cleaning_) forget_old(now);
  const Clock::duration each = std::chrono::duration_cast<Clock::duration>(std::chrono::seconds(1)) / rate_;
  auto& free_at = free_at_[origin];
  const auto next = std::max(free_at, now) + each;
  if (next - now > burst) return std::chrono::ceil<std::chrono::seconds>(next - now - burst);
  free_at = next;
  return {};
}

void Throttle::forget_old(Clock::time_point now) {
  std::erase_if(free_at_, [&](const auto& entry) { return entry.second <= now; });
  next_cleaning_ = std::max(least_cleaning, 2 * free_at_.size());
}

}  // namespace crownd::web
