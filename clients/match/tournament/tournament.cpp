#include "match/tournament/tournament.hpp"

#include "match/tournament/knockout.hpp"

#include <spdlog/fmt/fmt.h>

#include <condition_variable>
#include <set>

namespace crownd::match {

namespace {

bool is_pairing_decided(const Results& results, const MatchRules& rules, std::size_t pairing) {
  return rules.sprt && decide(*rules.sprt, results.pairing(pairing).pairs) != Decision::undecided;
}

std::string in_seconds(Milliseconds time) { return fmt::format("{:g} s", std::chrono::duration<double>(time).count()); }

/// Throws if an engine refuses an option, or if no engine has it. Reports an option of `--each` that only some engines
/// have.
void report_option_faults(const Settings& settings, const std::vector<std::vector<OptionFault>>& faults,
                          Observer& observer) {
  const auto& engines = settings.rules.engines;
  std::map<std::string, std::size_t> unlisted;  // by how many engines
  for (const auto& of_engine : faults)
    for (const auto& fault : of_engine) unlisted[fault.option.name] += fault.listed ? 0 : 1;
  for (std::size_t number = 0; number < engines.size(); ++number) {
    for (const auto& fault : faults[number]) {
      const auto text = fmt::format("engine '{}': option.{}={}: {}", engines[number].name, fault.option.name,
                                    fault.option.value, fault.why);
      const bool some_list_it = fault.option.for_all && unlisted[fault.option.name] < engines.size();
      if (fault.listed) throw std::runtime_error(text);
      if (!some_list_it) throw std::runtime_error(text + "; use initstr= to set unlisted options");
      observer.warning(text);
    }
  }
}

class Tournament {
 public:
  Tournament(const Settings& settings, const OpeningBook& book, Results& results, LiveGames& live, TrafficLog* log,
             StopFlag& stop, Observer& observer)
      : settings_(settings), book_(book), results_(results), live_(live), log_(log), stop_(stop), observer_(observer) {}

  void run() {
    scheduling_delays_.start();
    const std::jthread ticker([this](const std::stop_token& over) {
      constexpr std::chrono::seconds interval{1};
      for (auto next = connection::within(interval); !over.stop_requested();
           std::this_thread::sleep_for(stop_poll_interval)) {
        if (connection::Clock::now() < next) continue;
        next += interval;
        const std::lock_guard lock(mutex_);
        observer_.tick();
      }
    });
    std::vector<std::jthread> threads;
    for (std::size_t number = 0; number < settings_.concurrency; ++number)
      threads.emplace_back([this, number] { run_slot(number); });
    for (auto& thread : threads) thread.join();
    if (!failure_.empty()) throw MatchStopped(failure_);
  }

 private:
  /// The state of a thread that plays games: its referee and engines are started on demand.
  struct Slot {
    std::vector<int> cores;
    Traffic traffic;  // before the players, which log their `quit` to it
    std::unique_ptr<Referee> referee{};
    std::map<std::size_t, std::unique_ptr<EnginePlayer>> players{};
  };

  void run_slot(std::size_t number) {
    try {
      Slot slot{settings_.cores_of(number), Traffic(log_)};
      while (const auto game = take_game()) {
        if (slot.referee) sleep_unless_stopped(settings_.wait, stop_);
        play_until_done(slot, *game);
      }
    } catch (const Stopped&) {  // the game is abandoned
    } catch (const std::exception& error) {
      const std::lock_guard lock(mutex_);
      if (failure_.empty()) failure_ = error.what();
      stop_ = true;
    }
  }

  /// Plays a game until it counts. Games do not count if the referee failed or an engine could not be started.
  void play_until_done(Slot& slot, std::size_t game) {
    connection::Retry retry(settings_.retry), held_up(settings_.retry);
    std::optional<std::size_t> missing;
    while (true) {
      const auto attempt = attempt_of(game);
      try {
        const auto record = play(slot, game);
        if (record.ending.termination != Termination::no_start) {
          if (finish(record, attempt)) return;
          continue;
        }
        const auto engine = record.loser();
        if (!missing) replay_pair(game);
        if (missing != engine) retry = connection::Retry(settings_.retry);
        missing = engine;
        const auto why =
            "engine '" + settings_.rules.engines[engine].name + "' cannot be started: " + record.ending.detail;
        const auto pause = next_pause(retry, why);
        warn_once(why + "; next attempt in " + in_seconds(pause));
        sleep_unless_stopped(pause, stop_);
      } catch (const GameVoided& voided) {
        const auto why = fmt::format("game {}: {}", game + 1, voided.what());
        warn(why + "; its pair is replayed");
        replay_pair(game);
        sleep_unless_stopped(next_pause(held_up, why), stop_);
      } catch (const RefereeError& error) {
        replay_after_referee_failure(game, error);
        slot.referee.reset();
        replay_pair(game);
      }
    }
  }

