#pragma once

#include "search/control.hpp"
#include "session/reply.hpp"

namespace crownd::session {

class CurrentGame;
class RunningCommand;
class SessionState;

/// How a command interacts with a running search. The order matters: up to `immediate` a command never waits, and from
/// `bounded_search` on it is long.
enum class Policy : std::uint8_t {
  stop,              ///< ends the search that it belongs to
  ponderhit,         ///< see OnPonderhit
  quit,              ///< ends the session
  immediate,         ///< runs when it arrives, even during a search
  after_short,       ///< waits for earlier short commands, but not for a search
  read_only,         ///< waits for a bounded search, but runs during an unbounded one
  exclusive,         ///< needs the search to end
  bounded_search,    ///< a long command; later commands wait for it
  unbounded_search,  ///< a long command that ends only after `stop` or `ponderhit`; no command may wait for it
};

/// The effect of `ponderhit` on a long command.
enum class OnPonderhit : std::uint8_t {
  nothing,       ///< it does not ponder
  starts_clock,  ///< it continues until `stop`
  bounds,        ///< it becomes a bounded search
  stops,         ///< it has no limits: the expected move ends it
};

/// One command with its arguments.
struct Command {
  /// Runs it. Throws BadInput or LimitReached, and then has changed nothing.
  using Run = std::function<void(SessionState&, Reply&)>;
  using RunLong = std::function<void(SessionState&, Reply&, RunningCommand&)>;

  Command(Policy its_policy, Run its_run) : policy(its_policy), run(std::move(its_run)) {}
  /// A long command.
  Command(Policy its_policy, RunLong its_run) : policy(its_policy), run_long(std::move(its_run)) {}

  /// Whether it runs as a search does, and can be stopped.
  [[nodiscard]] bool is_long() const { return policy >= Policy::bounded_search; }

  Policy policy;
  Run run = nullptr;           ///< of a short command
  RunLong run_long = nullptr;  ///< of a long command
  Run prepare = nullptr;       ///< of a long command: if it throws, the command is refused
  OnPonderhit on_ponderhit = OnPonderhit::nothing;
  bool needs_token = true;                           ///< refused before a valid `auth`, if the session requires a token
  std::optional<std::string> token{};                ///< of `auth`, whose line is neither logged nor echoed
  std::size_t extra_bytes = 0;                       ///< memory besides the text of its line
  std::shared_ptr<const Dialect> dialect = nullptr;  ///< of its answer; null: native
  std::uint64_t line = 0;                            ///< number of its line among those of the client, from 1
  bool sets_position = false;                        ///< if it is refused, searches are refused until a position is set
};

}  // namespace crownd::session
