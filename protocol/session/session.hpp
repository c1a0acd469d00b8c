#pragma once

#include "session/client.hpp"
#include "session/environment.hpp"
#include "session/executor.hpp"

#include <cstdint>
#include <memory>
#include <string_view>

namespace crownd::session {

enum class Access : std::uint8_t { open, token_required };

/// One conversation: lines in, lines out. Owns its game, options and running search.
/// All functions are called by one thread at a time (the reader of the connection), and none waits for a search except
/// the destructor and wait_for_room.
class Session {
 public:
  Session(Environment& environment, Client& client, Access access);
  /// Runs what takes long in `executor`.
  Session(Environment& environment, Client& client, Access access, std::unique_ptr<Executor> executor);
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  /// Stops what runs and joins its thread.
  ~Session();

  /// One line without its line end. Never throws.
  void handle_line(std::string_view line);
  /// A line exceeded the limit and was discarded. `beginning`: at least its first word.
  void line_too_long(std::string_view beginning);
  /// No line is accepted any more, by `quit` or end_now().
  [[nodiscard]] bool ended() const;
  /// No more lines will come: a bounded search and the commands queued after it are run, an unbounded one is stopped;
  /// then the client is closed.
  void end_of_input();
  /// The daemon stops or the client is gone: searches end now (their bestmove is still sent), queued commands are
  /// dropped, the client is closed. May be called from any thread, also from within Client::send.
  void end_now();

  /// Whether the client is authenticated, or needs no token.
  [[nodiscard]] bool admitted() const;
  /// Whether a search runs or commands are queued.
  [[nodiscard]] bool busy() const;
  /// Back-pressure: blocks until the queue is below its limit, so that the reader of a pipe slows down its writer.
  void wait_for_room();

 private:
  class Conversation;
  std::unique_ptr<Conversation> conversation_;
};

}  // namespace crownd::session
