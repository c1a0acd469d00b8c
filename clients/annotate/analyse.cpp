#include "annotate/analyse.hpp"

#include "annotate/puzzles.hpp"
#include "annotate/reasons.hpp"
#include "annotate/search.hpp"
#include "batch/daemons.hpp"

#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <stdexcept>

namespace crownd::annotate {

namespace {

using Notation = board::GameInfo::Notation;

constexpr std::size_t max_better_moves = 10;
/// The search of the played move, to the same depth, may take this many times the nodes of the deeper search.
constexpr int factor_of_played_move = 4;

/// Plays a variation and takes it back. If `reachable` is false, an earlier move was illegal, so no move is played.
void add_variation(connection::Engine& engine, const Notation& notation, const notation::Line& line, bool reachable,
                   std::vector<std::vector<std::string>>& variations) {
  const auto number = variations.size();
  variations.emplace_back();
  int plies = 0;
  for (const auto& move : line.moves) {
    for (const auto& inner : move.variations) add_variation(engine, notation, inner, reachable, variations);
    if (!reachable) continue;
    try {
      auto written = batch::play_move(engine, notation, move.text, engine.legal_moves());
      variations[number].push_back(std::move(written.text));
      ++plies;
    } catch (const connection::Refused&) {
      reachable = false;
    }
  }
  if (plies > 0) (void)engine.undo(plies);
}

wire::Exact value_of(const connection::Engine::Probe& probe, const std::string& move) {
  const auto found = std::ranges::find(probe.moves, move, &wire::MoveValue::move);
  return found == probe.moves.end() ? wire::Exact() : found->exact;
}

/// Plays the game on the engine, up to its last position, and notes moves, positions and table values.
GameNotes replay(connection::Engine& engine, const notation::ReadGame& game, std::size_t index) {
  engine.set_position(game.game_name, game.start);
  const auto info = board::game_info(engine.squares());
  GameNotes notes{.index = index, .game = info.name, .notation = info.notation, .sides = info.titles};
  notes.start = engine.position();
  auto status = engine.status();
  notes.to_move = static_cast<int>(info.side_index(status.side));
  for (const auto& [move, nags, comments, variations, sign] : game.record.line.moves) {
    MoveNote note{.move = move};
    for (const auto& variation : variations) add_variation(engine, info.notation, variation, true, note.variations);
    note.side = static_cast<int>(info.side_index(status.side));
    note.position = engine.position();
    const auto probe = engine.probe();
    note.exact_before = probe.position;
    note.exact_after = value_of(probe, move);
    const auto legal = engine.legal_moves();
    note.legal = legal.size();
    note.listed = std::find(legal.begin(), legal.end(), move) != legal.end();
    auto written = batch::play_move(engine, info.notation, move, legal);
    note.text = std::move(written.text);
    status = std::move(written.status);
    notes.moves.push_back(std::move(note));
  }
  return notes;
}

/// `next_search` is the search of the position after the move.
void take_score(MoveNote& note, const SearchResult& next_search, bool same_side) {
  note.score = same_side ? next_search.score : reversed(next_search.score);
  note.wdl = next_search.wdl && !same_side ? std::optional(reversed(*next_search.wdl)) : next_search.wdl;
  note.depth = next_search.depth;
  note.after = chance_of(note.score, note.wdl);
}

void take_table_values(MoveNote& note) {
  if (const auto known = chance_of(note.exact_after)) note.after = *known;
  if (const auto known = chance_of(note.exact_before)) note.before = *known;
}

/// The engine's choice loses nothing, unless tables prove that it does.
int loss_of(const MoveNote& note) {
  const bool proven = chance_of(note.exact_before) && chance_of(note.exact_after);
  const bool preferred = note.forced() || note.move == note.best;
  return preferred && !proven ? 0 : std::max(0, note.before - note.after);
}

/// Analyses a game from its end to its beginning with one hash table, so that searches know the later positions. The
/// result depends only on the game and the settings, unless a limit is a time.
///
/// Each position is searched to the same limits. If a move seems to be a mistake, the move and the engine's choice are
/// searched again, deeper, to equal depth. Table values overrule searches.
class GameAnalysis {
 public:
  /// Calls `on_position` after each search of a position.
  GameAnalysis(connection::Engine& engine, const Settings& settings, std::function<void()> on_position)
      : engine_(engine), settings_(settings), on_position_(std::move(on_position)) {}

