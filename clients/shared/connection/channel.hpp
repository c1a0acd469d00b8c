#pragma once

#include "net/descriptor.hpp"
#include "wire/words.hpp"

#include <poll.h>

#include <chrono>
#include <csignal>
#include <stdexcept>

namespace crownd::connection {

using net::Descriptor;
using Clock = std::chrono::steady_clock;
using Deadline = Clock::time_point;

[[nodiscard]] inline Deadline within(Clock::duration duration) { return Clock::now() + duration; }
/// The time left until the deadline; zero if it has passed.
[[nodiscard]] inline Clock::duration time_until(Deadline deadline) {
  const auto now = Clock::now();
  return deadline > now ? deadline - now : Clock::duration::zero();
}

/// Waits until one of `fds` is ready; false at the deadline.
[[nodiscard]] bool wait_for(std::span<pollfd> fds, Deadline deadline);

/// Also returns false when a signal that ends the program is pending.
[[nodiscard]] bool wait_unless_ending(std::span<pollfd> fds, Deadline deadline);

/// Whether SIGTERM, SIGHUP or SIGINT is blocked and pending.
[[nodiscard]] bool termination_pending();

/// Blocks SIGPIPE in its scope: writing to a pipe or socket without a reader fails with EPIPE.
class SigpipeBlocker {
 public:
  SigpipeBlocker();
  SigpipeBlocker(const SigpipeBlocker&) = delete;
  SigpipeBlocker& operator=(const SigpipeBlocker&) = delete;
  /// Discards a SIGPIPE that became pending; preserves errno.
  ~SigpipeBlocker();

 private:
  sigset_t pipe_{};
  sigset_t before_{};
  bool was_pending_ = false;
};

/// An engine that cannot be reached; what() is a message for people.
class ConnectionError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// State of the engine's side.
enum class Health : std::uint8_t {
  open,
  ended,    ///< it closed its output, exited or disconnected, and all its output has been received
  garbled,  ///< it sent a line above the limit
};

/// Exchanges text lines with an engine. Used by one thread at a time, except that another may call close_input. No
/// function blocks beyond its deadline or raises SIGPIPE.
class Channel {
 public:
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;
  virtual ~Channel() = default;

  /// Sends one line and its LF. False if the engine is gone, or did not read it all before the deadline. Buffers the
  /// engine's output meanwhile, so that two writing sides do not block each other.
  bool send(std::string_view line, Deadline deadline);
  bool send(std::string_view line) { return send(line, within(send_timeout)); }
  /// Sends bytes as they are.
  bool send_bytes(std::string_view bytes, Deadline deadline);

  /// The next line, without its end (LF or CRLF); none at the deadline, or if no more will come (see health()). At the
  /// end of output a line needs no LF. After its deadline, receive still returns lines received before.
  [[nodiscard]] std::optional<std::string> receive(Deadline deadline);

  /// If receive returned nothing, `open` means a timeout.
  [[nodiscard]] Health health() const { return health_; }

  /// A longer line makes the channel garbled: it receives nothing more.
  void limit_lines(std::size_t bytes) { lines_.set_max_line_bytes(bytes); }

  /// Signals the end of input to the engine. Its answers can still be received.
  virtual void close_input() = 0;

  static constexpr std::chrono::seconds send_timeout{30};

 protected:
  Channel() = default;
  Channel(Channel&&) = default;
  /// Sets the descriptors, which the derived class owns; read_fd and write_fd are non-blocking. `exit_fd`, unless -1,
  /// becomes readable when the engine exits, even if another process holds its output open.
  void use(int read_fd, int write_fd, int exit_fd = -1);

  /// As write(2), without SIGPIPE.
  virtual long write_some(std::string_view bytes) = 0;
  /// As read(2).
  virtual long read_some(std::span<char> bytes) { return ::read(read_fd_, bytes.data(), bytes.size()); }
  /// Whether read_some would return bytes although poll(2) would not report the descriptor as readable.
  [[nodiscard]] virtual bool has_more() const { return false; }

 private:
  void read_available();
  /// Reads what the engine wrote before it exited.
  void read_rest();
  void end_output();
  std::optional<std::string> take_line();

  int read_fd_ = -1;
  int write_fd_ = -1;
  int exit_fd_ = -1;
  wire::LineSplitter lines_{std::size_t{8} << 20};
  std::size_t unread_ = 0;  ///< bytes received since all lines were taken
  bool read_all_ = false;
  Health health_ = Health::open;
};

}  // namespace crownd::connection