  /// Throws MatchStopped if attempts were repeated for long enough.
  [[nodiscard]] Milliseconds next_pause(connection::Retry& retry, const std::string& why) const {
    const auto next = retry.next();
    if (!next) throw MatchStopped(why + "; attempts were repeated for " + in_seconds(settings_.retry));
    return *next;
  }

  GameRecord play(Slot& slot, std::size_t game) {
    const auto& rules = settings_.rules;
    if (!slot.referee) slot.referee = std::make_unique<Referee>(settings_.referee, rules.game, &stop_);
    const auto schedule = rules.schedule();
    const auto round = schedule.round_of(game);
    GameRecord record;
    record.index = game;
    record.sides = schedule.sides(game);
    record.opening = book_.number(round);
    const auto line = with_book_plies(*slot.referee, book_.at(record.opening), rules.book_plies, rules.seed, round);
    const auto opening = with_random_plies(*slot.referee, line, rules.random_plies, rules.seed, round);
    slot.traffic.begin_game(game);
    record = play_game(*slot.referee, {seat(slot, record.sides[0]), seat(slot, record.sides[1])}, opening,
                       rules.adjudication, &scheduling_delays_, &live_, std::move(record));
    slot.traffic.end_game(is_failure(record.ending.termination));
    return record;
  }

  Seat seat(Slot& slot, std::size_t engine) {
    auto spec = settings_.rules.engines[engine];
    spec.time_control = spec.time_control.scaled(settings_.clock_scale);
    spec.cores = slot.cores;
    auto& player = slot.players[engine];
    if (!player)
      player = std::make_unique<EnginePlayer>(spec, settings_.rules.game, settings_.timeouts, stop_, &slot.traffic);
    return {*player, spec.time_control, spec.ponder, settings_.check_pv};
  }

  /// Waits for results that decide which games follow.
  std::optional<std::size_t> take_game() {
    std::unique_lock lock(mutex_);
    while (!stop_) {
      if (const auto game = find_game()) {
        running_.insert(*game);
        return game;
      }
      if (settings_.rules.format != Format::knockout || running_.empty()) break;
      changed_.wait_for(lock, stop_poll_interval);
    }
    return std::nullopt;
  }

  std::optional<std::size_t> find_game() {
    const auto& rules = settings_.rules;
    if (rules.format == Format::knockout) {
      for (const auto& match : knockout_of(results_).matches)
        for (const auto game : match.games)
          if (!running_.contains(game)) return game;
      return std::nullopt;
    }
    if (!replays_.empty()) {
      const auto game = replays_.back();
      replays_.pop_back();
      return game;
    }
    while (next_ < results_.schedule().games()) {
      const auto game = next_++;
      if (settings_.shard.plays(game) && !results_.has(game) && is_wanted(results_, rules, game)) return game;
    }
    return std::nullopt;
  }

  std::size_t attempt_of(std::size_t game) {
    const std::lock_guard lock(mutex_);
    observer_.began(game);
    return attempts_[game / 2];
  }

  /// Returns false if the game must be replayed, since it belongs to an earlier attempt.
  bool finish(const GameRecord& game, std::size_t attempt) {
    const std::lock_guard lock(mutex_);
    observer_.abandoned(game.index);
    if (stop_) return true;
    if (attempt != attempts_[game.index / 2]) return false;
    results_.add(game);
    running_.erase(game.index);
    changed_.notify_all();
    observer_.finished(game);
    count_crashes(game);
    if (is_decided(results_, settings_.rules)) stop_ = true;
    return true;
  }

  /// Also discards the other game of the pair.
  void replay_pair(std::size_t game) {
    const std::lock_guard lock(mutex_);
    ++attempts_[game / 2];
    const auto other = game ^ 1U;
    if (stop_ || !results_.has(other)) return;
    results_.discard(other);
    replays_.push_back(other);
    observer_.discarded(other);
  }

