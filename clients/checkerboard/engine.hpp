#pragma once

#include "checkerboard/player.hpp"

#include <filesystem>
#include <mutex>
#include <string>
#include <string_view>

namespace crownd::checkerboard {

/// The functions of the library. Thread-safe: a second search waits for the first; commands wait for no search, or the
/// window that sends them would stand still, and what they set counts from the next search on.
class Engine {
 public:
  /// `library`: the file beside which its settings and books are.
  explicit Engine(std::filesystem::path library);

  /// Chooses and plays a move on the board, as CheckerBoard's `getmove`; fills in `move` where it is not null. Throws
  /// BadInput, and then has changed nothing.
  Verdict play(Board& board, int color, const search::Limits& limits, bool new_game, Move* move, const Watch& watch);

  /// Answers a command. False where there is no such command, or it is refused.
  [[nodiscard]] bool obey(std::string_view command, std::string& reply);

 private:
  [[nodiscard]] bool get(std::string_view name, std::string& reply);
  [[nodiscard]] bool set(std::string_view name, std::string_view value, std::string& reply);

  const std::filesystem::path library_;
  tables::BlockCache table_blocks_;
  std::mutex commands_;  ///< guards means_
  Means means_;
  std::mutex searches_;  ///< guards player_
  Player player_;
};

/// When a search is to end: `maxtime` in seconds, `info` and `more_info` as CheckerBoard passes them.
[[nodiscard]] search::Limits limits_of(double maxtime, int info, int more_info);

/// Whether `color` may move from one square to the other, and how: the first way, where there are several.
[[nodiscard]] std::optional<Move> find_move(const Board& board, int color, int from, int to);

}  // namespace crownd::checkerboard
