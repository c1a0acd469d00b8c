#include "match/tournament.hpp"

#include "match/engine_player.hpp"
#include "match/game.hpp"
#include "match/opening_book.hpp"

#include <map>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

namespace crownd::match {

/// What one of the games at a time needs: a referee and the engines, started when they are first needed.
class Tournament::Slot {
 public:
  explicit Slot(Tournament& tournament) : tournament_(tournament), settings_(tournament.settings_) {}

  void run() {
    try {
      while (const auto game = tournament_.take_game()) tournament_.finish(play_twice_if_need_be(*game));
    } catch (const Stopped&) {  // the game is given up
    } catch (const std::exception& error) {
      tournament_.fail(error.what());
    }
  }

 private:
  /// The engines are not to suffer for a referee that failed.
  GameRecord play_twice_if_need_be(std::size_t game) {
    try {
      return play(game);
    } catch (const RefereeError&) {
      referee_.reset();
      return play(game);
    }
  }

  GameRecord play(std::size_t game) {
    const auto& rules = settings_.rules;
    if (!referee_) referee_ = std::make_unique<Referee>(settings_.referee, rules.game);
    const auto schedule = rules.schedule();
    const auto round = schedule.round_of(game);
    const auto number = tournament_.book_.number(round);
    const auto opening =
        with_random_plies(*referee_, tournament_.book_.at(number), rules.random_plies, rules.seed, round);
    const auto sides = schedule.sides(game);
    auto record = play_game(*referee_, {seat(sides[0]), seat(sides[1])}, opening, rules.adjudication);
    record.index = game;
    record.sides = sides;
    record.opening = number;
    return record;
  }

  Seat seat(std::size_t engine) {
    auto spec = settings_.rules.engines[engine];
    spec.limits = spec.limits.scaled(settings_.clock_scale);
    auto& player = players_[engine];
    if (!player)
      player = std::make_unique<EnginePlayer>(spec, settings_.rules.game, settings_.patience, tournament_.stop_);
    return {*player, spec.limits, spec.ponder};
  }

  Tournament& tournament_;
  const Settings& settings_;
  std::unique_ptr<Referee> referee_;
  std::map<std::size_t, std::unique_ptr<EnginePlayer>> players_;
};

void Tournament::run() {
  std::vector<std::thread> threads;
  for (std::size_t number = 0; number < settings_.concurrency; ++number)
    threads.emplace_back([this] { Slot(*this).run(); });
  for (auto& thread : threads) thread.join();
  if (!failure_.empty()) throw std::runtime_error(failure_);
}

std::optional<std::size_t> Tournament::take_game() {
  const std::lock_guard lock(mutex_);
  while (!stop_ && next_ < results_.schedule().games()) {
    const auto game = next_++;
    if (settings_.shard.plays(game) && !results_.has(game)) return game;
  }
  return std::nullopt;
}

void Tournament::finish(const GameRecord& game) {
  const std::lock_guard lock(mutex_);
  if (stop_) return;
  results_.add(game);
  on_game_(game);
  if (is_decided(results_, settings_.rules)) stop_ = true;
}

void Tournament::fail(const std::string& why) {
  const std::lock_guard lock(mutex_);
  if (failure_.empty()) failure_ = why;
  stop_ = true;
}

bool is_decided(const Results& results, const MatchRules& rules) {
  return rules.sprt && decide(*rules.sprt, results.pairing(0).pairs) != Decision::undecided;
}

void try_engines(const Settings& settings, const OpeningBook& book, const StopFlag& stop) {
  Referee referee(settings.referee, settings.rules.game);
  std::map<int, Start> starts;  // one for each size of board
  for (const auto& opening : book.all()) {
    const auto answer = referee.set_position(opening.start);
    if (const auto* refusal = std::get_if<Refusal>(&answer)) throw std::runtime_error(refusal->message);
    const auto fen = referee.standard_position().value_or("");
    starts.try_emplace(board_size(fen), Start{referee.position(), fen});
  }
  for (const auto& engine : settings.rules.engines) {
    EnginePlayer player(engine, settings.rules.game, settings.patience, stop);
    for (const auto& [size, start] : starts)
      if (const auto fault = player.prepare(start)) throw std::runtime_error("engine '" + engine.name + "': " + *fault);
  }
}

}  // namespace crownd::match
