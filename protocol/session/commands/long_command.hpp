#pragma once

#include "session/context.hpp"
#include "session/limit_reached.hpp"
#include "session/runner.hpp"

#include <string>
#include <string_view>
#include <utility>

namespace crownd::session {

/// A long command about the position.
[[nodiscard]] inline Command long_command(Command::Run run) {
  Command command(Manner::thinking, std::move(run));
  command.prepare = [](Context& context, Reply&) { context.require_position(); };
  return command;
}

/// How a limit of the daemon ended a long command.
[[nodiscard]] inline std::string end_by_limit(const SessionLimits& limits) {
  return "ended after the " + std::to_string(limits.max_movetime.count()) +
         " ms that this daemon allows (--max-movetime)";
}

/// For clients that send `quit` behind a command whose result they want.
inline constexpr std::string_view without_quit = "without quit the end of input lets it finish";

/// Runs a long command that has a result at its end only. `work` takes the control that stops it, and returns an
/// optional result; where there is none the client is answered with the reason. Throws LimitReached for a limit.
template <class Work>
auto run_long(Context& context, Reply& reply, const std::string& what, const Work& work) {
  Thinking& thinking = *context.thinking;
  auto result = work(thinking.control());
  // Nothing holds it back: it is not an unbounded search, so that it need not be left.
  (void)thinking.finish();
  if (!result && thinking.cut_short())
    throw LimitReached(Refusal::max_movetime, what + " was " + end_by_limit(context.environment.limits));
  const bool quit = thinking.stopped_by_quit();
  if (!result)
    reply.refuse(wire::ErrorCode::limit, what + " was stopped before its end" + (quit ? " by quit" : "") +
                                             ", so there is no result" +
                                             (quit ? "; " + std::string(without_quit) : ""));
  return result;
}

}  // namespace crownd::session
