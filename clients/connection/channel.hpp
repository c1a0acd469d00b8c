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
/// The time left until the deadline; zero if it has passed.
[[nodiscard]] inline Clock::duration time_until(Deadline deadline) {
  const auto now = Clock::now();
  return deadline > now ? deadline - now : Clock::duration::zero();
}

/// Why an engine could not be reached: a sentence for people.
class ConnectionError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// State of the engine's side; `open` also if it has been silent for long.
enum class Health : std::uint8_t {
  open,
  ended,    ///< it closed its output, exited or cut the connection, and all that it sent has been received
  garbled,  ///< it sent a line that is longer than the limit
};

/// An engine as a channel of text lines. Used by one thread at a time, except that close_input may be called by
/// another. No function blocks beyond its deadline, which is kept to the millisecond, and none raises SIGPIPE.
class Channel {
 public:
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;
  virtual ~Channel() = default;

  /// Sends one line; the end of line is added. False if the engine is gone, or did not read before the deadline; then
  /// part of the line may have been sent. Output that the engine sends meanwhile is kept for receive, so there
  /// is no deadlock when both sides write.
  bool send(std::string_view line, Deadline deadline);
  bool send(std::string_view line) { return send(line, within(default_patience)); }
  /// The same without an end of line.
  bool send_bytes(std::string_view bytes, Deadline deadline);

  /// The next line, without its end (LF or CRLF); none if there was no whole line before the deadline, or if no more
  /// will come: health() says which. Text before the end of output without an end of line counts as a line.
  /// With a deadline that has passed, returns a line only if it has already arrived.
  [[nodiscard]] std::optional<std::string> receive(Deadline deadline);

  /// After receive returned nothing, `open` means that no line came in time.
  [[nodiscard]] Health health() const { return health_; }

  /// Longer lines make the channel garbled: nothing more is received.
  void limit_lines(std::size_t bytes) { longest_line_ = bytes; }

  /// Announces to the engine that nothing more will be sent. Its answers can still be received.
  virtual void close_input() = 0;

  /// Default time for send: an engine that does not read for this long counts as hung.
  static constexpr std::chrono::seconds default_patience{30};

 protected:
  Channel() = default;
  Channel(Channel&&) = default;
  /// Both must be non-blocking; for a socket, pass it twice. `exit_fd`, unless -1, is readable once the engine has
  /// exited, also if a process that it left behind holds its output open. The derived class still owns them.
  void use(int read_fd, int write_fd, int exit_fd = -1);

  /// Writes as much as fits at once, as write(2) does, without SIGPIPE.
  virtual long write_some(std::string_view bytes) = 0;
  /// Reads what has arrived, as read(2) does.
  virtual long read_some(std::span<char> bytes);
  /// Whether read_some would return bytes although poll(2) would not report the descriptor as readable.
  [[nodiscard]] virtual bool has_more() const { return false; }

 private:
  void read_what_is_there();
  /// After the engine's exit: what it has written, but not what others add.
  void read_what_is_left();
  std::optional<std::string> take_line();

  int read_fd_ = -1;
  int write_fd_ = -1;
  int exit_fd_ = -1;
  std::size_t longest_line_ = std::size_t{8} << 20;
  std::string received_;
  std::size_t taken_ = 0;     ///< bytes of received_ that have been returned
  std::size_t searched_ = 0;  ///< no end of line before this index
  bool read_all_ = false;
  Health health_ = Health::open;
};

}  // namespace crownd::connection
