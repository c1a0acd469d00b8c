#include "match/tournament/tournament.hpp"

#include "connection/retry.hpp"
#include "match/engines/engine_player.hpp"
#include "match/openings/opening_book.hpp"
#include "match/schedule/knockout.hpp"
#include "match/tournament/plan.hpp"

#include <algorithm>
#include <memory>
#include <sstream>
#include <thread>
#include <utility>

namespace crownd::match {

namespace {

/// How often a long pause checks the stop flag.
constexpr std::chrono::milliseconds stop_interval{50};

std::string in_seconds(Milliseconds time) {
  std::ostringstream text;
  text << std::chrono::duration<double>(time).count() << " s";
  return text.str();
}

}  // namespace

/// What one of the concurrent games needs: a referee and the engines, started when they are first needed.
class Tournament::Slot {
 public:
  Slot(Tournament& tournament, std::size_t number)
      : tournament_(tournament),
        settings_(tournament.settings_),
        cores_(settings_.cores_of(number)),
        traffic_(tournament.log_ ? &*tournament.log_ : nullptr) {}

  void run() {
    try {
      while (const auto game = tournament_.take_game()) {
        if (referee_) pause(settings_.wait);
        play_until_done(*game);
      }
    } catch (const Stopped&) {  // the game is abandoned
    } catch (const std::exception& error) {
      tournament_.fail(error.what());
    }
  }

 private:
  /// Plays a game until it counts. A referee that failed once must not cost the engines anything, and no engine wins
  /// because its opponent could not be started.
  void play_until_done(std::size_t game) {
    connection::Retry retry(settings_.retry), held_up(settings_.retry);
    std::optional<std::size_t> missing;
    while (true) {
      const auto attempt = tournament_.attempt(game);
      try {
        const auto record = play(game);
        if (record.ending.verdict != Verdict::no_start) {
          if (tournament_.finish(record, attempt)) return;
          continue;
        }
        const auto engine = record.sides[record.ending.winner == 0 ? 1 : 0];
        if (!missing) tournament_.replay_pair(game);
        if (missing != engine) retry = connection::Retry(settings_.retry);
        missing = engine;
        wait_for(engine, record.ending.detail, retry);
      } catch (const Unjudged& why) {
        tournament_.excuse_late_game(game, why.what());
        tournament_.replay_pair(game);
        const auto next = held_up.next();
        if (!next)
          throw MatchStopped("game " + std::to_string(game + 1) + ": " + why.what() + "; it was tried again for " +
                             in_seconds(settings_.retry));
        pause(*next);
      } catch (const RefereeError& error) {
        tournament_.excuse_referee(game, error);
        referee_.reset();
        tournament_.replay_pair(game);
      }
    }
  }

  /// Waits before an engine is started again; throws MatchStopped if it was retried for long enough.
  void wait_for(std::size_t engine, const std::string& why, connection::Retry& retry) {
    const auto trouble = "engine '" + settings_.rules.engines[engine].name + "' cannot be started: " + why;
    const auto next = retry.next();
    if (!next) throw MatchStopped(trouble + "; it was tried again for " + in_seconds(settings_.retry));
    tournament_.report(trouble + "; next try in " + in_seconds(*next));
    pause(*next);
  }

  void pause(Milliseconds time) const {
    const auto end = connection::within(time);
    while (connection::Clock::now() < end) {
      if (tournament_.stop_) throw Stopped{};
      std::this_thread::sleep_for(std::min<connection::Clock::duration>(connection::time_until(end), stop_interval));
    }
  }

