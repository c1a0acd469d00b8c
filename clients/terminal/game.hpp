#pragma once

#include "board/game_info.hpp"
#include "connection/engine.hpp"
#include "notation/game.hpp"
#include "terminal/board.hpp"
#include "terminal/console.hpp"

namespace crownd::terminal {

using board::GameInfo;
using board::Player;
using connection::Engine;
using connection::EngineGone;
using connection::Refused;

/// Settings of the engine.
struct Strength {
  std::optional<int> level;            ///< skill; full_level by default
  std::optional<int> depth;            ///< plies
  std::optional<int> movetime;         ///< milliseconds
  bool specification_machine = false;  ///< plays as the game's specification prescribes, without the other settings
};

inline constexpr int full_level = 20;

/// A numeric setting and its range.
struct Setting {
  std::string_view word;  ///< in flags, commands and list files
  std::string_view tag;   ///< in PDN
  std::optional<int> Strength::*value;
  int min;
  int max;
  std::string_view summary;  ///< in --help
};

inline constexpr std::array<Setting, 3> settings{{
    {"level", "Level", &Strength::level, 0, full_level, "how well the engine plays, from 0 to 20"},
    {"depth", "Depth", &Strength::depth, 1, 1000, "how many plies the engine searches"},
    {"movetime", "MoveTime", &Strength::movetime, 1, 24 * 3600 * 1000,
     "milliseconds that the engine may think; 1000 without this and --depth"},
}};
inline constexpr const Setting& level_setting = settings[0];

/// The players of a game.
struct Players {
  std::array<Player, 2> sides{};  ///< by GameInfo::sides
  Strength strength;              ///< of the engine, for either side

  [[nodiscard]] bool only_engines() const { return sides[0] == Player::engine && sides[1] == Player::engine; }
  [[nodiscard]] bool only_people() const { return sides[0] == Player::human && sides[1] == Player::human; }
};

/// "You play White, the engine plays Black at level 5."
[[nodiscard]] std::string who_plays(const GameInfo& game, const Players& players);

/// A game for saving.
struct Record {
  std::string start = "startpos";                ///< a position text of the game, or "startpos"
  std::vector<std::string> moves;                ///< as the engine writes them
  std::string pdn_start;                         ///< `start` as PDN FEN, for games with PDN unless it is "startpos"
  std::shared_ptr<const notation::Game> text{};  ///< the loaded PDN game, if any
};

/// The current game, mirrored from the engine's answers. If a function throws Refused, nothing has changed.
class Game {
 public:
  Game(const GameInfo& info, Engine& engine);

  void begin(const Record& record);
  /// Plays one or more moves, separated by commas: all or none.
  void play(std::string_view moves);
  /// Returns false, and changes nothing, if the engine refuses the move.
  bool play_if_legal(std::string_view move);
  /// Takes back moves and a resignation.
  void undo(int count);
  /// Replays moves that were taken back. Playing another move clears them.
  void redo(int count);
  /// The side to move resigns.
  void resign();

  [[nodiscard]] const GameInfo& info() const { return info_; }
  [[nodiscard]] const Record& record() const { return record_; }
  [[nodiscard]] const Board& board() const { return *board_; }
  [[nodiscard]] const wire::Status& status() const { return status_; }
  [[nodiscard]] const std::string& position() const { return position_; }
  [[nodiscard]] bool is_over() const { return status_.outcome != wire::Outcome::ongoing; }
  /// Whether leaving would lose a game in progress.
  [[nodiscard]] bool is_under_way() const { return !is_over() && !record_.moves.empty(); }
  /// The number of moves that redo can replay.
  [[nodiscard]] std::size_t undone() const { return undone_.size(); }
  /// The index of the side that makes the first move of the game.
  [[nodiscard]] std::size_t first_side() const { return first_side_; }
  /// The index of the side to move, or of the winner.
  [[nodiscard]] std::size_t side() const { return info_.side_index(status_.side); }
  [[nodiscard]] std::vector<Cell> last_squares() const {
    return record_.moves.empty() ? std::vector<Cell>() : board_->squares_of(record_.moves.back());
  }

 private:
  void set_up(const Record& record);
  /// Reads status, position and board from the engine.
  void refresh();

  const GameInfo& info_;
  Engine& engine_;
  Record record_;
  std::vector<std::string> undone_;  ///< the last one is replayed first
  std::size_t first_side_ = 0;
  wire::Status status_;
  std::string position_;
  std::optional<Board> board_;
};

/// The reason in the status after Game::resign.
inline constexpr std::string_view resignation = "resignation";

/// "White wins: Black has no moves left." With `address`, to a person who plays against the engine: "You have lost:
/// Black has no moves left."
[[nodiscard]] std::string ending(const GameInfo& game, const wire::Status& status, const Players& players,
                                 bool address);

}  // namespace crownd::terminal
