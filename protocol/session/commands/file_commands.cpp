// Games as text.

#include "core/bad_input.hpp"
#include "session/commands/command.hpp"
#include "session/context.hpp"
#include "wire/game_lines.hpp"
#include "wire/nearest.hpp"

#include <memory>
#include <string>
#include <utility>

namespace crownd::session {

namespace {

Command begin_reading(std::string game) {
  return {Manner::reading, [game = std::move(game)](Context& context, Reply&) {
            const games::Entry* usual = nullptr;
            if (!game.empty()) {
              const auto named = find_game(context.environment.games, game);
              if (!named)
                throw BadInput(Fault::bad_argument, wire::no_such("game", game, names_of(context.environment.games)));
              usual = named->entry;
            }
            context.game_reader = std::make_unique<GameReader>(context.environment, usual);
          }};
}

GameReader& reader_of(Context& context) {
  if (!context.game_reader) throw BadInput(Fault::bad_argument, "read begin comes before the text of games");
  return *context.game_reader;
}

Command add_text(std::string text, bool ends_line) {
  return {Manner::reading, [text = std::move(text), ends_line](Context& context, Reply& reply) {
            reader_of(context).add(text, ends_line, [&](std::string_view line) { reply.say(line); });
          }};
}

void end_reading(Context& context, Reply& reply) {
  const auto games = reader_of(context).end([&](std::string_view line) { reply.say(line); });
  context.game_reader.reset();
  reply.say(wire::read_ok_line(games));
}

Command read_read(wire::Words& words) {
  if (words.take_if("begin")) return begin_reading(std::string(words.take_rest()));
  if (words.take_if("line")) return add_text(std::string(words.take_rest()), true);
  if (words.take_if("part")) return add_text(std::string(words.take_rest()), false);
  if (words.take_if("end")) return {Manner::reading, end_reading};
  throw BadInput(Fault::bad_argument, "read has begin, line, part and end, not " +
                                          (words.empty() ? std::string("nothing") : wire::quoted(words.peek())));
}

}  // namespace

std::span<const Row> file_commands() {
  static constexpr Row rows[] = {
      {"read", "begin [GAME] | line [TEXT] | part TEXT | end", "read games from their text, as in PDN and PGN files",
       read_read},
  };
  return rows;
}

}  // namespace crownd::session