  GameRecord play(std::size_t game) {
    const auto& rules = settings_.rules;
    if (!referee_) referee_ = std::make_unique<Referee>(settings_.referee, rules.game, &tournament_.stop_);
    const auto schedule = rules.schedule();
    const auto round = schedule.round_of(game);
    const auto number = tournament_.book_.number(round);
    const auto line = with_book_plies(*referee_, tournament_.book_.at(number), rules.book_plies, rules.seed, round);
    const auto opening = with_random_plies(*referee_, line, rules.random_plies, rules.seed, round);
    const auto sides = schedule.sides(game);
    traffic_.begin_game(game);
    LiveGames::Place live(tournament_.live_, game, sides, number);
    auto record = play_game(*referee_, {seat(sides[0]), seat(sides[1])}, opening, rules.adjudication,
                            &tournament_.hold_ups_, &live);
    traffic_.end_game(is_failure(record.ending.verdict));
    record.index = game;
    record.sides = sides;
    record.opening = number;
    return record;
  }

  Seat seat(std::size_t engine) {
    auto spec = settings_.rules.engines[engine];
    spec.limits = spec.limits.scaled(settings_.clock_scale);
    spec.cores = cores_;
    auto& player = players_[engine];
    if (!player)
      player =
          std::make_unique<EnginePlayer>(spec, settings_.rules.game, settings_.patience, tournament_.stop_, &traffic_);
    return {*player, spec.limits, spec.ponder, settings_.check_pv};
  }

