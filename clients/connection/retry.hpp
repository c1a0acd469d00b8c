#pragma once

#include <algorithm>
#include <chrono>
#include <optional>

namespace crownd::connection {

/// The pauses before retries (exponential backoff): each twice as long as the one before, up to a total
/// time. Uses no clock.
class Retry {
 public:
  using Milliseconds = std::chrono::milliseconds;

  explicit Retry(Milliseconds in_all) : left_(in_all) {}

  /// How long to wait before the next try; none to give up.
  std::optional<Milliseconds> next() {
    if (left_.count() <= 0) return std::nullopt;
    const auto pause = std::min(next_, left_);
    left_ -= pause;
    next_ = std::min(2 * next_, longest);
    return pause;
  }

 private:
  static constexpr Milliseconds first{250};
  static constexpr Milliseconds longest{30'000};

  Milliseconds next_ = first;
  Milliseconds left_;
};

}  // namespace crownd::connection
