#pragma once

#include <chrono>
#include <cstdint>
#include <string_view>

namespace crownd::session {

/// Whether a line may be lost when the client does not read: only `info` lines may.
enum class Urgency : std::uint8_t { must_arrive, droppable };

/// Whoever is at the other end of a session. Thread-safe: a running search sends lines from its own thread.
class Client {
 public:
  Client() = default;
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;
  virtual ~Client() = default;

  /// One line, without its end. Does not block on a network peer, never throws.
  virtual void send(std::string_view line, Urgency urgency = Urgency::must_arrive) = 0;
  /// The session is over: everything sent before still goes out, then the connection ends.
  virtual void close() = 0;

  /// For the log: who it is.
  [[nodiscard]] virtual std::string_view name() const { return "a client"; }

  /// How long no token of this client is looked at, because others from where it is were wrong; zero mostly. Both
  /// functions about tokens are called by the reader of the session's lines.
  [[nodiscard]] virtual std::chrono::seconds lockout() const { return std::chrono::seconds::zero(); }
  virtual void token_was(bool /*right*/) {}
};

}  // namespace crownd::session
