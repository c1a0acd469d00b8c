#pragma once

#include "net/origin.hpp"

#include <chrono>
#include <cstddef>
#include <map>
#include <mutex>

namespace crownd::net {

/// Counts the wrong tokens of each origin. After some wrong ones its tokens are refused unchecked for a while, which
/// doubles with every further one. Thread-safe.
class Lockouts {
 public:
  using Clock = std::chrono::steady_clock;

  static constexpr std::chrono::seconds usual_longest{60};

  /// `longest`: no lockout takes longer; 0: there are none.
  explicit Lockouts(std::chrono::seconds longest) : longest_(longest) {}

  void set_longest(std::chrono::seconds longest);

  /// How long tokens from there are refused unchecked; mostly zero.
  [[nodiscard]] std::chrono::seconds lockout(const Origin& origin, Clock::time_point now = Clock::now()) const;
  /// Records a wrong token; gives the lockout that results.
  std::chrono::seconds wrong_token(const Origin& origin, Clock::time_point now = Clock::now());
  void right_token(const Origin& origin);

  /// The number of origins that are remembered.
  [[nodiscard]] std::size_t size() const;

 private:
  struct Entry {
    int wrong_tokens = 0;
    Clock::time_point last_wrong{};
    Clock::time_point locked_until{};
  };

  void forget_old(Clock::time_point now);

  mutable std::mutex mutex_;
  std::chrono::seconds longest_;
  std::map<Origin, Entry> entries_;
};

}  // namespace crownd::net
