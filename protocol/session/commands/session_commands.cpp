// The session itself: who may use it, how it talks, and its end.

#include "core/bad_input.hpp"
#include "session/commands/make.hpp"
#include "session/context.hpp"

#include <string>

namespace crownd::session {

namespace {

Command read_debug(wire::Words& words) {
  const bool on = words.take_if("on");
  if (!on && !words.take_if("off")) throw BadInput(Fault::bad_argument, "debug is followed by 'on' or 'off'");
  return {Manner::at_once, [on](Context& context, Reply&) { context.debug = on; }};
}

void help(Context&, Reply& reply) {
  for (const Row& row : all_commands()) {
    auto line = "help " + std::string(row.word);
    if (!row.arguments.empty()) line += " " + std::string(row.arguments);
    reply.say(line + ": " + std::string(row.summary));
  }
  reply.say("helpok");
}

void say_version(Context& context, Reply& reply) { reply.say("version crownd " + context.environment.version); }

/// The token is judged before the command runs: who has not shown the right one is not let in.
Command read_auth(wire::Words& words) {
  if (words.empty()) throw BadInput(Fault::bad_argument, "auth needs a token after it");
  Command command(Manner::at_once, [](Context&, Reply& reply) { reply.say("authok"); });
  command.token = std::string(words.take_rest());
  return command;
}

/// Nothing runs before the first command, so that its lines are read as HUB from the next on.
void talk_hub(Context& context, Reply& reply) {
  if (context.begun) throw BadInput(Fault::bad_argument, "hub can only be the first command of a session");
  context.hub = std::make_unique<HubDialect>(context.environment);
  for (const auto& line : context.hub->introduction()) reply.say(line);
}

Command read_quit(wire::Words&) { return make_quit(); }

}  // namespace

std::span<const Row> session_commands() {
  static constexpr Row rows[] = {
      {"debug", "on | off", "report more", read_debug},
      {"help", "", "this list", plain<Manner::reading, help>},
      {"version", "", "the version of the engine", plain<Manner::reading, say_version>},
      {"auth", "TOKEN", "show that one may use the engine", read_auth},
      {"hub", "", "as the first command: talk HUB, the protocol of draughts programs, from here on",
       plain<Manner::reading, talk_hub>},
      {"quit", "", "end the session", read_quit},
  };
  return rows;
}

Command make_quit() {
  Command command(Manner::quit, [](Context&, Reply&) {});
  command.needs_token = false;
  return command;
}

}  // namespace crownd::session
