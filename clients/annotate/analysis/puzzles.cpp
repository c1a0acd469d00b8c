#include "annotate/analysis/puzzles.hpp"

#include "annotate/analysis/look.hpp"
#include "annotate/analysis/walk.hpp"
#include "annotate/judgement/chances.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>

namespace crownd::annotate {

namespace {

/// From these chances on a move wins, or holds; up to these it does not.
struct Bounds {
  int wins, does_not_win, holds, does_not_hold;
};
constexpr Bounds first_bounds{800, 650, 350, 200}, strict_bounds{850, 600, 400, 150};
/// How much longer than a search of the game the verification may take.
constexpr int room_to_verify = 256;
/// Twice a shallow depth proves little: the verification goes at least so deep where its nodes or time are limited.
constexpr int least_verified_depth = 16;
/// So many moves of a solution are kept; it ends with the solver's.
constexpr std::size_t longest_solution = 9;

/// What the best move reaches and the second best does not.
std::optional<Aim> aim_of(const Lines& lines, const Bounds& bounds) {
  if (lines.looks.size() < 2) return std::nullopt;
  const int best = lines.looks[0].chance, second = lines.looks[1].chance;
  if (best >= bounds.wins && second <= bounds.does_not_win) return Aim::win;
  if (best >= bounds.holds && best < bounds.wins && second <= bounds.does_not_hold) return Aim::save;
  return std::nullopt;
}

/// The only good move and its aim.
struct OnlyMove {
  std::string move;
  Aim aim = Aim::win;
};

/// As tables have it; none if they do not know every move, or if there is none or more than one.
std::optional<OnlyMove> only_move_of(const connection::Engine::Probe& probe) {
  std::vector<std::pair<int, std::string>> moves;
  for (const auto& [move, exact] : probe.moves) {
    const auto chance = chance_of(exact);
    if (!chance) return std::nullopt;
    moves.emplace_back(-*chance, move);
  }
  if (moves.size() < 2) return std::nullopt;
  std::sort(moves.begin(), moves.end());
  if (moves[0].first == moves[1].first) return std::nullopt;
  return OnlyMove{moves[0].second, moves[0].first == -certain ? Aim::win : Aim::save};
}

/// Whether the moves around this position were judged, and there is a choice.
bool is_candidate(const GameNotes& notes, std::size_t ply) {
  const auto bad = [&](std::size_t i) { return notes.moves[i].judgement != Judgement::none; };
  return notes.moves[ply].legal > 1 && (bad(ply) || (ply > 0 && bad(ply - 1)));
}

/// How deep a position is searched that was searched to this depth before.
int verified_depth(int depth, const Limits& limits) {
  const int twice = 2 * std::max(1, depth);
  return limits.nodes || limits.time ? std::max(twice, least_verified_depth) : twice;
}

/// The verification has seen enough: that depth, or the end of both lines.
bool is_verified(const Lines& lines, int depth) {
  return lines.looks.front().depth >= depth || (lines.looks[0].score.mate && lines.looks[1].score.mate);
}

std::optional<Puzzle> puzzle_here(connection::Engine& engine, const GameNotes& notes, std::size_t ply,
                                  const Limits& limits) {
  const auto exact = only_move_of(engine.probe());
  engine.new_game();
  const auto first = look_at_lines(engine, limits, 2);
  const bool promises = exact || aim_of(first, first_bounds);
  if (!promises || first.looks.empty()) return std::nullopt;
  const auto deep = verified_depth(first.looks.front().depth, limits);
  engine.new_game();
  const auto second = look_at_lines(engine, limits.to_depth(deep, room_to_verify), 2);
  if (second.looks.size() < 2) return std::nullopt;
  const auto& best = second.looks.front();
  if (best.best != (exact ? exact->move : first.looks.front().best)) return std::nullopt;
  const auto aim = exact ? std::optional(exact->aim) : aim_of(second, strict_bounds);
  if (!aim || !(exact || is_verified(second, deep))) return std::nullopt;
  Puzzle puzzle{.ply = ply, .aim = *aim, .side = notes.moves[ply].side, .position = engine.position()};
  puzzle.depth = best.depth;
  puzzle.difficulty = second.kept_from;
  puzzle.legal = notes.moves[ply].legal;
  puzzle.solution = try_line(engine, notes.notation, best.pv, longest_solution);
  if (puzzle.solution.size() % 2 == 0) puzzle.solution.pop_back();
  try {
    puzzle.standard = engine.standard_position();
  } catch (const connection::Refused&) {  // the game has no such form
  }
  return puzzle;
}

}  // namespace

std::vector<Puzzle> find_puzzles(connection::Engine& engine, const notation::ReadGame& game, const GameNotes& notes,
                                 const Limits& limits) {
  std::vector<Puzzle> puzzles;
  for (std::size_t ply = 0; ply < notes.moves.size(); ++ply) {
    if (!is_candidate(notes, ply)) continue;
    // Without the moves before it: a puzzle is a position, and has no past.
    engine.set_position(game.name, notes.moves[ply].position);
    if (auto puzzle = puzzle_here(engine, notes, ply, limits)) puzzles.push_back(*std::move(puzzle));
  }
  return puzzles;
}

std::vector<ChosenPuzzle> choose_puzzles(const std::vector<GameNotes>& games, std::size_t count) {
  std::vector<ChosenPuzzle> all;
  std::set<std::pair<std::string, std::string>> seen;
  for (const auto& notes : games)
    for (const auto& puzzle : notes.puzzles)
      if (seen.emplace(notes.game, puzzle.position).second) all.push_back({&notes, &puzzle});
  const auto key = [](const ChosenPuzzle& each) {
    const auto& puzzle = *each.puzzle;
    return std::tuple(puzzle.difficulty, puzzle.solution.size(), puzzle.legal, each.notes->index, puzzle.ply);
  };
  std::sort(all.begin(), all.end(), [&](const auto& one, const auto& other) { return key(one) < key(other); });
  if (all.size() <= count) return all;
  std::vector<ChosenPuzzle> chosen;
  for (std::size_t i = 0; i < count; ++i) chosen.push_back(all[count == 1 ? 0 : i * (all.size() - 1) / (count - 1)]);
  return chosen;
}

}  // namespace crownd::annotate
