#pragma once

#include "connection/descriptor.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace crownd::connection {

using Clock = std::chrono::steady_clock;
using Deadline = Clock::time_point;

/// The deadline that is `duration` away from now.
[[nodiscard]] inline Deadline within(Clock::duration duration) { return Clock::now() + duration; }
/// What is left of it; zero if it has passed.
[[nodiscard]] inline Clock::duration time_until(Deadline deadline) {
  const auto now = Clock::now();
  return deadline > now ? deadline - now : Clock::duration::zero();
}

/// Why an engine could not be reached: a sentence for people.
class ConnectionError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// How the engine's side stands: `open` also if it has been silent for long.
enum class Health : std::uint8_t {
  open,
  ended,    ///< it closed its output, exited or cut the connection, and all that it sent has been received
  garbled,  ///< it sent a line beyond all measure
};

/// An engine as a channel of text lines. Used by one thread at a time, except that close_input may be called by
/// another. No function blocks beyond its deadline, which is kept to the millisecond, and none raises SIGPIPE.
class Channel {
 public:
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;
  virtual ~Channel() = default;

  /// Sends one line; the end of line is added. False if the engine is gone, or did not read until the deadline; then
  /// part of the line may have been sent. What the engine says meanwhile is kept for receive, so two sides that both
  /// write cannot block each other.
  bool send(std::string_view line, Deadline deadline);
  bool send(std::string_view line) { return send(line, within(default_patience)); }
  /// The same without an end of line.
  bool send_bytes(std::string_view bytes, Deadline deadline);

  /// The next line, without its end (LF or CRLF); none if there was no whole line before the deadline, or if no more
  /// will come: health() tells these apart. What stood before the end without an end of line counts as a line.
  /// With a deadline that has passed, gives a line that is already there.
  [[nodiscard]] std::optional<std::string> receive(Deadline deadline);

  /// open means, after receive gave nothing: no line in time.
  [[nodiscard]] Health health() const { return health_; }

  /// Tells the engine that nothing more will be sent. Its answers can still be received.
  virtual void close_input() = 0;

  /// How long send waits unless told: an engine that does not read for this long hangs.
  static constexpr std::chrono::seconds default_patience{10};

 protected:
  Channel() = default;
  Channel(Channel&&) = default;
  /// Both must be non-blocking; the same number twice for a socket. They stay the property of the derived class.
  void use(int read_fd, int write_fd);

  /// Writes what goes in at once, as write(2) does, without SIGPIPE.
  virtual long write_some(std::string_view bytes) = 0;
  /// Reads what is there, as read(2) does.
  virtual long read_some(std::span<char> bytes);
  /// Whether read_some would give something though the descriptor has nothing.
  [[nodiscard]] virtual bool has_more() const { return false; }

 private:
  void read_what_is_there();
  std::optional<std::string> take_line();

  int read_fd_ = -1;
  int write_fd_ = -1;
  std::string received_;
  std::size_t taken_ = 0;     ///< so much of received_ has been given out
  std::size_t searched_ = 0;  ///< no end of line before here
  bool read_all_ = false;
  Health health_ = Health::open;
};

}  // namespace crownd::connection
