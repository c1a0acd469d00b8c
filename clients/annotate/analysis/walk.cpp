#include "annotate/analysis/walk.hpp"

#include "reading/written_move.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace crownd::annotate {

namespace {

std::string pieces_of(const wire::Squares& squares) {
  std::string pieces;
  for (const auto& row : squares.cells)
    for (const auto& cell : row) pieces += cell.piece == 0 ? '-' : cell.piece;
  return pieces;
}

BoardLook look_of(const wire::Squares& squares) {
  BoardLook look;
  look.columns = squares.columns;
  look.rows = squares.rows;
  for (const auto& piece : squares.pieces) {
    const auto& side = squares.sides[piece.side == squares.sides.front().name ? 0 : 1];
    look.pieces.push_back({piece.letter, side.light, piece.kind});
  }
  for (const auto& row : squares.cells) {
    auto& cells = look.cells.emplace_back();
    for (const auto& cell : row) cells.push_back({cell.name, cell.dark});
  }
  return look;
}

/// One move on the engine's board, with its text.
struct Played {
  std::string text;
  std::size_t legal = 0;
  Frame frame;
  wire::Status status;
};

Played play(connection::Engine& engine, const board::GameInfo::Notation& notation, const std::string& move) {
  const auto routes = engine.routes();
  std::vector<std::string> legal;
  for (const auto& route : routes)
    if (legal.empty() || legal.back() != route.move) legal.push_back(route.move);
  auto [text, status] = reading::play_written(engine, notation, move, legal);
  Played played{std::move(text), legal.size(), {}, std::move(status)};
  const auto route = std::find_if(routes.begin(), routes.end(), [&](const auto& each) { return each.move == move; });
  if (route != routes.end()) played.frame.path = route->path;
  played.frame.pieces = pieces_of(engine.squares());
  return played;
}

std::string ending_of(const board::GameInfo& info, const wire::Status& status) {
  if (status.outcome == wire::Outcome::ongoing) return "";
  const bool won = status.outcome == wire::Outcome::win;
  const auto why = info.why(status.reason, won ? info.side_index(status.side) : 0);
  return won ? info.words[info.side_index(status.side)] + " wins: " + why : "Draw: " + why;
}

/// A move as the text has it; none if the rules do not allow it.
std::optional<LineMove> try_text(connection::Engine& engine, const board::GameInfo::Notation& notation,
                                 const std::string& text) {
  try {
    auto played = play(engine, notation, text);
    return LineMove{std::move(played.text), std::move(played.frame)};
  } catch (const connection::Refused&) {
    return std::nullopt;
  }
}

/// Plays the line from the engine's position, which is kept; not at all unless the moves before it could be `reached`.
void add_variation(connection::Engine& engine, const board::GameInfo::Notation& notation, const notation::Line& line,
                   bool reached, std::vector<std::vector<LineMove>>& variations) {
  const auto number = variations.size();
  variations.emplace_back();
  int plies = 0;
  for (const auto& move : line.moves) {
    for (const auto& inner : move.variations) add_variation(engine, notation, inner, reached, variations);
    auto played = reached ? try_text(engine, notation, move.text) : std::nullopt;
    reached = played.has_value();
    if (!reached) continue;
    variations[number].push_back(*std::move(played));
    ++plies;
  }
  if (plies > 0) (void)engine.undo(plies);
}

wire::Exact value_of(const connection::Engine::Probe& probe, const std::string& move) {
  const auto found =
      std::find_if(probe.moves.begin(), probe.moves.end(), [&](const auto& value) { return value.move == move; });
  return found == probe.moves.end() ? wire::Exact() : found->exact;
}

}  // namespace

GameNotes walk_through(connection::Engine& engine, const notation::ReadGame& game, std::size_t index) {
  engine.set_position(game.name, game.start);
  const auto squares = engine.squares();
  const auto info = board::game_info(squares);
  GameNotes notes;
  notes.index = index;
  notes.game = info.name;
  notes.title = info.title;
  notes.notation = info.notation;
  notes.sides = info.words;
  notes.mates = info.ends_in_mate;
  notes.start = engine.position();
  notes.look = look_of(squares);
  notes.first = {pieces_of(squares), {}};
  auto status = engine.status();
  notes.to_move = static_cast<int>(info.side_index(status.side));
  for (const auto& [move, nags, comments, variations, sign] : game.text.line.moves) {
    MoveNote note;
    note.move = move;
    for (const auto& variation : variations) add_variation(engine, info.notation, variation, true, note.variations);
    note.side = static_cast<int>(info.side_index(status.side));
    note.position = engine.position();
    const auto probe = engine.probe();
    note.exact_before = probe.position;
    note.exact_after = value_of(probe, move);
    auto played = play(engine, info.notation, move);
    note.text = std::move(played.text);
    note.legal = played.legal;
    note.frame = std::move(played.frame);
    status = std::move(played.status);
    notes.moves.push_back(std::move(note));
  }
  notes.ending = ending_of(info, status);
  return notes;
}

std::vector<LineMove> try_line(connection::Engine& engine, const board::GameInfo::Notation& notation,
                               const std::vector<std::string>& moves, std::size_t most) {
  std::vector<LineMove> line;
  for (const auto& move : moves) {
    if (line.size() == most) break;
    auto played = play(engine, notation, move);
    line.push_back({std::move(played.text), std::move(played.frame)});
  }
  if (!line.empty()) (void)engine.undo(static_cast<int>(line.size()));
  return line;
}

}  // namespace crownd::annotate
