#include "annotate/work/analyse_all.hpp"

#include "annotate/analysis/analyse.hpp"
#include "annotate/work/progress.hpp"
#include "batch/daemon.hpp"
#include "batch/share_out.hpp"

#include <unistd.h>

#include <deque>
#include <iostream>
#include <mutex>
#include <stdexcept>
#include <utility>

namespace crownd::annotate {

namespace {

/// The notes of the games that are done, and what is left to do.
class Notes {
 public:
  Notes(const reading::Inputs& inputs, State& state)
      : inputs_(inputs), state_(state), notes_(inputs.games.size()), progress_(begin()) {}

  /// The games that the state does not have.
  [[nodiscard]] const std::deque<std::size_t>& left() const { return left_; }
  void add(GameNotes notes) {
    const std::lock_guard lock(mutex_);
    const auto index = notes.index;
    if (!notes.skipped.empty()) progress_.report(skipping(index, notes.skipped));
    state_.add(notes);
    progress_.game_done(notes.skipped.empty() ? 0 : positions_of(index));
    notes_[index] = std::move(notes);
  }
  [[nodiscard]] std::vector<GameNotes> result() && { return std::move(notes_); }

  Progress& progress() { return progress_; }
  [[nodiscard]] std::string name_of(std::size_t index) const { return inputs_.name_of(inputs_.games[index]); }

 private:
  /// Takes over what the state has.
  Progress begin() {
    auto done = state_.take_done();
    std::size_t positions = 0;
    for (std::size_t index = 0; index < notes_.size(); ++index) {
      if (const auto found = done.find(index); found != done.end()) {
        notes_[index] = std::move(found->second);
        if (const auto& why = notes_[index].skipped; !why.empty()) std::cerr << skipping(index, why) << '\n';
        continue;
      }
      left_.push_back(index);
      positions += positions_of(index);
    }
    return {left_.size(), positions, ::isatty(STDERR_FILENO) != 0};
  }

  [[nodiscard]] std::string skipping(std::size_t index, const std::string& why) const {
    return "crown-annotate: " + name_of(index) + " is skipped: " + why;
  }
  [[nodiscard]] std::size_t positions_of(std::size_t index) const {
    return inputs_.games[index].game.text.line.moves.size() + 1;
  }

  const reading::Inputs& inputs_;
  State& state_;
  std::mutex mutex_;
  std::deque<std::size_t> left_;
  std::vector<GameNotes> notes_;
  Progress progress_;
};

GameNotes notes_on(const reading::InputGame& input, std::size_t index, const Settings& settings,
                   connection::Engine& engine, Progress& progress) {
  if (!input.damage.empty()) return {.index = index, .skipped = input.damage};
  const Plan plan{settings.limits, settings.thresholds, settings.puzzles > 0};
  return analyse(engine, input.game, index, plan, [&] { progress.position_done(); });
}

batch::Options options_of(const Limits& limits) {
  batch::Options options{{"UCI_ShowWDL", "true"}, {"Threads", std::to_string(limits.threads)}};
  if (limits.hash) options.emplace_back("Hash", std::to_string(*limits.hash));
  return options;
}

}  // namespace

std::vector<GameNotes> analyse_all(const reading::Inputs& inputs, const Settings& settings, State& state) {
  Notes notes(inputs, state);
  auto& progress = notes.progress();
  const batch::Work work{
      notes.left(),
      [&](connection::Engine& engine, std::size_t index) {
        notes.add(notes_on(inputs.games[index], index, settings, engine, progress));
      },
      [&](std::size_t index) { return notes.name_of(index); },
      [&](const std::string& line) { progress.report("crown-annotate: " + line); },
  };
  const auto& limits = settings.limits;
  auto daemons = batch::make_daemons(settings.daemons, options_of(limits), limits.threads, work.pieces.size());
  if (const auto left = batch::share_out(work, std::move(daemons), settings.daemons.patience); left > 0)
    throw std::runtime_error(std::to_string(left) + " of " + std::to_string(inputs.games.size()) +
                             " games were not analysed: no daemon is left; with --state FILE the same command goes on");
  return std::move(notes).result();
}

}  // namespace crownd::annotate
