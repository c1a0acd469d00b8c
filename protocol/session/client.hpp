#pragma once

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
};

}  // namespace crownd::session
