// The session itself: who may use it, how it talks, and its end.

#include "core/bad_input.hpp"
#include "session/commands/make.hpp"
#include "session/context.hpp"

#include <cstdint>
#include <string>
#include <string_view>

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

void say_version(Context& context, Reply& reply) { reply.say(wire::version_line(context.environment.version)); }

/// Those of options only where this client may set them: what cannot be set needs no limit.
void say_limits(Context& context, Reply& reply) {
  const auto say = [&](std::string_view name, std::uint64_t value) { reply.say(wire::limit_line(name, value)); };
  const auto say_of_option = [&](std::string_view option, std::string_view name, std::uint64_t value) {
    for (const auto& each : context.options)
      if (each.name == option && each.settable) say(name, value);
  };
  const auto& environment = context.environment;
  const auto& limits = environment.limits;
  say("max-line", limits.max_line_bytes);
  say("max-queue", limits.max_queued_bytes);
  say("max-plies", limits.max_plies);
  say("max-game-bytes", limits.max_game_bytes);
  say_of_option("Hash", "session-hash", limits.max_hash_mb);
  say_of_option("Threads", "session-threads", static_cast<std::uint64_t>(limits.max_threads));
  say_of_option("MultiPV", "multipv", most_multipv);
  say("max-hash", environment.hash.total() >> 20);
  say("searches", static_cast<std::uint64_t>(environment.turns.slots()));
  say("max-searches", static_cast<std::uint64_t>(environment.turns.most()));
  if (limits.max_movetime.count() > 0) say("max-movetime", static_cast<std::uint64_t>(limits.max_movetime.count()));
  for (const auto& limit : environment.connection_limits) say(limit.name, limit.value);
  reply.say("limitsok");
}

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
      {"version", "", "the versions of the engine and of the protocol", plain<Manner::reading, say_version>},
      {"limits", "", "what this session may ask for at most, as data", plain<Manner::reading, say_limits>},
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
