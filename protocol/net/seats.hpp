#pragma once

#include "net/origin.hpp"

#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

namespace crownd::server {

/// Counts for each origin of clients how many sessions it has. Thread-safe.
class AddressBook {
 public:
  using Origin = net::Origin;

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

  /// `most`: concurrent sessions from one origin; if not set, other machines have a default limit and this machine has
  /// none.
  explicit AddressBook(std::optional<int> most) : most_(most) {}

  /// Changes the limit; existing sessions continue.
  void set_most(std::optional<int> most);

  /// Nothing if the origin has too many sessions already.
  [[nodiscard]] std::optional<Seat> enter(const Origin& origin);
  /// The most sessions of one origin; none for no limit.
  [[nodiscard]] std::optional<int> most_sessions(const Origin& origin) const;

  /// The number of origins with a session.
  [[nodiscard]] std::size_t size() const;

 private:
  [[nodiscard]] std::optional<int> most_from(const Origin& origin) const;
  void leave(const Origin& origin);

  mutable std::mutex mutex_;
  std::optional<int> most_;
  std::map<Origin, int> sessions_;
};

}  // namespace crownd::server
