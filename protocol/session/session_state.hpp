#pragma once

#include "session/current_game.hpp"
#include "session/environment.hpp"
#include "session/game_reader.hpp"
#include "session/hub.hpp"
#include "session/options.hpp"

#include <map>
#include <mutex>

namespace crownd::session {

/// The state of one session, for its commands.
class SessionState {
 public:
  SessionState(Environment& its_environment, Client& its_client);

  [[nodiscard]] Reply reply_to(const Command& command) { return {client, command.dialect.get(), command.line}; }
  /// Refuses with an error, and logs and counts it.
  void refuse(Reply reply, RefusalKind kind, std::string_view message, wire::ErrorCode code = wire::ErrorCode::limit);
  [[nodiscard]] wire::Status status() { return to_wire(game->status()); }
  /// Before a search: throws BadInput if the last position was refused.
  void require_position() const { refused_position.check("position, move, undo or ucinewgame"); }
  /// Before a search: reserves the memory of the hash table, and configures the game.
  void prepare_search(Reply& reply);
  /// Reports a limit in an `info` line and in the log.
  void report_limit(Reply& reply, RefusalKind kind, const std::string& message);

  Environment& environment;
  Client& client;
  CurrentGame game;
  RefusedPosition refused_position;
  std::unique_ptr<GameReader> game_reader;  ///< null: no `read` is in progress
  SessionBook book;
  std::unique_ptr<HubReader> hub;  ///< null: the client uses the native protocol
  bool had_command = false;        ///< the client has sent a command other than `auth`
  bool show_wdl = false;
  std::atomic<bool> debug = false;  ///< set by the thread that runs commands, read by the reader
  std::vector<Option> options;      ///< after the members from which their defaults are read

 private:
  /// Logs and counts a refusal. A client can cause thousands a second, so the log is throttled: of messages that differ
  /// only in numbers, the 1st, 2nd, 4th, 8th, … are logged. Thread-safe.
  void note(RefusalKind kind, std::string_view message);

  std::mutex mutex_;
  std::map<std::string, std::uint64_t> counts_;  ///< of messages without digits; "" for all above `max_kinds`
};

}  // namespace crownd::session
