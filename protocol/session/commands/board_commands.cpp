// What there is to see.

#include "session/commands/command.hpp"
#include "session/context.hpp"
#include "session/convert.hpp"
#include "wire/squares.hpp"

namespace crownd::session {

namespace {

void say_status(Context& context, Reply& reply) { reply.say(wire::status_line(context.status())); }

void draw(Context& context, Reply& reply) {
  for (const auto& row : context.game->picture()) reply.say(wire::board_line(row));
  reply.say(wire::fen_line(context.game->name(), context.game->position_text()));
  say_status(context, reply);
}

void list_squares(Context& context, Reply& reply) {
  for (const auto& line : wire::squares_lines(to_wire(context.game->name(), context.game->squares()))) reply.say(line);
}

}  // namespace

std::span<const Row> board_commands() {
  static constexpr Row rows[] = {
      {"status", "", "whose turn it is, or how the game ended", plain<Manner::reading, say_status>},
      {"d", "", "the board as a picture", plain<Manner::reading, draw>},
      {"show", "", "the same as d", plain<Manner::reading, draw>},
      {"squares", "", "the board and the game as data, for clients that draw", plain<Manner::reading, list_squares>},
  };
  return rows;
}

}  // namespace crownd::session
