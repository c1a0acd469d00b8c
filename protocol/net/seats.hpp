#pragma once

#include "net/origin.hpp"

#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace crownd::net {

/// Limits the sessions at a time, in all and from each origin. Thread-safe.
class Seats {
 public:
  /// The usual limit for an origin: enough for the engines of a match, but not all sessions of a server.
  static constexpr int usual_each_origin = 100;

  struct Limits {
    int all = 0;
    /// If not set, other machines have the usual limit and this machine has none.
    std::optional<int> each_origin;
  };

  /// RAII: one session, as long as it lives. The Seats must outlive it.
  class Seat {
   public:
    Seat(Seats& seats, const Origin& origin) : seats_(&seats), origin_(origin) {}
    Seat(Seat&& other) noexcept : seats_(std::exchange(other.seats_, nullptr)), origin_(other.origin_) {}
    Seat& operator=(Seat&&) = delete;
    ~Seat() {
      if (seats_ != nullptr) seats_->leave(origin_);
    }

   private:
    Seats* seats_;
    Origin origin_;
  };

  /// The limit that one more session would exceed.
  struct Full {
    bool of_origin = false;  ///< it is that of the origin, not that of all
    int most = 0;
    /// A sentence for the client, which names the flag.
    [[nodiscard]] std::string sentence() const;
  };

  explicit Seats(const Limits& limits) : limits_(limits) {}
  Seats(const Seats&) = delete;
  Seats& operator=(const Seats&) = delete;

  /// Existing sessions continue.
  void set_limits(const Limits& limits);

  [[nodiscard]] std::variant<Seat, Full> take(const Origin& origin);

  /// The number of origins with a session.
  [[nodiscard]] std::size_t origins() const;

 private:
  void leave(const Origin& origin);

  mutable std::mutex mutex_;
  Limits limits_;
  int taken_ = 0;
  std::map<Origin, int> by_origin_;
};

}  // namespace crownd::net
