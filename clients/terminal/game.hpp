#pragma once

#include "connection/engine.hpp"
#include "notation/game.hpp"
#include "terminal/players.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::terminal {

/// A game as it can be saved: the start position and the moves.
struct Record {
  std::string start = "startpos";  ///< a position text of the game, or "startpos"
  std::vector<std::string> moves;  ///< as the engine writes them
  std::string pdn_start;           ///< `start` as PDN FEN, for games with PDN that did not begin at the start position
  std::shared_ptr<const notation::Game> text{};  ///< of the file that the game was loaded from, for games with PDN
};

/// The current game. The engine has the same one: everything here comes from its answers. Functions that change
/// the game throw Refused, and then nothing has changed.
class Game {
 public:
  Game(const GameInfo& info, Engine& engine);

  void begin(const Record& record);
  /// Plays a move, or several between commas, in any notation that the engine accepts: all or none.
  void play(std::string_view moves);
  /// Takes back moves; a resignation is taken back with them.
  void undo(int count);
  /// Replays moves that were taken back, the last one first; playing another move clears them.
  void redo(int count);
  /// Ends the game: the side to move resigns.
  void resign();

  [[nodiscard]] const GameInfo& info() const { return info_; }
  [[nodiscard]] const Record& record() const { return record_; }
  [[nodiscard]] const Board& board() const { return *board_; }
  [[nodiscard]] const wire::Status& status() const { return status_; }
  [[nodiscard]] const std::string& position() const { return position_; }
  [[nodiscard]] bool is_over() const { return status_.outcome != wire::Outcome::ongoing; }
  /// Whether leaving would lose a game in progress.
  [[nodiscard]] bool is_under_way() const { return !is_over() && !record_.moves.empty(); }
  /// How many moves can be replayed.
  [[nodiscard]] std::size_t taken_back() const { return taken_back_.size(); }
  /// The index of the side that moved first, or is to move first.
  [[nodiscard]] std::size_t first_side() const { return first_side_; }
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
  std::vector<std::string> taken_back_;  ///< the next one to replay is the last
  std::size_t first_side_ = 0;
  wire::Status status_;
  std::string position_;
  std::optional<Board> board_;
};

/// The reason in the status after Game::resign.
inline constexpr std::string_view resignation = "resignation";

/// "White wins: Black has no moves left." A person who resigned against the engine is addressed: "you resigned". With
/// `address` so is any person who plays against the engine: "You have lost: Black has no moves left."
[[nodiscard]] std::string ending(const GameInfo& game, const wire::Status& status, const Players& players,
                                 bool address);

}  // namespace crownd::terminal
