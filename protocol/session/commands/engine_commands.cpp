// What a UCI program says to any engine first.

#include "core/bad_input.hpp"
#include "session/commands/make.hpp"
#include "session/context.hpp"

#include <utility>

namespace crownd::session {

namespace {

void introduce(Context& context, Reply& reply) {
  reply.say("id name crownd " + context.environment.version);
  reply.say("id author the crownd authors");
  reply.say(wire::protocol_line());
  for (const auto& option : context.options)
    if (option.settable) reply.say("option name " + option.line);
  reply.say("uciok");
}

void list_games(Context& context, Reply& reply) {
  for (const auto& entry : context.environment.games) reply.say(wire::game_line(entry.name, entry.title));
  reply.say("gamesok");
}

Command read_is_ready(wire::Words&) { return make_is_ready(); }
Command read_new_game(wire::Words&) { return make_new_game(); }

/// Names and values may contain spaces; a name is compared word by word, a value is kept verbatim.
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

}  // namespace

std::span<const Row> engine_commands() {
  static constexpr Row rows[] = {
      {"uci", "", "who the engine is and which options it has", plain<Manner::reading, introduce>},
      {"isready", "", "answers readyok, also during a search", read_is_ready},
      {"games", "", "the games that can be played", plain<Manner::reading, list_games>},
      {"ucinewgame", "", "forget what earlier searches learned", read_new_game},
      {"setoption", "name N [value V]", "change an option", read_set_option},
  };
  return rows;
}

Command make_is_ready() {
  return {Manner::in_passing, [](Context&, Reply& reply) { reply.say("readyok"); }};
}

Command make_new_game() {
  return {Manner::changing, [](Context& context, Reply&) {
            context.game.begin_new_game();
            context.refused_position.forget();
          }};
}

Command make_set_option(std::string name, std::optional<std::string> value) {
  return {Manner::changing, [name = std::move(name), value = std::move(value)](Context& context, Reply& reply) {
            set_option(context.options, name, value, reply);
          }};
}

}  // namespace crownd::session
