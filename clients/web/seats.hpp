#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>

namespace crownd::web {

/// Limits the number of users at a time, in all and from one address. Single-threaded.
class Seats {
 public:
  struct Limits {
    int all = 0;
    int each_address = 0;
  };

  /// Occupies a seat while it lives. The Seats must outlive it.
  class Seat {
   public:
    Seat(Seats& seats, std::string address) : seats_(&seats), address_(std::move(address)) {}
    Seat(Seat&& other) noexcept : seats_(std::exchange(other.seats_, nullptr)), address_(std::move(other.address_)) {}
    Seat& operator=(Seat&&) = delete;
    ~Seat() {
      if (seats_ != nullptr) seats_->leave(address_);
    }

   private:
    Seats* seats_;
    std::string address_;
  };

  enum class Full : unsigned char { no, all, address };

  explicit Seats(const Limits& limits) : limits_(limits) {}
  Seats(const Seats&) = delete;
  Seats& operator=(const Seats&) = delete;

  /// Which limit one more user would exceed.
  [[nodiscard]] Full full(const std::string& address) const;
  /// None if a limit is reached.
  [[nodiscard]] std::optional<Seat> take(const std::string& address);
  [[nodiscard]] const Limits& limits() const { return limits_; }

 private:
  void leave(const std::string& address);

  const Limits limits_;
  int taken_ = 0;
  std::map<std::string, int> by_address_;
};

/// What counts as one address: an IPv4 address, or the first 64 bits of an IPv6 address, since one user
/// usually has all of these (RFC 6177); any other text unchanged. `address` is numeric.
[[nodiscard]] std::string counted_address(const std::string& address);

}  // namespace crownd::web
