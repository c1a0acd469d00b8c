#pragma once

#include "match/game/game_record.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace crownd::match {

/// A game that is being played.
struct LiveGame {
  GameRecord game;  ///< what is known before its first move; without moves and ending
  std::vector<std::string> moves;
  std::array<std::optional<MoveRecord>, 2> last{};  ///< by side: its last move after the opening
  int turn = 0;
  /// At `since`, by side; none where a side has no clock.
  std::array<std::optional<Microseconds>, 2> clocks{};
  std::optional<Milliseconds>
      since{};  ///< since 1970, when the side to move began to think; none before the first move
};

/// The games that are being played, for whoever wants to see them meanwhile. Thread-safe, and never waits for a file:
/// the threads of the games call it between two moves.
class LiveGames {
 public:
  /// The place of one game, from before its first move to its end.
  class Place {
   public:
    Place(LiveGames& all, std::size_t index, const std::array<std::size_t, 2>& sides, std::size_t opening);
    ~Place();
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;

    /// Start position and opening; `turn` is the side to move after it.
    void begin(const GameRecord& game, int turn);
    void moved(int side, const MoveRecord& move);
    /// From now on the clock of this side runs.
    void thinks(int side, const std::array<std::optional<Microseconds>, 2>& clocks);

   private:
    template <class Change>
    void change(Change change);

    LiveGames& all_;
    std::size_t index_;
    std::array<std::size_t, 2> sides_;
    std::size_t opening_;
  };

  /// In the order of the schedule.
  [[nodiscard]] std::vector<LiveGame> all() const;
  /// Differs whenever something has changed.
  [[nodiscard]] std::uint64_t changes() const;

 private:
  mutable std::mutex mutex_;
  std::map<std::size_t, LiveGame> games_;  ///< by index
  std::uint64_t changes_ = 0;
};

}  // namespace crownd::match
