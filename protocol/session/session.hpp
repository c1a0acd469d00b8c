#pragma once

#include "session/client.hpp"
#include "session/environment.hpp"

#include <cstdint>
#include <memory>
#include <string_view>

namespace crownd::session {

enum class Access : std::uint8_t { open, token_required };

/// One conversation: lines in, lines out. Owns its game, options and running search.
/// All functions are called by one thread at a time (the reader of the connection) and none waits for a search, but the
/// destructor and wait_for_room.
class Session {
 public:
  Session(Environment& environment, Client& client, Access access);
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  /// Stops what runs and waits until its thread has ended.
  ~Session();

  /// One line without its end. Never throws.
  void handle_line(std::string_view line);
  /// A line was longer than the limit and was not kept.
  void line_too_long();
  /// No more lines will come: a bounded search and what waits behind it are carried out, an unbounded one is stopped;
  /// then the client is closed.
  void end_of_input();
  /// The daemon stops or the client is gone: searches end now (their bestmove is still sent), waiting commands are
  /// dropped, the client is closed. May be called from any thread, also from within Client::send.
  void end_now();

  /// Whether the client may talk to the engine: no token is needed, or it has shown it.
  [[nodiscard]] bool admitted() const;
  /// Whether commands wait or a search runs.
  [[nodiscard]] bool busy() const;
  /// Blocks until fewer commands wait than the limit allows: how a reader of a pipe slows down its writer.
  void wait_for_room();

 private:
  class Conversation;
  std::unique_ptr<Conversation> conversation_;
};

}  // namespace crownd::session
