#pragma once

#include <chrono>
#include <cstdint>
#include <string_view>

namespace crownd::session {

/// Whether a line may be dropped when the client does not read. Only `info` lines may.
enum class Delivery : std::uint8_t { guaranteed, droppable };

enum class Access : std::uint8_t { open, token_required };

/// The peer of a session. Thread-safe: a running search sends lines from its own thread.
class Client {
 public:
  virtual ~Client() = default;

  /// Sends one line, given without its line end. Does not block on a network peer, never throws.
  virtual void send(std::string_view line, Delivery delivery = Delivery::guaranteed) = 0;
  /// A line, by its number from 1, was refused with an answer, natively `error`. Called from any thread.
  virtual void refused(std::uint64_t /*line*/, std::string_view /*error*/) {}
  /// Ends the session: flushes everything sent before, then closes the connection.
  virtual void close() = 0;

  [[nodiscard]] virtual std::string_view name() const { return "a client"; }

  /// How long the client's tokens are refused unchecked; usually zero. Called by the reader, as is token_was.
  [[nodiscard]] virtual std::chrono::seconds lockout() const { return std::chrono::seconds::zero(); }
  virtual void token_was(bool /*right*/) {}
};

}  // namespace crownd::session
