#include "session/command_table.hpp"
#include "session/session_state.hpp"

namespace crownd::session {

namespace {

/// Whether the first word of an invalid position is probably the misspelt name of a game.
bool begins_with_unknown_game(const SessionState& state, wire::Words text) {
  const auto first = text.take();
  return wire::same_word(text.peek(), "startpos") || wire::same_word(text.peek(), "fen") ||
         wire::nearest_word(first, names_of(state.environment.games));
}

/// The moves of a text, which follow `before` others. Throws LimitReached if the game gets too long.
std::vector<std::string> moves_of(const SessionState& state, std::string_view text, std::size_t before) {
  auto moves = wire::moves_in(text);
  check_plies(state.environment.limits, before + moves.size());
  return moves;
}

/// `start`: all words before `moves`; the first may name a game.
void set_position(SessionState& state, const std::string& start, std::string_view moves) {
  wire::Words words(start);
  const auto named = find_game(state.environment.games, words.peek());
  if (named) words.take();
  const bool is_fen = words.take_if("fen");
  if (words.empty()) throw BadInput(Fault::bad_argument, "position needs 'startpos' or the text of a position");
  const auto text = wire::position_in(wire::single_spaced(words.take_rest()));
  const bool is_start = !is_fen && wire::same_word(text, "startpos");
  if (!is_start && !is_fen && wire::same_word(wire::Words(text).take(), "startpos"))
    throw BadInput(Fault::bad_argument, "after startpos comes 'moves' and then the moves, not " +
                                            wire::quoted(text.substr(text.find(' ') + 1)));
  if (text.find_first_of("[\"'") == 0)
    throw BadInput(Fault::bad_position,
                   "a position may be in quotes or in its tag, [FEN \"TEXT\"], with no other text beside it");
  try {
    state.game.set_position(named, is_start ? "startpos" : text, moves_of(state, moves, 0));
  } catch (const BadInput& bad) {
    const wire::Words given(start);
    if (named || bad.fault() != Fault::bad_position || !begins_with_unknown_game(state, given)) throw;
    throw BadInput(Fault::bad_position, wire::no_such("game", given.peek(), names_of(state.environment.games)));
  }
  state.refused_position.clear();
}

/// Stores the arguments as text, so that a queued command takes no more memory than its line.
Command read_position(wire::Words& words) {
  std::string start(words.take_text_until("moves")), moves(words.take_rest());
  if (start.empty()) throw BadInput(Fault::bad_argument, "position needs 'startpos' or the text of a position");
  return {Policy::exclusive, [start = std::move(start), moves = std::move(moves)](SessionState& state, Reply&) {
            set_position(state, start, moves);
          }};
}

void write_moves(Reply& reply, std::string_view word, const std::vector<std::string>& moves) {
  reply.line(word, moves.size(), moves);
}

void write_route(Reply& reply, const std::string& move, const MovePath& path) {
  auto line = wire::line_of("route", move, "path", path.squares);
  if (!path.takes.empty()) line = wire::line_of(line, "takes", path.takes);
  if (path.becomes != 0) line = wire::line_of(line, "becomes", std::string(1, path.becomes));
  reply.line(line);
}

Command read_legal_moves(wire::Words& words) {
  const bool with_routes = take_flag(words, "legalmoves", "squares");
  return {Policy::read_only, [with_routes](SessionState& state, Reply& reply) {
            if (with_routes)
              for (const auto& move : state.game->move_paths())
                for (const auto& path : move.paths) write_route(reply, move.move, path);
            write_moves(reply, "legalmoves", state.game->legal_moves());
          }};
}

Command read_move(wire::Words& words) {
  std::string moves(words.take_rest());
  if (moves.empty()) throw BadInput(Fault::bad_argument, "move needs at least one move after it");
  return {Policy::exclusive, [moves = std::move(moves)](SessionState& state, Reply& reply) {
            const auto played = state.game.play(moves_of(state, moves, state.game->plies_played()));
            state.refused_position.clear();
            reply.line("moved", played, state.status());
          }};
}

Command read_undo(wire::Words& words) {
  const int count = words.empty() ? 1 : take_count(words, "undo");
  check_end(words, "undo N");
  return {Policy::exclusive, [count](SessionState& state, Reply& reply) {
            state.game->undo(count);
            state.refused_position.clear();
            reply.line("undone", count, state.status());
          }};
}

void list_moves_played(SessionState& state, Reply& reply) { write_moves(reply, "moves", state.game->moves_played()); }

Command read_fen(wire::Words& words) {
  const bool standard = take_flag(words, "fen", "standard");
  return {Policy::read_only, [standard](SessionState& state, Reply& reply) {
            auto& game = *state.game;
            reply.line("fen", game.name(), standard ? game.standard_text() : game.position_text());
          }};
}

void show_status(SessionState& state, Reply& reply) { reply.line("status", state.status()); }

void show_board(SessionState& state, Reply& reply) {
  for (const auto& row : state.game->picture()) reply.line("board", row);
  reply.line("fen", state.game->name(), state.game->position_text());
  show_status(state, reply);
}

void list_facts(Reply& reply, const play::Squares& squares) {
  const Description& about = squares.description;
  const auto fact = [&](std::string_view key, std::string_view value) {
    if (!value.empty()) reply.line("fact", key, value);
  };
  const auto yes_or_no = [](bool yes) { return yes ? "yes" : "no"; };
  fact("title", squares.title);
  fact("notation", about.notation);
  fact("standard", about.standard);
  fact("win", about.ends_in_mate ? "mate" : "win");
  fact("pass", yes_or_no(about.may_pass));
  fact("touch-move", yes_or_no(about.touch_move));
  fact("ask-again", yes_or_no(about.asks_again));
  fact("first-in-results", squares.side_names[static_cast<std::size_t>(about.first_in_results)]);
  fact("also", about.also_read);
  fact("algebraic", about.algebraic);
  fact("quiet", about.reversible_ply);
  if (about.min_board > 0) fact("sizes", wire::line_of(about.min_board, about.max_board));
}

/// A word of an answer that must not be empty.
std::string word_or_dash(std::string_view word) { return std::string(word.empty() ? "-" : word); }

void list_squares(SessionState& state, Reply& reply) {
  const auto squares = state.game->squares();
  const Description& about = squares.description;
  for (const std::size_t side : {0U, 1U}) {
    const SideInfo& look = about.sides[side];
    const auto line = wire::line_of("side", squares.side_names[side], "colour", look.light ? "light" : "dark", "end",
                                    look.at_bottom ? "bottom" : "top", "player",
                                    look.player == SideInfo::Player::human ? "human" : "engine");
    reply.line(look.paint.empty() ? line : wire::line_of(line, "paint", look.paint), "title", look.title);
  }
  for (const PieceInfo& piece : about.pieces)
    reply.line("piece", std::string(1, piece.letter), "side",
               squares.side_names[static_cast<std::size_t>(index_of(piece.side))], "kind", piece.kind);
  list_facts(reply, squares);
  for (const Reason* reason : about.reasons) reply.line("reason", reason->word, reason->sentence);
  const auto& board = squares.board;
  reply.line("columns", board.columns);
  reply.line("rows", board.rows);
  for (const auto& row : board.cells) {
    std::string line = "row";
    for (const BoardCell& cell : row)
      wire::append(line, wire::line_of(word_or_dash(cell.name), cell.dark ? "dark" : "light",
                                       cell.piece == 0 ? "-" : std::string(1, cell.piece)));
    reply.line(line);
  }
  reply.line("squares", state.game->name(), "columns", board.cells.empty() ? 0 : board.cells.front().size(), "rows",
             board.cells.size(), "turn", word_or_dash(squares.turn));
}

Command begin_reading(std::string game) {
  return {Policy::read_only, [game = std::move(game)](SessionState& state, Reply&) {
            const games::Entry* default_game = nullptr;
            if (!game.empty()) {
              const auto named = find_game(state.environment.games, game);
              if (!named)
                throw BadInput(Fault::bad_argument, wire::no_such("game", game, names_of(state.environment.games)));
              default_game = named->entry;
            }
            state.game_reader = std::make_unique<GameReader>(state.environment, state.client, default_game);
          }};
}

GameReader& reader_of(SessionState& state) {
  if (!state.game_reader) throw BadInput(Fault::bad_argument, "read begin comes before the text of games");
  return *state.game_reader;
}

Command add_text(std::string text, bool ends_line) {
  return {Policy::read_only,
          [text = std::move(text), ends_line](SessionState& state, Reply&) { reader_of(state).add(text, ends_line); }};
}

void end_reading(SessionState& state, Reply& reply) {
  const auto games = reader_of(state).end();
  state.game_reader.reset();
  reply.line("readok", games);
}

Command read_read(wire::Words& words) {
  if (words.take_if("begin")) return begin_reading(std::string(words.take_rest()));
  if (words.take_if("line")) return add_text(std::string(words.take_rest()), true);
  if (words.take_if("part")) return add_text(std::string(words.take_rest()), false);
  if (words.take_if("end")) {
    check_end(words, "read end");
    return {Policy::read_only, end_reading};
  }
  throw BadInput(Fault::bad_argument, "read has begin, line, part and end, not " +
                                          (words.empty() ? std::string("nothing") : wire::quoted(words.peek())));
}

}  // namespace

std::span<const CommandEntry> position_commands() {
  static constexpr CommandEntry rows[] = {
      {"position", "[GAME] (startpos | [fen] TEXT) [moves M...]", "set the position", read_position},
      {"legalmoves", "[squares]", "all legal moves, or also the squares that they go over", read_legal_moves},
      {"move", "M [M...]", "play moves, all or none", read_move},
      {"undo", "[N]", "take back N moves, or one", read_undo},
      {"moves", "", "the moves played so far", without_arguments<Policy::read_only, list_moves_played>},
      {"fen", "[standard]", "the position as text, or as FEN or PDN FEN", read_fen},
      {"status", "", "whose turn it is, or how the game ended", without_arguments<Policy::read_only, show_status>},
      {"d", "", "the board as a picture", without_arguments<Policy::read_only, show_board>},
      {"show", "", "the same as d", without_arguments<Policy::read_only, show_board>},
      {"squares", "", "the board and the game as data, for clients that draw",
       without_arguments<Policy::read_only, list_squares>},
      {"read", "begin [GAME] | line [TEXT] | part TEXT | end", "read games from their text, as in PDN and PGN files",
       read_read},
  };
  return rows;
}

}  // namespace crownd::session
