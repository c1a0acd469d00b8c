#pragma once

#include "notation/game_reader.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace crownd::reading {

/// A game of a file.
struct InputGame {
  std::size_t file = 0;     ///< its index
  std::size_t number = 0;   ///< in the file, from 1
  notation::ReadGame game;  ///< its line is that of the file
  std::string damage{};     ///< why it cannot be used; empty: it can
};

struct Inputs {
  std::vector<std::string> files;
  std::vector<InputGame> games;

  /// "FILE, game 3 (line 20)".
  [[nodiscard]] std::string name_of(const InputGame& input) const;
};

/// The same without the games.
[[nodiscard]] std::string name_of(const std::vector<std::string>& files, const InputGame& input);

/// Reads all games of the files: PDN, PGN, the plain form; or a list, one game a line, see notation::read_list_line. In
/// a list a line that begins with # is a comment. "-" is standard input. Text is UTF-8, Windows-1252, or UTF-16 with
/// its byte order mark. `usual` is as for notation::GameReader, and so is `on_game`, which also gets damaged games.
/// Memory does not grow with the files. Throws std::runtime_error for a file that cannot be read.
void read_files(const notation::Exchange& exchange, const std::string& usual, const std::vector<std::string>& files,
                const std::function<void(InputGame&&)>& on_game);

}  // namespace crownd::reading
