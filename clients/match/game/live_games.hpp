#pragma once

#include "match/game/game_record.hpp"

#include <functional>
#include <map>
#include <mutex>

namespace crownd::match {

struct LiveGame {
  GameRecord game;  ///< the record at the start of the game
  std::vector<std::string> moves;
  std::array<std::optional<MoveRecord>, 2> last{};  ///< by side: its last move after the opening
  int turn = 0;
  /// At `since`, by side.
  std::array<std::optional<Microseconds>, 2> clocks{};
  /// When the side to move got its `go`, since 1970; none before the first move.
  std::optional<Milliseconds> since{};
};

/// The running games, for status displays. Thread-safe; never waits for a file.
class LiveGames {
 public:
  /// Changes the entry of a game, which is created if needed.
  void change(std::size_t index, const std::function<void(LiveGame&)>& change) {
    const std::lock_guard lock(mutex_);
    change(games_[index]);
    ++changes_;
  }
  void remove(std::size_t index) {
    const std::lock_guard lock(mutex_);
    games_.erase(index);
    ++changes_;
  }
  /// By index.
  [[nodiscard]] std::map<std::size_t, LiveGame> all() const {
    const std::lock_guard lock(mutex_);
    return games_;
  }
  [[nodiscard]] std::uint64_t changes() const {
    const std::lock_guard lock(mutex_);
    return changes_;
  }

 private:
  mutable std::mutex mutex_;
  std::map<std::size_t, LiveGame> games_;
  std::uint64_t changes_ = 0;
};

}  // namespace crownd::match
