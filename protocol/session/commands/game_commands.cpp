// The position, and the moves that are played.

#include "core/bad_input.hpp"
#include "session/commands/arguments.hpp"
#include "session/commands/make.hpp"
#include "session/context.hpp"
#include "session/convert.hpp"
#include "wire/nearest.hpp"
#include "wire/written.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace crownd::session {

namespace {

/// Whether the first word of a text that is no position was meant as the name of a game.
bool begins_with_unknown_game(const Context& context, wire::Words text) {
  const auto first = text.take();
  return wire::same_word(text.peek(), "startpos") || wire::same_word(text.peek(), "fen") ||
         wire::nearest_word(first, names_of(context.environment.games));
}

/// The moves of a text, which follow `before` others. Throws LimitReached, before it collects them, if they are too
/// many for a game.
std::vector<std::string> moves_of(const Context& context, std::string_view text, std::size_t before) {
  check_plies(context.environment.limits, before + wire::count_moves(text));
  return wire::moves_in(text);
}

Command read_position(wire::Words& words) {
  Position position{std::string(words.take_text_until("moves")), std::string(words.take_rest())};
  if (position.start.empty())
    throw BadInput(Fault::bad_argument, "position needs 'startpos' or the text of a position");
  return {Manner::changing,
          [position = std::move(position)](Context& context, Reply&) { set_position(context, position); }};
}

Command read_legal_moves(wire::Words& words) {
  const bool with_routes = take_flag(words, "legalmoves", "squares");
  return {Manner::reading, [with_routes](Context& context, Reply& reply) {
            if (with_routes)
              for (const auto& move : context.game->move_paths())
                for (const auto& path : move.paths) reply.say(wire::route_line(to_wire(move.move, path)));
            reply.say(wire::move_list_line("legalmoves", context.game->legal_moves()));
          }};
}

Command read_move(wire::Words& words) {
  std::string moves(words.take_rest());
  if (moves.empty()) throw BadInput(Fault::bad_argument, "move needs at least one move after it");
  return {Manner::changing, [moves = std::move(moves)](Context& context, Reply& reply) {
            const auto played = context.game.play(moves_of(context, moves, context.game->plies_played()));
            context.refused_position.forget();
            reply.say(wire::moved_line(played, context.status()));
          }};
}

Command read_undo(wire::Words& words) {
  const int count = words.empty() ? 1 : take_count(words, "undo");
  return {Manner::changing, [count](Context& context, Reply& reply) {
            context.game->undo(count);
            context.refused_position.forget();
            reply.say(wire::undone_line(count, context.status()));
          }};
}

void list_moves_played(Context& context, Reply& reply) {
  reply.say(wire::move_list_line("moves", context.game->moves_played()));
}

Command read_fen(wire::Words& words) {
  const bool standard = take_flag(words, "fen", "standard");
  return {Manner::reading, [standard](Context& context, Reply& reply) {
            auto& game = *context.game;
            reply.say(wire::fen_line(game.name(), standard ? game.standard_text() : game.position_text()));
          }};
}

}  // namespace

std::span<const Row> game_commands() {
  static constexpr Row rows[] = {
      {"position", "[GAME] (startpos | [fen] TEXT) [moves M...]", "set the position", read_position},
      {"legalmoves", "[squares]", "all legal moves, or also the squares that they go over", read_legal_moves},
      {"move", "M [M...]", "play moves, all or none", read_move},
      {"undo", "[N]", "take back N moves, or one", read_undo},
      {"moves", "", "the moves played so far", plain<Manner::reading, list_moves_played>},
      {"fen", "[standard]", "the position as text, or as FEN or PDN FEN", read_fen},
  };
  return rows;
}

void set_position(Context& context, const Position& position) {
  wire::Words words(position.start);
  const auto named = find_game(context.environment.games, words.peek());
  if (named) words.take();
  const bool is_fen = words.take_if("fen");
  if (words.empty()) throw BadInput(Fault::bad_argument, "position needs 'startpos' or the text of a position");
  std::string written;
  while (!words.empty()) written.append(written.empty() ? "" : " ").append(words.take());
  const auto text = wire::position_in(written);
  const bool is_start = !is_fen && wire::same_word(text, "startpos");
  if (text.find_first_of("[\"'") == 0)
    throw BadInput(Fault::bad_position, "a position stands alone, in two quotes or in its tag, as in [FEN \"TEXT\"]");
  try {
    context.game.set_position(named, is_start ? "startpos" : text, moves_of(context, position.moves, 0));
  } catch (const BadInput& bad) {
    const wire::Words given(position.start);
    if (named || bad.fault() != Fault::bad_position || !begins_with_unknown_game(context, given)) throw;
    throw BadInput(Fault::bad_position, wire::no_such("game", given.peek(), names_of(context.environment.games)));
  }
  context.refused_position.forget();
}

}  // namespace crownd::session
