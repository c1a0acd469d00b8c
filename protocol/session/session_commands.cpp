#include "session/command_table.hpp"
#include "session/session_state.hpp"

#include <algorithm>

namespace crownd::session {

namespace {

void list_options(SessionState& state, Reply& reply) {
  reply.line("id name crownd", state.environment.version);
  reply.line("id author the crownd authors");
  reply.line("id protocol", wire::protocol_version);
  for (const auto& option : state.options)
    if (option.settable) reply.line("option name", option.line);
  reply.line("uciok");
}

void list_games(SessionState& state, Reply& reply) {
  for (const auto& entry : state.environment.games) reply.line("game", entry.name, entry.title);
  reply.line("gamesok");
}

/// Names and values may contain spaces. A value is kept verbatim.
Command read_set_option(wire::Words& words) {
  if (!words.take_if("name"))
    throw BadInput(Fault::bad_argument, "setoption needs the word 'name': setoption name Hash value 64");
  std::string name;
  while (!words.empty() && !wire::same_word(words.peek(), "value"))
    name += (name.empty() ? "" : " ") + std::string(words.take());
  if (name.empty()) throw BadInput(Fault::bad_argument, "setoption needs the name of an option after the word 'name'");
  std::optional<std::string> value;
  if (words.take_if("value")) value = std::string(words.take_rest());
  return make_set_option(std::move(name), std::move(value));
}

Command read_debug(wire::Words& words) {
  const bool on = words.take_if("on");
  if (!on && !words.take_if("off")) throw BadInput(Fault::bad_argument, "debug is followed by 'on' or 'off'");
  return {Policy::immediate, [on](SessionState& state, Reply&) { state.debug = on; }};
}

void list_commands(SessionState&, Reply& reply) {
  for (const CommandEntry& row : all_commands()) {
    const auto syntax = row.arguments.empty() ? std::string(row.word) : wire::line_of(row.word, row.arguments);
    reply.line("help", syntax + ":", row.summary);
  }
  reply.line("helpok");
}

void show_version(SessionState& state, Reply& reply) {
  reply.line("version crownd", state.environment.version, "protocol", wire::protocol_version);
}

/// Lists the limits of options only if this client may set them.
void list_limits(SessionState& state, Reply& reply) {
  const auto add = [&](std::string_view name, std::uint64_t value) { reply.line("limit", name, value); };
  const auto add_of_option = [&](std::string_view option, std::string_view name, std::uint64_t value) {
    for (const auto& each : state.options)
      if (each.name == option && each.settable) add(name, value);
  };
  const auto& environment = state.environment;
  const auto& limits = environment.limits;
  add("max-line", limits.max_line_bytes);
  add("max-queue", limits.max_queued_bytes);
  add("max-plies", limits.max_plies);
  add("max-game-bytes", limits.max_game_bytes);
  add_of_option("Hash", "session-hash", limits.max_hash_mb);
  add_of_option("Threads", "session-threads", static_cast<std::uint64_t>(limits.max_threads));
  add_of_option("MultiPV", "multipv", max_multipv);
  add("max-hash", environment.memory_budget.usage().total >> 20);
  add("searches", static_cast<std::uint64_t>(environment.scheduler.slots()));
  add("max-searches", static_cast<std::uint64_t>(environment.scheduler.max_searches()));
  if (limits.max_movetime.count() > 0) add("max-movetime", static_cast<std::uint64_t>(limits.max_movetime.count()));
  for (const auto& limit : environment.connection_limits) add(limit.name, limit.value);
  reply.line("limitsok");
}

/// The session checks the token before the command runs.
Command read_auth(wire::Words& words) {
  if (words.empty()) throw BadInput(Fault::bad_argument, "auth needs a token after it");
  Command command(Policy::immediate, [](SessionState&, Reply& reply) { reply.line("authok"); });
  command.token = std::string(words.take_rest());
  return command;
}

/// As the first command it runs at once, so that the next line is read as HUB.
void switch_to_hub(SessionState& state, Reply& reply) {
  if (state.had_command) throw BadInput(Fault::bad_argument, "hub can only be the first command of a session");
  state.hub = std::make_unique<HubReader>(state.environment);
  for (const auto& line : state.hub->introduction()) reply.line(line);
}

}  // namespace

std::span<const CommandEntry> engine_commands() {
  static constexpr CommandEntry rows[] = {
      {"uci", "", "the name and the options of the engine", without_arguments<Policy::read_only, list_options>},
      {"isready", "", "answers readyok, also during a search", [](wire::Words&) { return make_is_ready(); }},
      {"games", "", "the games that can be played", without_arguments<Policy::read_only, list_games>},
      {"ucinewgame", "", "clear the hash table and the move-ordering histories",
       [](wire::Words&) { return make_new_game(); }},
      {"setoption", "name N [value V]", "change an option", read_set_option},
  };
  return rows;
}

std::span<const CommandEntry> session_commands() {
  static constexpr CommandEntry rows[] = {
      {"debug", "on | off", "report more", read_debug},
      {"help", "", "this list", without_arguments<Policy::read_only, list_commands>},
      {"version", "", "the versions of the engine and of the protocol",
       without_arguments<Policy::read_only, show_version>},
      {"limits", "", "the limits of this session", without_arguments<Policy::read_only, list_limits>},
      {"auth", "TOKEN", "send the token that the engine requires", read_auth},
      {"hub", "", "as the first command: switch to HUB, the protocol of draughts programs",
       without_arguments<Policy::read_only, switch_to_hub>},
      {"quit", "", "end the session", [](wire::Words&) { return make_signal(Policy::quit); }},
  };
  return rows;
}

Command make_is_ready() {
  return {Policy::after_short, [](SessionState&, Reply& reply) { reply.ready(); }};
}

Command make_new_game() {
  return {Policy::exclusive, [](SessionState& state, Reply&) {
            state.game.begin_new_game();
            state.refused_position.clear();
          }};
}

Command make_set_option(std::string name, std::optional<std::string> value) {
  return {Policy::exclusive, [name = std::move(name), value = std::move(value)](SessionState& state, Reply& reply) {
            set_option(state.options, name, value, reply);
          }};
}

Command make_signal(Policy policy) {
  Command command(policy, [](SessionState&, Reply&) {});
  command.needs_token = policy != Policy::quit;
  return command;
}

const std::vector<CommandEntry>& all_commands() {
  static const std::vector<CommandEntry> rows = [] {
    std::vector<CommandEntry> all;
    for (const auto part : {engine_commands(), position_commands(), search_commands(), session_commands()})
      for (const CommandEntry& row : part) all.push_back(row);
    return all;
  }();
  return rows;
}

const CommandEntry* find_command(std::string_view word) {
  const auto& rows = all_commands();
  const auto found =
      std::find_if(rows.begin(), rows.end(), [&](const CommandEntry& row) { return wire::same_word(row.word, word); });
  return found == rows.end() ? nullptr : &*found;
}

std::optional<Command> read_command(std::string_view line) {
  wire::Words words(line);
  if (words.empty() || words.peek().front() == '#') return std::nullopt;
  const auto word = words.take();
  const CommandEntry* const row = find_command(word);
  if (row == nullptr)
    return make_refusal(wire::ErrorCode::unknown_command,
                        wire::quoted(word) + " is no command; " +
                            wire::did_you_mean(word, wire::names(all_commands(), &CommandEntry::word)) +
                            "help lists them");
  try {
    return row->read(words);
  } catch (const BadInput&) {
    return make_refusal(std::current_exception());
  }
}

bool sets_position(std::string_view line) { return wire::Words(line).take_if("position"); }

Command make_refusal(std::exception_ptr fault) {
  return {Policy::read_only, [fault = std::move(fault)](SessionState&, Reply&) { std::rethrow_exception(fault); }};
}

Command make_refusal(wire::ErrorCode code, std::string message) {
  return {Policy::read_only,
          [code, message = std::move(message)](SessionState&, Reply& reply) { reply.refuse(code, message); }};
}

std::int64_t take_number(wire::Words& words, const Range& range) {
  const bool missing = words.empty();
  const auto word = words.take();
  const auto number = wire::read_number(word);
  if (number && *number >= range.min && *number <= range.max) return *number;
  std::string why = std::string(range.what) + " needs a whole number ";
  why += range.min == no_min ? "up to " : "from " + std::to_string(range.min) + " to ";
  why += std::to_string(range.max) + (missing ? " after it" : ", not " + wire::quoted(word));
  throw BadInput(Fault::bad_argument, why);
}

int take_count(wire::Words& words, std::string_view what) {
  return static_cast<int>(take_number(words, {what, 1, max_int}));
}

void check_end(const wire::Words& words, std::string_view command) {
  if (words.empty()) return;
  throw BadInput(Fault::bad_argument,
                 std::string(command) + " is followed by nothing, not by " + wire::quoted(words.peek()));
}

bool take_flag(wire::Words& words, std::string_view command, std::string_view flag) {
  if (words.empty()) return false;
  if (words.take_if(flag)) {
    check_end(words, wire::line_of(command, flag));
    return true;
  }
  throw BadInput(Fault::bad_argument, std::string(command) + " is followed by nothing or by '" + std::string(flag) +
                                          "', not by " + wire::quoted(words.peek()));
}

}  // namespace crownd::session
