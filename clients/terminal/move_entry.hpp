#pragma once

#include "terminal/table.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::terminal {

/// Reads the moves that a person enters: whole, or square by square, the piece first and then where it goes, jump by
/// jump. A piece that was chosen stays chosen, with the jumps that were entered, until a move is played, another piece
/// is chosen, or an empty line lets it go.
class MoveEntry {
 public:
  explicit MoveEntry(Table& table) : table_(table), console_(table.console), game_(table.game) {}

  /// Reads a line that is no command, and says what is wrong or still wanted; true if a move was played.
  bool read(const std::string& line);
  /// Forgets what was entered, for another position.
  void clear();

 private:
  using Path = std::vector<std::string>;

  bool read_word(std::string_view word);
  bool read_list(const std::string& moves);
  bool read_square(const std::string& square);
  bool read_squares(const std::string& text);
  bool choose(const std::string& square);
  void let_go();
  bool play(const std::string& text);
  void refuse(const std::string& why);

  bool is_barred(const std::string& text);
  void touch(const std::string& text);

  /// The squares that a text names, as the engine names them.
  [[nodiscard]] Path path_of(const std::string& text) const;
  /// The squares with which legal moves go on behind this path, each once.
  [[nodiscard]] Path next_squares(const Path& path) const;
  [[nodiscard]] bool is_whole_move(const Path& path) const;
  [[nodiscard]] bool is_part_of_a_move(const Path& path) const;
  [[nodiscard]] std::optional<Cell> first_square(const std::string& text) const;
  [[nodiscard]] std::string as_named(Cell cell) const;
  void ask_for_next();

  Table& table_;
  Console& console_;
  Game& game_;
  std::string begun_;            ///< the chosen piece's square, and the jumps that were entered
  std::optional<Cell> touched_;  ///< for touch-move
};

}  // namespace crownd::terminal
