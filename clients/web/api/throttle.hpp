#pragma once

#include "net/origin.hpp"

#include <chrono>
#include <cstddef>
#include <map>

namespace crownd::web {

/// Limits the requests a second from each origin. After a pause as many as in two seconds may come at once.
class Throttle {
 public:
  using Clock = std::chrono::steady_clock;

  /// `rate`: requests a second; 0: no limit.
  explicit Throttle(int rate) : rate_(rate) {}

  /// Counts a request. Gives how long the origin has to wait before it may send it again; 0: it is served now.
  std::chrono::seconds wait_of(const net::Origin& origin, Clock::time_point now = Clock::now());

  /// The number of origins that are remembered.
  [[nodiscard]] std::size_t size() const { return free_at_.size(); }

 private:
  void forget_old(Clock::time_point now);

  const int rate_;
  /// When all requests of the origin so far would have been served at the rate.
  std::map<net::Origin, Clock::time_point> free_at_;
  std::size_t next_cleaning_ = 1024;
};

}  // namespace crownd::web
