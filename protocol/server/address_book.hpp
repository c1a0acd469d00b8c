#pragma once

#include "server/origin.hpp"

#include <chrono>
#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

namespace crownd::server {

/// What is known of where clients come from: how many sessions each origin has, and how often it sent wrong tokens.
/// After a few of those none from there is looked at for a while, which doubles with every further one. Thread-safe.
class AddressBook {
 public:
  using Clock = std::chrono::steady_clock;

  struct Limits {
    /// At once, from one origin; where not told, other machines have a limit and this one has none.
    std::optional<int> sessions;
    std::chrono::seconds longest_lockout{60};  ///< 0: never any
  };

  /// One session of an origin, counted as long as this lives.
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

  /// From now on; sessions that are there already stay.
  void set_limits(const Limits& limits);

  /// Nothing if there are too many sessions from there already.
  [[nodiscard]] std::optional<Seat> enter(const Origin& origin);
  /// How many sessions one origin may have; none for no limit.
  [[nodiscard]] std::optional<int> most_sessions(const Origin& origin) const;

  /// How long no token from there is looked at; zero mostly.
  [[nodiscard]] std::chrono::seconds lockout(const Origin& origin, Clock::time_point now = Clock::now());
  /// Gives the lockout that it brings.
  std::chrono::seconds wrong_token(const Origin& origin, Clock::time_point now = Clock::now());
  void right_token(const Origin& origin);

  /// Of how many origins something is known.
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
