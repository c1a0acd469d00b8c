#pragma once

#include "session/client.hpp"
#include "session/current_game.hpp"
#include "session/environment.hpp"
#include "session/limit_log.hpp"
#include "session/options.hpp"
#include "session/runner.hpp"
#include "wire/command.hpp"
#include "wire/reply.hpp"

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace crownd::session {

/// Carries out commands: one overload for each struct of wire::Command, so that a command without one does not
/// compile. Those that read text throw BadInput and then have changed nothing.
class Handlers {
 public:
  Handlers(Environment& environment, Client& client, Runner& runner, LimitLog& limit_log);

  /// Whether the client has switched debug output on.
  [[nodiscard]] bool debug() const { return debug_; }

  void operator()(const wire::Nothing&) {}
  void operator()(const wire::Unknown& unknown);
  void operator()(const wire::Malformed& malformed);
  void operator()(const wire::Answer& answer);
  void operator()(const wire::Uci&);
  void operator()(const wire::IsReady&);
  void operator()(const wire::ListGames&);
  void operator()(const wire::UciNewGame&);
  void operator()(const wire::SetOption& option);
  void operator()(const wire::Position& position);
  void operator()(const wire::LegalMoves& list);
  void operator()(const wire::Move& move);
  void operator()(const wire::Undo& undo);
  void operator()(const wire::GetFen& fen);
  void operator()(const wire::GetStatus&);
  void operator()(const wire::Show&);
  void operator()(const wire::GetSquares&);
  void operator()(const wire::Evaluate&);
  void operator()(const wire::ListTables& list);
  void operator()(const wire::Debug& debug);
  void operator()(const wire::Help&);
  void operator()(const wire::GetVersion&);
  void operator()(const wire::Auth&);
  void operator()(const wire::Hub&);
  void operator()(const wire::Quit&);
  void operator()(const wire::Stop&);
  void operator()(const wire::PonderHit&);

  // Long commands, run by the runner's thread.
  void operator()(const wire::Go& go);
  void operator()(const wire::GoMinimax& minimax);
  void operator()(const wire::Perft& perft);
  void operator()(const wire::Probe&);
  void operator()(const wire::Bench& bench);

 private:
  void say(const std::string& line) { client_.send(line, Urgency::must_arrive); }
  void say_if_room(const std::string& line) { client_.send(line, Urgency::droppable); }
  [[nodiscard]] std::vector<Option> make_options();
  [[nodiscard]] bool may_set(const std::string& option) const;
  void use_tables(const std::string& path);
  [[nodiscard]] wire::Status status();
  void get_ready();
  using Search = std::function<play::BestMove(search::Control&, const play::OnInfo&)>;
  /// Searches, and returns when the answer may be sent.
  play::BestMove think(bool pondering, const Search& search);
  /// Reports a limit in an `info` line and in the log.
  void tell_of_limit(Refusal kind, const std::string& what);
  /// Reports that a command has no result, because of a `stop` or because it took too long.
  void say_stopped(const std::string& what, bool cut_short);

  Environment& environment_;
  Client& client_;
  Runner& runner_;
  LimitLog& limit_log_;
  CurrentGame game_;
  std::optional<bool> named_chess_;  ///< whether the last game that the client named was `chess`; none: it named none
  bool show_wdl_ = false;
  std::atomic<bool> debug_ = false;  // set by the thread that runs commands, read by the reader
  std::vector<Option> options_;      // last: their defaults are read from the members before
};

}  // namespace crownd::session
