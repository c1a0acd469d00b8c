#pragma once

#include "notation/game.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace crownd::reading {

/// A game as it stands in a file.
struct InputGame {
  std::size_t file = 0;    ///< its index
  std::size_t number = 0;  ///< in the file, from 1
  std::size_t line = 0;    ///< where it begins, from 1
  notation::Game game;
  std::string text{};    ///< of a list: the line
  std::string damage{};  ///< why it cannot be read; empty: it can
};

struct Inputs {
  std::vector<std::string> files;
  std::vector<InputGame> games;

  /// "FILE, game 3 (line 20)".
  [[nodiscard]] std::string name_of(const InputGame& game) const;
};

/// Reads all games of a text: PDN, PGN, the plain form; or a list, one game a line: moves from the start position, or
/// `POSITION moves MOVES`. In a list a line that begins with # is a comment. A game that cannot be read is recorded
/// with its damage, and reading goes on with the next one that has tags.
void read_games(const std::string& text, std::size_t file, std::vector<InputGame>& games);

/// Reads the files; "-" is standard input. Throws std::runtime_error for one that cannot be read.
[[nodiscard]] Inputs read_inputs(const std::vector<std::string>& files);

}  // namespace crownd::reading
