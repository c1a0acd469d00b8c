// The position, and the moves that are played.

#include "core/bad_input.hpp"
#include "session/commands/arguments.hpp"
#include "session/commands/make.hpp"
#include "session/context.hpp"
#include "session/convert.hpp"
#include "wire/nearest.hpp"

#include <span>
#include <utility>

namespace crownd::session {

namespace {

/// Whether the first word of a text that is no position was meant as the name of a game.
bool begins_with_unknown_game(const Context& context, const std::vector<std::string>& text) {
  const bool names_start = text.size() > 1 && (wire::same_word(text[1], "startpos") || wire::same_word(text[1], "fen"));
  return names_start || wire::nearest_word(text[0], names_of(context.environment.games));
}

Command read_position(wire::Words& words) {
  Position position{words.take_until("moves"), words.take_until({})};
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
  auto moves = words.take_until({});
  if (moves.empty()) throw BadInput(Fault::bad_argument, "move needs at least one move after it");
  return {Manner::changing, [moves = std::move(moves)](Context& context, Reply& reply) {
            const auto played = context.game->play(moves);
            reply.say(wire::moved_line(played, context.status()));
          }};
}

Command read_undo(wire::Words& words) {
  const int count = words.empty() ? 1 : take_count(words, "undo");
  return {Manner::changing, [count](Context& context, Reply& reply) {
            context.game->undo(count);
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
  std::span<const std::string> words = position.start;
  const auto named = find_game(context.environment.games, words.front());
  if (named) words = words.subspan(1);
  const bool is_start = words.size() == 1 && wire::same_word(words.front(), "startpos");
  if (!words.empty() && wire::same_word(words.front(), "fen")) words = words.subspan(1);
  if (words.empty()) throw BadInput(Fault::bad_argument, "position needs 'startpos' or the text of a position");
  std::string text;
  for (const auto& word : words) text += (text.empty() ? "" : " ") + word;
  try {
    context.game.set_position(named, is_start ? "startpos" : text, position.moves);
  } catch (const BadInput& bad) {
    if (named || bad.fault() != Fault::bad_position || !begins_with_unknown_game(context, position.start)) throw;
    throw BadInput(Fault::bad_position,
                   wire::no_such("game", position.start.front(), names_of(context.environment.games)));
  }
}

}  // namespace crownd::session
