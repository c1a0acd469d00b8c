#include "match/game/live_games.hpp"

#include <chrono>

namespace crownd::match {

LiveGames::Place::Place(LiveGames& all, std::size_t index, const std::array<std::size_t, 2>& sides, std::size_t opening)
    : all_(all), index_(index), sides_(sides), opening_(opening) {}

LiveGames::Place::~Place() {
  const std::lock_guard lock(all_.mutex_);
  all_.games_.erase(index_);
  ++all_.changes_;
}

template <class Change>
void LiveGames::Place::change(Change change) {
  const std::lock_guard lock(all_.mutex_);
  change(all_.games_[index_]);
  ++all_.changes_;
}

void LiveGames::Place::begin(const GameRecord& game, int turn) {
  LiveGame live;
  for (const auto& move : game.moves) live.moves.push_back(move.move);
  live.game = game;
  live.game.moves.clear();
  live.game.index = index_;
  live.game.sides = sides_;
  live.game.opening = opening_;
  live.turn = turn;
  change([&](LiveGame& place) { place = std::move(live); });
}

void LiveGames::Place::moved(int side, const MoveRecord& move) {
  change([&](LiveGame& live) {
    live.moves.push_back(move.move);
    live.last[static_cast<std::size_t>(side)] = move;
  });
}

void LiveGames::Place::thinks(int side, const std::array<std::optional<Microseconds>, 2>& clocks) {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  change([&](LiveGame& live) {
    live.turn = side;
    live.clocks = clocks;
    live.since = std::chrono::duration_cast<Milliseconds>(now);
  });
}

std::vector<LiveGame> LiveGames::all() const {
  const std::lock_guard lock(mutex_);
  std::vector<LiveGame> games;
  games.reserve(games_.size());
  for (const auto& [index, game] : games_) games.push_back(game);
  return games;
}

std::uint64_t LiveGames::changes() const {
  const std::lock_guard lock(mutex_);
  return changes_;
}

}  // namespace crownd::match
