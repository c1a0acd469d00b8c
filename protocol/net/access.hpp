#pragma once

#include <chrono>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace boost::asio::ip {
class address;
}

// Access of clients to a server: tokens, and limits for each origin.

namespace crownd::net {

/// A host name or numeric address, and a port.
struct Address {
  std::string host;  ///< an IPv6 address without its brackets
  std::uint16_t port = 0;

  friend bool operator==(const Address&, const Address&) = default;
};

/// Parses `HOST:PORT` or `[::1]:PORT`; nothing if the text is neither. The host is not checked.
[[nodiscard]] std::optional<Address> read_address(std::string_view text);

/// The inverse of read_address.
[[nodiscard]] std::string text_of(const Address& address);

/// Parses a numeric address to listen on: `127.0.0.1:7711`, `[::1]:7711` or `localhost:7711`; the system chooses a port
/// for port 0. Throws std::invalid_argument with a message, whose examples have `default_port`.
[[nodiscard]] Address parse_listen_address(std::string_view text, std::uint16_t default_port);

/// Whether only this machine can connect to the numeric address.
[[nodiscard]] bool is_loopback(const Address& address);

/// The unit of limits on clients: an IPv4 address, or the /64 prefix that a site has at least of IPv6 (RFC 6177).
struct Origin {
  std::uint64_t network = 0;
  bool v6 = false;
  bool loopback = false;

  friend auto operator<=>(const Origin&, const Origin&) = default;
};

[[nodiscard]] Origin origin_of(const boost::asio::ip::address& address);

/// An IPv4-mapped IPv6 address (::ffff:192.0.2.7) as the IPv4 address; any other address unchanged.
[[nodiscard]] boost::asio::ip::address unmapped(const boost::asio::ip::address& address);

/// Limits concurrent sessions, in all and from each origin. Thread-safe.
class SessionSlots {
 public:
  /// The default limit for an origin: enough for the engines of a match, but not all sessions of a server.
  static constexpr int default_for_origin = 100;

  struct Limits {
    int all = 0;
    /// If not set, other machines have the default limit and this machine has none.
    std::optional<int> each_origin;
  };

  /// RAII: one session. The SessionSlots must outlive it.
  class Slot {
   public:
    Slot(SessionSlots& slots, const Origin& origin) : slots_(&slots), origin_(origin) {}
    Slot(Slot&& other) noexcept : slots_(std::exchange(other.slots_, nullptr)), origin_(other.origin_) {}
    Slot& operator=(Slot&&) = delete;
    ~Slot() {
      if (slots_ != nullptr) slots_->release(origin_);
    }

   private:
    SessionSlots* slots_;
    Origin origin_;
  };

  /// The limit that one more session would exceed.
  struct Full {
    bool of_origin = false;  ///< the limit for one origin, not the limit for all
    int max = 0;
    /// A sentence for the client that names the flag.
    [[nodiscard]] std::string sentence() const;
  };

  explicit SessionSlots(const Limits& limits) : limits_(limits) {}

  /// Existing sessions continue.
  void set_limits(const Limits& limits) {
    const std::lock_guard lock(mutex_);
    limits_ = limits;
  }

  [[nodiscard]] std::variant<Slot, Full> take(const Origin& origin);

  /// The number of origins with a session.
  [[nodiscard]] std::size_t origins() const {
    const std::lock_guard lock(mutex_);
    return by_origin_.size();
  }

 private:
  void release(const Origin& origin);

  mutable std::mutex mutex_;
  Limits limits_;
  int taken_ = 0;
  std::map<Origin, int> by_origin_;
};

/// Counts wrong tokens. After some, tokens of that origin are refused unchecked for a time that doubles. Thread-safe.
class Lockouts {
 public:
  using Clock = std::chrono::steady_clock;

  static constexpr std::chrono::seconds default_max{60};

  /// `max_lockout`: the longest lockout; 0 disables lockouts.
  explicit Lockouts(std::chrono::seconds max_lockout) : max_lockout_(max_lockout) {}

  void set_max(std::chrono::seconds max_lockout) {
    const std::lock_guard lock(mutex_);
    max_lockout_ = max_lockout;
  }

  /// How long tokens from there are refused unchecked; mostly zero.
  [[nodiscard]] std::chrono::seconds lockout(const Origin& origin, Clock::time_point now = Clock::now()) const;
  /// Records a wrong token; returns the resulting lockout.
  std::chrono::seconds wrong_token(const Origin& origin, Clock::time_point now = Clock::now());
  void right_token(const Origin& origin) {
    const std::lock_guard lock(mutex_);
    entries_.erase(origin);
  }

  /// The number of stored origins.
  [[nodiscard]] std::size_t size() const {
    const std::lock_guard lock(mutex_);
    return entries_.size();
  }

 private:
  struct Entry {
    int wrong_tokens = 0;
    Clock::time_point last_wrong{};
    Clock::time_point locked_until{};
  };

  void drop_old(Clock::time_point now);

  mutable std::mutex mutex_;
  std::chrono::seconds max_lockout_;
  std::map<Origin, Entry> entries_;
};

/// The token in the text of a file: its first line, trimmed; may be empty.
[[nodiscard]] std::string first_token(std::string_view text);

/// The token in a regular file that only its owner may read. Throws std::runtime_error with a message.
[[nodiscard]] std::string read_token_file(const std::string& path);

/// Compares in constant time; false for an empty secret.
[[nodiscard]] bool same_token(std::string_view offered, std::string_view secret);

}  // namespace crownd::net