  GameNotes analyse(const notation::ReadGame& game, std::size_t index) {
    engine_.new_game();
    auto notes = replay(engine_, game, index);
    auto next_search = search_position();
    for (auto i = notes.moves.size(); i-- > 0;) {
      (void)engine_.undo(1);
      auto here = search_position();
      auto& note = notes.moves[i];
      const bool last = i + 1 == notes.moves.size();
      judge_move(note, here, next_search, !last && notes.moves[i + 1].side == note.side, notes.notation);
      next_search = std::move(here);
    }
    if (notes.moves.empty() && !next_search.best.empty()) judge_position(notes, next_search);
    explain_mistakes(notes);
    if (settings_.puzzles > 0) notes.puzzles = find_puzzles(engine_, game, notes, settings_.limits);
    return notes;
  }

 private:
  SearchResult search_position() {
    auto found = search(engine_, settings_.limits);
    on_position_();
    return found;
  }

  void judge_position(GameNotes& notes, const SearchResult& found) {
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
    note.better = line_text(engine_, notes.notation, found.pv, max_better_moves);
    if (!note.better.empty()) note.text = note.better.front();
    notes.position = std::move(note);
  }

  /// The engine is in the position before the move. `here` becomes the deeper search if there is one.
  void judge_move(MoveNote& note, SearchResult& here, const SearchResult& next_search, bool same_side,
                  const Notation& notation) {
    take_score(note, next_search, same_side);
    note.best = here.best;
    note.before = here.chance;
    take_table_values(note);
    note.loss = loss_of(note);
    if (judge(note.loss, settings_.thresholds) == Judgement::none) return;
    search_deeper(note, here);
    note.judgement = judge(note.loss, settings_.thresholds);
    if (note.judgement != Judgement::none) note.better = line_text(engine_, notation, here.pv, max_better_moves);
  }

  void search_deeper(MoveNote& note, SearchResult& here) {
    const auto deeper = settings_.limits.deeper();
    here = search(engine_, deeper);
    note.best = here.best;
    note.before = here.chance;
    if (note.listed && here.best != note.move) {  // a forfeited turn keeps the score of the next position
      const auto limits = deeper.to_depth(std::max(1, here.depth), factor_of_played_move);
      take_score(note, search(engine_, limits, note.move), true);
    }
    take_table_values(note);
    note.loss = loss_of(note);
  }

  /// Plays the game again, so that the searches for reasons do not affect those of the analysis.
  void explain_mistakes(GameNotes& notes) {
    for (auto& note : notes.moves) {
      if (note.judgement != Judgement::none)
        note.reasons = reasons_of(engine_, notes.notation, note, settings_.limits.nodes);
      (void)engine_.move(note.move);
    }
  }

  connection::Engine& engine_;
  const Settings& settings_;
  std::function<void()> on_position_;
};

void report(const std::string& line) { std::cerr << "crown-annotate: " << line << '\n'; }

/// Collects the notes of finished games and shows the progress at a terminal. May be used by several threads.
class NoteCollector {
 public:
  NoteCollector(const batch::Inputs& inputs, StateFile& state)
      : inputs_(inputs), state_(state), notes_(inputs.games.size()), progress_(::isatty(STDERR_FILENO) != 0) {
    auto finished = state_.take_finished();
    for (std::size_t index = 0; index < notes_.size(); ++index) {
      if (const auto found = finished.find(index); found != finished.end()) {
        notes_[index] = std::move(found->second);
        if (const auto& why = notes_[index].skipped; !why.empty()) report(skipped_text(index, why));
        continue;
      }
      unfinished_.push_back(index);
      positions_ += positions_of(index);
    }
    games_ = unfinished_.size();
  }

  /// The games that the state does not have.
  [[nodiscard]] const std::deque<std::size_t>& unfinished() const { return unfinished_; }
  void add(GameNotes notes) {
    const std::lock_guard lock(mutex_);
    state_.add(notes);
    finish(std::move(notes));
  }
  /// The state does not get the game, so that a resumed run tries it again.
  void add_refused(std::size_t index, const std::string& why) {
    const std::lock_guard lock(mutex_);
    finish({.index = index, .skipped = why});
  }
  void position_done() {
    const std::lock_guard lock(mutex_);
    ++positions_done_;
    show(false);
  }
  /// Prints a line above the progress.
  void print(const std::string& line) { progress_.report("crown-annotate: " + line); }
  [[nodiscard]] std::string name_of(std::size_t index) const { return inputs_.name_of(inputs_.games[index]); }
  [[nodiscard]] std::vector<GameNotes> result() && { return std::move(notes_); }

