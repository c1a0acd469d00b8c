#pragma once

#include "server/origin.hpp"

#include <chrono>
#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

namespace crownd::server {

/// Counts for each origin of clients how many sessions it has, and how many wrong tokens it has sent. After
/// some wrong ones its tokens are refused unchecked for a while, which doubles with every further one. Thread-safe.
class AddressBook {
 public:
  using Clock = std::chrono::steady_clock;

  struct Limits {
    /// Concurrent, from one origin; if not set, other machines have a default limit and this machine has none.
    std::optional<int> sessions;
    std::chrono::seconds longest_lockout{60};  ///< 0: no lockouts
  };

  /// RAII: counts one session of an origin as long as it lives.
  class Seat {
   public:
    Seat(AddressBook& book, const Origin& origin) : book_(&book), origin_(origin) {}
    Seat(Seat&& other) noexcept : book_(std::exchange(other.book_, nullptr)), origin_(other.origin_) {}
    Seat& operator=(Seat&&) = delete;
    ~Seat() {
      if (book_ != nullptr) book_->leave(origin_);
    }

   private:
    AddressBook* book_;
    Origin origin_;
  };

  explicit AddressBook(const Limits& limits) : limits_(limits) {}

  /// Changes the limits; existing sessions continue.
  void set_limits(const Limits& limits);

  /// Nothing if the origin has too many sessions already.
  [[nodiscard]] std::optional<Seat> enter(const Origin& origin);
  /// The most sessions of one origin; none for no limit.
  [[nodiscard]] std::optional<int> most_sessions(const Origin& origin) const;

  /// How long tokens from there are refused unchecked; mostly zero.
  [[nodiscard]] std::chrono::seconds lockout(const Origin& origin, Clock::time_point now = Clock::now());
  /// Records a wrong token; gives the lockout that results.
  std::chrono::seconds wrong_token(const Origin& origin, Clock::time_point now = Clock::now());
  void right_token(const Origin& origin);

  /// The number of origins with an entry.
  [[nodiscard]] std::size_t size();

 private:
  struct Entry {
    int sessions = 0;
    int wrong_tokens = 0;
    Clock::time_point last_wrong{};
    Clock::time_point locked_until{};
  };

  [[nodiscard]] std::optional<int> most_from(const Origin& origin) const;
  void leave(const Origin& origin);
  void forget_old(Clock::time_point now);

  mutable std::mutex mutex_;
  Limits limits_;
  std::map<Origin, Entry> entries_;
};

}  // namespace crownd::server
