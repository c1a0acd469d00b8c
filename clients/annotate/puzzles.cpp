#include "annotate/puzzles.hpp"

#include "annotate/game_notes.hpp"
#include "annotate/search.hpp"
#include "notation/game.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace crownd::annotate {

namespace {

using Form = board::GameInfo::Notation::Form;

/// Winning chances in permille: least values for a win or a draw, and greatest values without one.
struct Bounds {
  int wins, does_not_win, holds, does_not_hold;
};
constexpr Bounds first_bounds{800, 650, 350, 200}, strict_bounds{850, 600, 400, 150};
/// How many times the nodes and time of a search of the game the verification may take.
constexpr int factor_of_verification = 256;
/// The minimal depth of a verification with limited nodes or time: twice a shallow depth proves little.
constexpr int min_verified_depth = 16;
/// Odd, so that it ends with a move of the solver.
constexpr std::size_t max_solution_plies = 9;

/// The aim that the best move reaches and the second best does not.
std::optional<Aim> aim_of(const SearchLines& found, const Bounds& bounds) {
  if (found.lines.size() < 2) return std::nullopt;
  const int best = found.lines[0].chance, second = found.lines[1].chance;
  if (best >= bounds.wins && second <= bounds.does_not_win) return Aim::win;
  if (best >= bounds.holds && best < bounds.wins && second <= bounds.does_not_hold) return Aim::save;
  return std::nullopt;
}

struct OnlyMove {
  std::string move;
  Aim aim = Aim::win;
};

/// The only best move by table values; none if a value is unknown or several moves are best.
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

/// The depth of the verification after a search to `depth`.
int verified_depth(int depth, const Limits& limits) {
  const int twice = 2 * std::max(1, depth);
  return limits.nodes || limits.time ? std::max(twice, min_verified_depth) : twice;
}

/// Whether the verification reached this depth, or the end of both lines.
bool is_verified(const SearchLines& found, int depth) {
  return found.lines[0].depth >= depth || (found.lines[0].score.mate && found.lines[1].score.mate);
}

std::optional<Puzzle> puzzle_here(connection::Engine& engine, const GameNotes& notes, std::size_t ply,
                                  const Limits& limits) {
  const auto exact = only_move_of(engine.probe());
  engine.new_game();
  const auto first = search_lines(engine, limits, 2);
  const bool promising = exact || aim_of(first, first_bounds);
  if (!promising || first.lines.empty()) return std::nullopt;
  const auto deep = verified_depth(first.lines.front().depth, limits);
  engine.new_game();
  const auto second = search_lines(engine, limits.to_depth(deep, factor_of_verification), 2);
  if (second.lines.size() < 2) return std::nullopt;
  const auto& best = second.lines.front();
  if (best.best != (exact ? exact->move : first.lines.front().best)) return std::nullopt;
  const auto aim = exact ? std::optional(exact->aim) : aim_of(second, strict_bounds);
  if (!aim || !(exact || is_verified(second, deep))) return std::nullopt;
  Puzzle puzzle{.ply = ply, .aim = *aim, .side = notes.moves[ply].side, .position = engine.position()};
  puzzle.depth = best.depth;
  puzzle.difficulty = second.kept_from;
  puzzle.legal = notes.moves[ply].legal;
  puzzle.solution = line_text(engine, notes.notation, best.pv, max_solution_plies);
  if (puzzle.solution.empty()) return std::nullopt;
  if (puzzle.solution.size() % 2 == 0) puzzle.solution.pop_back();
  try {
    puzzle.standard = engine.standard_position();
  } catch (const connection::Refused&) {  // the game has no such form
  }
  return puzzle;
}

/// "White (a) to move and win".
std::string task_of(const GameNotes& notes, const Puzzle& puzzle) {
  return notes.sides[static_cast<std::size_t>(puzzle.side)] + " to move and " +
         (puzzle.aim == Aim::win ? "win" : "save the game");
}

std::string result_of_solution(const GameNotes& notes, const Puzzle& puzzle) {
  if (puzzle.aim == Aim::save) return "1/2-1/2";
  const auto first = notes.notation.form == Form::plain ? 0 : notes.notation.first_in_results;
  const bool left = static_cast<std::size_t>(puzzle.side) == first;
  return left ? "1-0" : "0-1";
}

}  // namespace

std::vector<Puzzle> find_puzzles(connection::Engine& engine, const notation::ReadGame& game, const GameNotes& notes,
                                 const Limits& limits) {
  std::vector<Puzzle> puzzles;
  for (std::size_t ply = 0; ply < notes.moves.size(); ++ply) {
    if (!is_candidate(notes, ply)) continue;
    // Without the game's moves: a puzzle has no history of repetitions.
    engine.set_position(game.game_name, notes.moves[ply].position);
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

std::string puzzle_text(const batch::Inputs& inputs, const ChosenPuzzle& chosen, std::size_t number,
                        std::size_t count) {
  const auto& notes = *chosen.notes;
  const auto& puzzle = *chosen.puzzle;
  const auto& input = inputs.games[notes.index];
  const bool plain = notes.notation.form == Form::plain;
  const auto name = [&](int side) { return player_of(input, notes, side); };
  const auto white = plain ? 0 : static_cast<int>(notes.notation.white);
  const auto position = puzzle.standard.empty() ? puzzle.position : puzzle.standard;
  notation::Game game;
  if (plain) game.tags.push_back({"Game", notes.game});
  game.tags.push_back(
      {"Event", "Puzzle " + std::to_string(number) + " of " + std::to_string(count) + ": " + task_of(notes, puzzle)});
  game.tags.push_back({plain ? "First" : "White", name(white)});
  game.tags.push_back({plain ? "Second" : "Black", name(1 - white)});
  game.tags.push_back({"Result", result_of_solution(notes, puzzle)});
  if (notes.notation.form == Form::pdn) game.tags.push_back({"GameType", notes.notation.pdn_type});
  if (!plain) game.tags.push_back({"SetUp", "1"});
  game.tags.push_back({plain ? "Start" : "FEN", position});
  game.tags.push_back({"Source", inputs.name_of(input) + ", before " + number_of(input, notes, puzzle.ply) + ' ' +
                                     notes.moves[puzzle.ply].text});
  for (const auto& move : puzzle.solution) game.line.moves.push_back({move, {}, {}, {}});
  game.line.moves.front().comments.push_back("the only move; difficulty " + std::to_string(puzzle.difficulty) +
                                             ", verified to depth " + std::to_string(puzzle.depth));
  game.result = notes.notation.form == Form::pdn ? "*" : result_of_solution(notes, puzzle);
  return batch::game_text(game, notes.notation, plain, position, puzzle.side == 1);
}

}  // namespace crownd::annotate