  Tournament& tournament_;
  const Settings& settings_;
  std::vector<int> cores_;
  Traffic traffic_;  // before the players, which log their `quit` to it
  std::unique_ptr<Referee> referee_;
  std::map<std::size_t, std::unique_ptr<EnginePlayer>> players_;
};

void Tournament::run() {
  if (!settings_.log.file.empty()) log_.emplace(settings_.log);
  const HoldUpWatch watch(hold_ups_);
  std::atomic<bool> over = false;
  std::thread ticker([&] { tick_until(over); });
  std::vector<std::thread> threads;
  for (std::size_t number = 0; number < settings_.concurrency; ++number)
    threads.emplace_back([this, number] { Slot(*this, number).run(); });
  for (auto& thread : threads) thread.join();
  over = true;
  ticker.join();
  if (!failure_.empty()) throw MatchStopped(failure_);
}

void Tournament::tick_until(const std::atomic<bool>& over) {
  constexpr std::chrono::seconds interval{1};
  auto next = connection::within(interval);
  while (!over) {
    std::this_thread::sleep_for(stop_interval);
    if (connection::Clock::now() < next) continue;
    next += interval;
    const std::lock_guard lock(mutex_);
    events_.tick();
  }
}

std::optional<std::size_t> Tournament::take_game() {
  std::unique_lock lock(mutex_);
  while (!stop_) {
    if (const auto game = find_game()) {
      under_way_.insert(*game);
      return game;
    }
    if (settings_.rules.format != Format::knockout || under_way_.empty()) break;
    changed_.wait_for(lock, stop_interval);
  }
  return std::nullopt;
}

std::optional<std::size_t> Tournament::find_game() {
  const auto& rules = settings_.rules;
  if (rules.format == Format::knockout) {
    for (const auto& match : knockout_of(results_).matches)
      for (const auto game : match.games)
        if (!under_way_.contains(game)) return game;
    return std::nullopt;
  }
  if (!again_.empty()) {
    const auto game = again_.back();
    again_.pop_back();
    return game;
  }
  while (next_ < results_.schedule().games()) {
    const auto game = next_++;
    if (settings_.shard.plays(game) && !results_.has(game) && is_wanted(results_, rules, game)) return game;
  }
  return std::nullopt;
}

std::size_t Tournament::attempt(std::size_t game) {
  const std::lock_guard lock(mutex_);
  events_.began(game);
  return attempts_[game / 2];
}

bool Tournament::finish(const GameRecord& game, std::size_t attempt) {
  const std::lock_guard lock(mutex_);
  events_.given_up(game.index);
  if (stop_) return true;
  if (attempt != attempts_[game.index / 2]) return false;
  results_.add(game);
  under_way_.erase(game.index);
  changed_.notify_all();
  events_.finished(game);
  count_crashes(game);
  if (is_decided(results_, settings_.rules)) stop_ = true;
  return true;
}

void Tournament::replay_pair(std::size_t game) {
  const std::lock_guard lock(mutex_);
  ++attempts_[game / 2];
  const auto other = game ^ 1U;
  if (stop_ || !results_.has(other)) return;
  results_.discard(other);
  again_.push_back(other);
  events_.discarded(other);
}

void Tournament::excuse_referee(std::size_t game, const RefereeError& error) {
  const std::lock_guard lock(mutex_);
  if (!unjudged_.insert(game / 2).second) throw MatchStopped(error.what());
}

void Tournament::excuse_late_game(std::size_t game, const std::string& why) {
  const std::lock_guard lock(mutex_);
  events_.trouble("game " + std::to_string(game + 1) + ": " + why + "; its pair is played again");
}

void Tournament::count_crashes(const GameRecord& game) {
  for (const std::size_t side : {0U, 1U}) {
    const auto engine = game.sides[side];
    const bool crashed = is_crash(game.ending.verdict) && game.ending.winner == static_cast<int>(1 - side);
    crashes_[engine] = crashed ? crashes_[engine] + 1 : 0;
    if (settings_.stop_after_failures == 0 || crashes_[engine] < settings_.stop_after_failures) continue;
    stop_ = true;
    failure_ = "engine '" + settings_.rules.engines[engine].name + "' crashed or hung in " +
               std::to_string(crashes_[engine]) + " games in a row, at last: " + game.ending.detail +
               " (--stop-after-failures 0 plays on)";
  }
}

void Tournament::report(const std::string& trouble) {
  const std::lock_guard lock(mutex_);
  // Concurrent games run into the same trouble: report it once.
  if (trouble != last_trouble_) events_.trouble(trouble);
  last_trouble_ = trouble;
}

void Tournament::fail(const std::string& why) {
  const std::lock_guard lock(mutex_);
  if (failure_.empty()) failure_ = why;
  stop_ = true;
}

namespace {

std::string option_text(const EngineSpec& engine, const OptionFault& fault) {
  return "engine '" + engine.name + "': option." + fault.option.name + '=' + fault.option.value + ": " + fault.why;
}

/// Throws at an option that an engine refuses, or that none of the engines that it is meant for lists. Reports one that
/// `--each` sets and only some engines list.
void judge_options(const Settings& settings, const std::vector<std::vector<OptionFault>>& faults,
                   const std::function<void(const std::string&)>& report) {
  const auto& engines = settings.rules.engines;
  std::map<std::string, std::size_t> unlisted;  // by how many engines
  for (const auto& of_engine : faults)
    for (const auto& fault : of_engine) unlisted[fault.option.name] += fault.listed ? 0 : 1;
  for (std::size_t number = 0; number < engines.size(); ++number) {
    for (const auto& fault : faults[number]) {
      const auto text = option_text(engines[number], fault);
      const bool some_list_it = fault.option.for_all && unlisted[fault.option.name] < engines.size();
      if (fault.listed) throw std::runtime_error(text);
      if (!some_list_it) throw std::runtime_error(text + "; initstr= sends lines for options that are not listed");
      report(text);
    }
  }
}

}  // namespace

void try_engines(const Settings& settings, const OpeningBook& book, const StopFlag& stop,
                 const std::function<void(const std::string&)>& report) {
  Referee referee(settings.referee, settings.rules.game, &stop);
  std::map<int, Start> starts;  // one for each board size
  for (const auto& opening : book.all()) {
    const auto answer = referee.set_position(opening.start);
    if (const auto* refusal = std::get_if<Refusal>(&answer)) throw std::runtime_error(refusal->message);
    const auto fen = referee.standard_position().value_or("");
    starts.try_emplace(board_size(fen), Start{referee.position(), fen});
  }
  std::vector<std::vector<OptionFault>> faults;
  for (const auto& engine : settings.rules.engines) {
    EnginePlayer player(engine, settings.rules.game, settings.patience, stop);
    for (const auto& [size, start] : starts)
      if (const auto fault = player.prepare(start)) throw std::runtime_error("engine '" + engine.name + "': " + *fault);
    faults.push_back(player.option_faults());
  }
  judge_options(settings, faults, report);
}

}  // namespace crownd::match
