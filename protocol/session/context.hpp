#pragma once

#include "session/client.hpp"
#include "session/current_game.hpp"
#include "session/environment.hpp"
#include "session/game_reader.hpp"
#include "session/hub_dialect.hpp"
#include "session/limit_log.hpp"
#include "session/options.hpp"
#include "session/refused_position.hpp"
#include "session/reply.hpp"
#include "session/session_book.hpp"
#include "wire/reply.hpp"

#include <atomic>
#include <memory>
#include <string>
#include <vector>

namespace crownd::session {

class Thinking;

/// What the commands of one session work on.
struct Context {
  Context(Environment& its_environment, Client& its_client);

  [[nodiscard]] Reply reply_to(const Command& command) { return {client, command.dialect.get(), command.line}; }
  /// Refuses with an error that is logged and counted, too.
  void refuse(Reply reply, Refusal kind, std::string_view message, wire::ErrorCode code = wire::ErrorCode::limit);
  [[nodiscard]] wire::Status status();
  /// Before a search: throws BadInput if the last position was refused.
  void require_position() const { refused_position.check("position, move, undo or ucinewgame"); }
  /// Before a search: reserves the memory of the hash table.
  void get_ready(Reply& reply);
  /// Reports a limit in an `info` line and in the log.
  void report_limit(Reply& reply, Refusal kind, const std::string& what);

  Environment& environment;
  Client& client;
  LimitLog limit_log;
  Thinking* thinking = nullptr;  ///< the long command that runs; used by itself alone
  CurrentGame game;
  RefusedPosition refused_position;
  std::unique_ptr<GameReader> game_reader;  ///< null: the client sends no text of games
  SessionBook book;
  std::unique_ptr<HubDialect> hub;  ///< null: the client speaks the native protocol
  bool begun = false;               ///< the client has sent a command other than `auth`
  bool show_wdl = false;
  std::atomic<bool> debug = false;  ///< set by the thread that runs commands, read by the reader
  std::vector<Option> options;      ///< last: their defaults are read from the members before
};

/// All options of a session. They change the context, which outlives them.
[[nodiscard]] std::vector<Option> make_options(Context& context);

}  // namespace crownd::session
