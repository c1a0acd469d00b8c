#include "net/seats.hpp"

#include <limits>

namespace crownd::net {

std::string Seats::Full::sentence() const {
  const std::string limit = of_origin ? " from your address (--max-sessions-per-address " : " (--max-sessions ";
  return "too many sessions" + limit + std::to_string(most) + "); try again later";
}

void Seats::set_limits(const Limits& limits) {
  const std::lock_guard lock(mutex_);
  limits_ = limits;
}

std::variant<Seats::Seat, Seats::Full> Seats::take(const Origin& origin) {
  const std::lock_guard lock(mutex_);
  if (taken_ >= limits_.all) return Full{false, limits_.all};
  const int usual = origin.loopback ? std::numeric_limits<int>::max() : usual_each_origin;
  const int most = limits_.each_origin.value_or(usual);
  auto& of_origin = by_origin_[origin];
  if (of_origin >= most) return Full{true, most};
  ++of_origin;
  ++taken_;
  return std::variant<Seat, Full>(std::in_place_type<Seat>, *this, origin);
}

void Seats::leave(const Origin& origin) {
  const std::lock_guard lock(mutex_);
  --taken_;
  const auto found = by_origin_.find(origin);
  if (--found->second == 0) by_origin_.erase(found);
}

std::size_t Seats::origins() const {
  const std::lock_guard lock(mutex_);
  return by_origin_.size();
}

}  // namespace crownd::net