  /// Throws MatchStopped if the referee failed before in a game of the same pair.
  void replay_after_referee_failure(std::size_t game, const RefereeError& error) {
    const std::lock_guard lock(mutex_);
    if (!referee_failures_.insert(game / 2).second) throw MatchStopped(error.what());
  }

  /// Ends the match if an engine has crashed in too many games in a row.
  void count_crashes(const GameRecord& game) {
    for (const std::size_t side : {0U, 1U}) {
      const auto engine = game.sides[side];
      const bool crashed = is_crash(game.ending.termination) && game.ending.winner == static_cast<int>(1 - side);
      crashes_[engine] = crashed ? crashes_[engine] + 1 : 0;
      if (settings_.stop_after_failures == 0 || crashes_[engine] < settings_.stop_after_failures) continue;
      stop_ = true;
      failure_ = fmt::format(
          "engine '{}' crashed or hung in {} games in a row, the last time: {} (--stop-after-failures 0 disables this "
          "check)",
          settings_.rules.engines[engine].name, crashes_[engine], game.ending.detail);
    }
  }

  void warn(const std::string& sentence) {
    const std::lock_guard lock(mutex_);
    observer_.warning(sentence);
  }

  /// Skips a repetition of the last sentence: concurrent games have the same problem.
  void warn_once(const std::string& sentence) {
    const std::lock_guard lock(mutex_);
    if (sentence != last_warning_) observer_.warning(sentence);
    last_warning_ = sentence;
  }

  const Settings& settings_;
  const OpeningBook& book_;
  Results& results_;
  LiveGames& live_;
  TrafficLog* log_;
  StopFlag& stop_;
  Observer& observer_;
  SchedulingDelays scheduling_delays_;
  std::mutex mutex_;
  std::condition_variable changed_;  ///< notified when a game has finished, or the match is over
  std::set<std::size_t> running_;
  std::size_t next_ = 0;
  std::vector<std::size_t> replays_;             ///< finished games to be replayed
  std::map<std::size_t, std::size_t> attempts_;  ///< by pair, how often it was restarted
  std::set<std::size_t> referee_failures_;       ///< pairs with a failure of the referee
  std::map<std::size_t, std::size_t> crashes_;   ///< by engine, in its last games in a row
  std::string last_warning_;
  std::string failure_;
};

}  // namespace

bool is_decided(const Results& results, const MatchRules& rules) {
  for (std::size_t pairing = 0; pairing < results.schedule().pairings(); ++pairing)
    if (!is_pairing_decided(results, rules, pairing)) return false;
  return true;
}

bool is_wanted(const Results& results, const MatchRules& rules, std::size_t game) {
  return !is_pairing_decided(results, rules, results.schedule().pairing_of(game));
}

bool is_complete(const Results& results, const MatchRules& rules, const Shard& shard) {
  if (rules.format == Format::knockout) return knockout_of(results).winner.has_value();
  if (is_decided(results, rules)) return true;  // is_wanted for each game would take long
  for (std::size_t game = 0; game < results.schedule().games(); ++game)
    if (shard.plays(game) && !results.has(game) && is_wanted(results, rules, game)) return false;
  return true;
}

void play_games(const Settings& settings, const OpeningBook& book, Results& results, LiveGames& live, TrafficLog* log,
                StopFlag& stop, Observer& observer) {
  Tournament(settings, book, results, live, log, stop, observer).run();
}

void check_engines(const Settings& settings, const OpeningBook& book, const StopFlag& stop, Observer& observer) {
  Referee referee(settings.referee, settings.rules.game, &stop);
  std::map<int, Start> starts;  // one for each board size
  for (const auto& opening : book.all()) {
    const auto answer = referee.set_position(opening.start);
    if (const auto* refusal = std::get_if<wire::Error>(&answer)) throw std::runtime_error(refusal->message);
    const auto fen = referee.standard_position().value_or("");
    starts.try_emplace(board_size(fen), Start{referee.position(), fen});
  }
  std::vector<std::vector<OptionFault>> faults;
  for (const auto& engine : settings.rules.engines) {
    EnginePlayer player(engine, settings.rules.game, settings.timeouts, stop);
    for (const auto& [size, start] : starts)
      if (const auto fault = player.prepare(start)) throw std::runtime_error("engine '" + engine.name + "': " + *fault);
    faults.push_back(player.option_faults());
  }
  report_option_faults(settings, faults, observer);
}

}  // namespace crownd::match
