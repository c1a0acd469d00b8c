#pragma once

#include "terminal/board.hpp"
#include "terminal/engine.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::terminal {

/// A game as it can be written down: where it began and what was played.
struct Record {
  std::string start = "startpos";  ///< a position text of the game, or "startpos"
  std::vector<std::string> moves;  ///< as the engine writes them
  std::string pdn_start;           ///< `start` as PDN has it, for games that have PDN and began elsewhere
};

/// The game that is played. The engine has the same one: everything here is what it answered. Functions that change
/// the game throw Refused, and then nothing has changed.
class Game {
 public:
  Game(const GameInfo& info, Engine& engine);

  void begin(const Record& record);
  /// Plays a move as people may write it.
  void play(std::string_view move);
  /// Takes back moves, and a resignation besides.
  void undo(int count);
  /// Plays moves again that were taken back, the last one first; another move in between forgets them.
  void redo(int count);
  /// Ends the game: the side to move gives up.
  void resign();

  [[nodiscard]] const GameInfo& info() const { return info_; }
  [[nodiscard]] const Record& record() const { return record_; }
  [[nodiscard]] const Board& board() const { return *board_; }
  [[nodiscard]] const wire::Status& status() const { return status_; }
  [[nodiscard]] const std::string& position() const { return position_; }
  [[nodiscard]] bool is_over() const { return status_.outcome != wire::Outcome::ongoing; }
  /// Whether something would be lost with it.
  [[nodiscard]] bool is_under_way() const { return !is_over() && !record_.moves.empty(); }
  /// How many moves can be played again.
  [[nodiscard]] std::size_t taken_back() const { return taken_back_.size(); }
  /// The index of the side to move, or of the winner.
  [[nodiscard]] std::size_t side() const { return info_.side_index(status_.side); }
  /// The squares of the last move.
  [[nodiscard]] std::vector<Cell> last_squares() const;

 private:
  void set_up(const Record& record);
  void look();

  const GameInfo& info_;
  Engine& engine_;
  Record record_;
  std::vector<std::string> taken_back_;  ///< the next one to be played again is the last
  wire::Status status_;
  std::string position_;
  std::optional<Board> board_;
};

/// The reason that Game::resign gives to the status.
inline constexpr std::string_view resignation = "resignation";

/// "White wins: Black has no moves left."
[[nodiscard]] std::string ending(const GameInfo& game, const wire::Status& status);

}  // namespace crownd::terminal
