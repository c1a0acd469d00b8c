#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>

namespace crownd::web {

/// So many at a time may be here, in all and from one address. For one thread.
class Seats {
 public:
  struct Limits {
    int all = 0;
    int each_address = 0;
  };

  /// A place, for as long as this lives. The seats live longer.
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

  /// Which limit there is in the way of one more.
  [[nodiscard]] Full full(const std::string& address) const;
  /// None where it is full.
  [[nodiscard]] std::optional<Seat> take(const std::string& address);
  [[nodiscard]] const Limits& limits() const { return limits_; }

 private:
  void leave(const std::string& address);

  const Limits limits_;
  int taken_ = 0;
  std::map<std::string, int> by_address_;
};

/// What counts as one address: an IPv4 address, the first 64 bits of an IPv6 one, since whoever has one such address
/// mostly has all of them (RFC 6177); any other text as it is. `address` is in numbers.
[[nodiscard]] std::string counted_address(const std::string& address);

}  // namespace crownd::web
