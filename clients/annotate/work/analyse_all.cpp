#include "annotate/work/analyse_all.hpp"

#include "annotate/analysis/analyse.hpp"
#include "annotate/work/progress.hpp"
#include "batch/daemon.hpp"
#include "reading/setting_up.hpp"

#include <unistd.h>

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <iostream>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>

namespace crownd::annotate {

namespace {

/// The games that nobody has begun yet, and the notes of those that are done.
class Work {
 public:
  Work(const reading::Inputs& inputs, State& state)
      : inputs_(inputs), state_(state), notes_(inputs.games.size()), progress_(begin()) {}

  /// None when all are done. Blocks while others work: a game may be put back.
  std::optional<std::size_t> take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !waiting_.empty() || running_ == 0 || failure_; });
    if (waiting_.empty() || failure_) return std::nullopt;
    const auto index = waiting_.front();
    waiting_.pop_front();
    ++running_;
    return index;
  }
  void put_back(std::size_t index) {
    const std::lock_guard lock(mutex_);
    waiting_.push_front(index);
    --running_;
    changed_.notify_all();
  }
  void finish(GameNotes notes) {
    const std::lock_guard lock(mutex_);
    const auto index = notes.index;
    if (!notes.skipped.empty()) progress_.report(skipping(index, notes.skipped));
    state_.add(notes);
    progress_.game_done(notes.skipped.empty() ? 0 : positions_of(index));
    notes_[index] = std::move(notes);
    ++done_;
    --running_;
    changed_.notify_all();
  }
  /// Ends all workers.
  void fail(std::exception_ptr failure) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::move(failure);
    changed_.notify_all();
  }

  std::vector<GameNotes> result() {
    if (failure_) std::rethrow_exception(failure_);
    if (done_ < notes_.size())
      throw std::runtime_error(
          std::to_string(notes_.size() - done_) + " of " + std::to_string(notes_.size()) +
          " games were not analysed: no daemon is left; with --state FILE the same command goes on");
    return std::move(notes_);
  }
  Progress& progress() { return progress_; }
  [[nodiscard]] std::string name_of(std::size_t index) const { return inputs_.name_of(inputs_.games[index]); }
  [[nodiscard]] std::size_t waiting() const { return waiting_.size(); }

 private:
  /// Takes over what the state has.
  Progress begin() {
    auto done = state_.take_done();
    std::size_t positions = 0;
    for (std::size_t index = 0; index < notes_.size(); ++index) {
      if (const auto found = done.find(index); found != done.end()) {
        notes_[index] = std::move(found->second);
        if (const auto& why = notes_[index].skipped; !why.empty()) std::cerr << skipping(index, why) << '\n';
        ++done_;
        continue;
      }
      waiting_.push_back(index);
      positions += positions_of(index);
    }
    return {waiting_.size(), positions, ::isatty(STDERR_FILENO) != 0};
  }

  [[nodiscard]] std::string skipping(std::size_t index, const std::string& why) const {
    return "crown-annotate: " + name_of(index) + " is skipped: " + why;
  }
  [[nodiscard]] std::size_t positions_of(std::size_t index) const {
    return inputs_.games[index].game.line.moves.size() + 1;
  }

  const reading::Inputs& inputs_;
  State& state_;
  std::mutex mutex_;
  std::deque<std::size_t> waiting_;
  std::vector<GameNotes> notes_;
  std::size_t running_ = 0, done_ = 0;
  std::condition_variable changed_;
  std::exception_ptr failure_;
  Progress progress_;
};

class Worker {
 public:
  Worker(Work& work, const reading::Inputs& inputs, const Settings& settings, batch::Daemon daemon)
      : work_(work), inputs_(inputs), settings_(settings), daemon_(std::move(daemon)) {}

  /// Throws if the daemon cannot be reached.
  void begin() { (void)daemon_.engine(); }

  void run() {
    try {
      while (const auto index = work_.take())
        if (!finish(*index)) return;
    } catch (...) {
      work_.fail(std::current_exception());
    }
  }

 private:
  /// False if the daemon is lost; others do the game then.
  bool finish(std::size_t index) {
    const auto report = [&](const std::string& line) { work_.progress().report("crown-annotate: " + line); };
    const bool done = daemon_.persist([&](connection::Engine& engine) { work_.finish(notes_of(engine, index)); },
                                      work_.name_of(index), settings_.daemons.patience, report);
    if (!done) work_.put_back(index);
    return done;
  }

  GameNotes notes_of(connection::Engine& engine, std::size_t index) {
    const auto& input = inputs_.games[index];
    GameNotes skipped{.index = index, .skipped = input.damage};
    if (!input.damage.empty()) return skipped;
    try {
      const auto playable = reading::set_up(engine, input.game, settings_.game);
      const Plan plan{settings_.limits, settings_.thresholds, settings_.puzzles > 0};
      return analyse(engine, playable, index, plan, [this] { work_.progress().position_done(); });
    } catch (const reading::NotPlayable& fault) {
      skipped.skipped = fault.what();
      return skipped;
    }
  }

  Work& work_;
  const reading::Inputs& inputs_;
  const Settings& settings_;
  batch::Daemon daemon_;
};

batch::Options options_of(const Limits& limits) {
  batch::Options options{{"UCI_ShowWDL", "true"}, {"Threads", std::to_string(limits.threads)}};
  if (limits.hash) options.emplace_back("Hash", std::to_string(*limits.hash));
  return options;
}

}  // namespace

std::vector<GameNotes> analyse_all(const reading::Inputs& inputs, const Settings& settings, State& state) {
  Work work(inputs, state);
  std::deque<Worker> workers;
  const auto& limits = settings.limits;
  for (auto& daemon : batch::make_daemons(settings.daemons, options_of(limits), limits.threads, work.waiting()))
    workers.emplace_back(work, inputs, settings, std::move(daemon)).begin();
  std::vector<std::jthread> threads;
  for (auto& worker : workers) threads.emplace_back([&worker] { worker.run(); });
  threads.clear();  // waits for them
  return work.result();
}

}  // namespace crownd::annotate
