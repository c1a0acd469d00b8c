#pragma once

#include <chrono>
#include <cstdint>
#include <string_view>

namespace crownd::session {

/// Whether a line may be dropped when the client does not read: only `info` lines may.
enum class Urgency : std::uint8_t { must_arrive, droppable };

/// The peer of a session. Thread-safe: a running search sends lines from its own thread.
class Client {
 public:
  Client() = default;
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;
  virtual ~Client() = default;

  /// Sends one line, given without its line end. Does not block on a network peer, never throws.
  virtual void send(std::string_view line, Urgency urgency = Urgency::must_arrive) = 0;
  /// A line of the client, by its number from 1, was refused with this `error` line or its counterpart in another
  /// dialect, which has been sent. Called from any thread.
  virtual void refused(std::uint64_t /*line*/, std::string_view /*error*/) {}
  /// Ends the session: flushes everything sent before, then closes the connection.
  virtual void close() = 0;

  /// The client's name in the log.
  [[nodiscard]] virtual std::string_view name() const { return "a client"; }

  /// How long tokens of this client are refused unchecked because wrong ones came from its address; mostly zero. Both
  /// functions about tokens are called by the thread that reads the session's lines.
  [[nodiscard]] virtual std::chrono::seconds lockout() const { return std::chrono::seconds::zero(); }
  virtual void token_was(bool /*right*/) {}
};

}  // namespace crownd::session