 private:
  void finish(GameNotes notes) {
    const auto index = notes.index;
    if (!notes.skipped.empty()) {
      progress_.report("crown-annotate: " + skipped_text(index, notes.skipped));
      positions_ -= std::min(positions_, positions_of(index));
    }
    ++games_done_;
    show(true);
    notes_[index] = std::move(notes);
  }
  void show(bool now) {
    progress_.show(std::to_string(games_done_) + " of " + std::to_string(games_) + " games", positions_done_,
                   positions_, 0, now);
  }
  [[nodiscard]] std::string skipped_text(std::size_t index, const std::string& why) const {
    return name_of(index) + " is skipped: " + why;
  }
  [[nodiscard]] std::size_t positions_of(std::size_t index) const {
    return inputs_.games[index].game.record.line.moves.size() + 1;
  }

  const batch::Inputs& inputs_;
  StateFile& state_;
  std::mutex mutex_;
  std::deque<std::size_t> unfinished_;
  std::vector<GameNotes> notes_;
  batch::Progress progress_;
  std::size_t games_ = 0, positions_ = 0;
  std::size_t games_done_ = 0, positions_done_ = 0;
};

GameNotes notes_on(const batch::InputGame& input, std::size_t index, const Settings& settings,
                   connection::Engine& engine, NoteCollector& all) {
  if (!input.damage.empty()) return {.index = index, .skipped = input.damage};
  return GameAnalysis(engine, settings, [&] { all.position_done(); }).analyse(input.game, index);
}

void check_game(connection::Engine& engine, const std::string& name) {
  try {
    engine.set_position(name, "startpos");
  } catch (const connection::Refused& refused) {
    throw UsageError("--game: " + std::string(refused.what()));
  }
}

batch::Options options_of(const Limits& limits) {
  batch::Options options{{"UCI_ShowWDL", "true"}, {"Threads", std::to_string(limits.threads)}};
  if (limits.hash) options.emplace_back("Hash", std::to_string(*limits.hash));
  return options;
}

}  // namespace

batch::Daemons daemons_of(const Settings& settings) {
  return {settings.daemons, options_of(settings.limits), settings.limits.threads};
}

batch::Inputs read_inputs(const Settings& settings, batch::Daemons& daemons) {
  batch::Inputs inputs{settings.inputs, {}};
  bool begun = false;
  const auto read = [&](connection::Engine& engine) {
    if (!settings.game.empty()) check_game(engine, settings.game);
    if (std::exchange(begun, true)) batch::expect_rereadable(settings.inputs);
    inputs.games.clear();
    batch::read_files([&](std::string_view commands, const auto& is_last) { engine.exchange(commands, is_last); },
                      settings.game, settings.inputs,
                      [&](batch::InputGame&& input) { inputs.games.push_back(std::move(input)); });
  };
  daemons.perform("reading", read, report);
  for (const auto& input : inputs.games)
    for (const auto& warning : input.game.warnings) report(inputs.name_of(input) + ": " + warning.text());
  return inputs;
}

std::vector<GameNotes> analyse_all(const batch::Inputs& inputs, const Settings& settings, batch::Daemons& daemons,
                                   StateFile& state) {
  NoteCollector notes(inputs, state);
  batch::Work work;
  work.items = notes.unfinished();
  work.perform = [&](connection::Engine& engine, std::size_t index) {
    notes.add(notes_on(inputs.games[index], index, settings, engine, notes));
  };
  work.refused = [&](std::size_t index, const std::string& why) { notes.add_refused(index, why); };
  work.name = [&](std::size_t index) { return notes.name_of(index); };
  work.report = [&](const std::string& line) { notes.print(line); };
  if (const auto unanalysed = daemons.perform(work, work.items.size()); unanalysed > 0)
    throw std::runtime_error(std::to_string(unanalysed) + " of " + std::to_string(inputs.games.size()) +
                             " games were not analysed: no daemon is left; with --state FILE the same command resumes");
  return std::move(notes).result();
}

}  // namespace crownd::annotate
