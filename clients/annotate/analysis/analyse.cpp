#include "annotate/analysis/analyse.hpp"

#include "annotate/analysis/look.hpp"
#include "annotate/analysis/puzzles.hpp"
#include "annotate/analysis/walk.hpp"
#include "annotate/judgement/chances.hpp"

#include <algorithm>
#include <optional>

namespace crownd::annotate {

namespace {

/// So many moves of a better line are kept.
constexpr std::size_t longest_line = 10;
/// How much longer than the deeper look the search of the played move alone may take to reach the same depth.
constexpr int room_to_look_deeper = 4;

/// For the side that made the move.
void take_score(MoveNote& note, const Look& after, bool same_side) {
  note.score = same_side ? after.score : reversed(after.score);
  note.wdl = after.wdl && !same_side ? std::optional(reversed(*after.wdl)) : after.wdl;
  note.depth = after.depth;
  note.after = chance_of(note.score, note.wdl);
}

/// What a table knows of the move counts instead of the search.
void overrule(MoveNote& note) {
  if (const auto known = chance_of(note.exact_after)) note.after = *known;
  if (const auto known = chance_of(note.exact_before)) note.before = *known;
}

class GameAnalysis {
 public:
  GameAnalysis(connection::Engine& engine, const Plan& plan, const OnPosition& on_position)
      : engine_(engine), plan_(plan), on_position_(on_position) {}

  GameNotes analyse(const notation::ReadGame& game, std::size_t index) {
    engine_.new_game();
    auto notes = walk_through(engine_, game, index);
    auto after = search(plan_.limits);
    for (auto i = notes.moves.size(); i-- > 0;) {
      (void)engine_.undo(1);
      auto here = search(plan_.limits);
      auto& note = notes.moves[i];
      const bool last = i + 1 == notes.moves.size();
      judge_move(note, here, after, !last && notes.moves[i + 1].side == note.side, notes.notation);
      after = std::move(here);
    }
    if (!notes.moves.empty())
      notes.chance = notes.moves.front().before;
    else if (!after.best.empty())
      judge_position(notes, after);
    if (plan_.wants_puzzles) notes.puzzles = find_puzzles(engine_, game, notes, plan_.limits);
    return notes;
  }

 private:
  Look search(const Limits& limits) {
    auto found = look(engine_, limits);
    on_position_();
    return found;
  }

  /// The engine is in the position.
  void judge_position(GameNotes& notes, const Look& found) {
    MoveNote note;
    note.side = notes.to_move;
    note.position = notes.start;
    note.score = found.score;
    note.wdl = found.wdl;
    note.depth = found.depth;
    note.best = note.move = found.best;
    note.exact_before = engine_.probe().position;
    note.before = chance_of(note.exact_before).value_or(found.chance);
    note.after = note.before;
    note.better = try_line(engine_, notes.notation, found.pv, longest_line);
    if (!note.better.empty()) note.text = note.better.front().text;
    notes.chance = note.before;
    notes.position = std::move(note);
  }

  /// The engine is in the position before the move. `here` becomes the deeper look if there is one.
  void judge_move(MoveNote& note, Look& here, const Look& after, bool same_side,
                  const board::GameInfo::Notation& notation) {
    take_score(note, after, same_side);
    note.best = here.best;
    note.before = here.chance;
    overrule(note);
    note.loss = loss_of(note);
    if (judge(note.loss, plan_.thresholds) == Judgement::none) return;
    look_again(note, here);
    note.judgement = judge(note.loss, plan_.thresholds);
    if (note.judgement != Judgement::none) note.better = try_line(engine_, notation, here.pv, longest_line);
  }

  /// None for what the engine would have played, unless tables prove it wrong.
  static int loss_of(const MoveNote& note) {
    const bool proven = chance_of(note.exact_before) && chance_of(note.exact_after);
    const bool preferred = note.legal <= 1 || note.move == note.best;
    return preferred && !proven ? 0 : std::max(0, note.before - note.after);
  }

  void look_again(MoveNote& note, Look& here) {
    const auto deeper = plan_.limits.deeper();
    here = look(engine_, deeper);
    note.looked_twice = true;
    note.best = here.best;
    note.before = here.chance;
    if (here.best != note.move) {
      const auto played = look(engine_, deeper.to_depth(std::max(1, here.depth), room_to_look_deeper), note.move);
      take_score(note, played, true);
    }
    overrule(note);
    note.loss = loss_of(note);
  }

  connection::Engine& engine_;
  const Plan& plan_;
  const OnPosition& on_position_;
};

}  // namespace

GameNotes analyse(connection::Engine& engine, const notation::ReadGame& game, std::size_t index, const Plan& plan,
                  const OnPosition& on_position) {
  return GameAnalysis(engine, plan, on_position).analyse(game, index);
}

}  // namespace crownd::annotate
