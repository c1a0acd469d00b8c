#pragma once

#include "board/game_info.hpp"
#include "connection/engine.hpp"
#include "notation/game_file_reader.hpp"

#include <fstream>
#include <istream>

namespace crownd::batch {

/// Reads a text file in blocks. Converts UTF-16 with a byte order mark to UTF-8, and removes the mark of UTF-8.
class TextFile {
 public:
  /// "-" is standard input. Throws files::FileError.
  explicit TextFile(std::string name);
  TextFile(const TextFile&) = delete;
  TextFile& operator=(const TextFile&) = delete;
  ~TextFile();

  /// The next block, of about a megabyte; empty at the end. Throws files::FileError.
  [[nodiscard]] std::string next();

 private:
  [[nodiscard]] std::string converted(std::string bytes);

  std::string name_;
  std::ifstream file_;
  std::istream& stream_;
  void* converter_ = nullptr;  ///< iconv_t, if the text is UTF-16
  std::string rest_;           ///< bytes of an incomplete character
  bool begun_ = false;
};

/// A game from a file.
struct InputGame {
  std::size_t file = 0;     ///< its index
  std::size_t number = 0;   ///< in the file, from 1
  notation::ReadGame game;  ///< its `line` counts from the start of the file
  std::string damage{};     ///< why it cannot be used; else empty
};

struct Inputs {
  std::vector<std::string> files;
  std::vector<InputGame> games;

  /// "FILE, game 3 (line 20)".
  [[nodiscard]] std::string name_of(const InputGame& input) const;
};

[[nodiscard]] std::string name_of(const std::vector<std::string>& files, const InputGame& input);

/// Reads games from files ("-" is standard input): PDN, PGN, the plain form, a game saved by crown, or lists with
/// one game per line (see notation::read_list_line) and comments after #. Text is UTF-8, Windows-1252, or UTF-16 with a
/// byte order mark. `default_game` and `on_game`, which also gets damaged games, are as for notation::GameFileReader.
/// Throws std::runtime_error for a file that cannot be read.
void read_files(const notation::Exchange& exchange, const std::string& default_game,
                const std::vector<std::string>& files, const std::function<void(InputGame&&)>& on_game);

/// Throws std::runtime_error if one of the files is standard input.
void expect_rereadable(const std::vector<std::string>& files);

struct PlayedMove {
  std::string text;     ///< in the notation of game files
  wire::Status status;  ///< after the move
};

/// Plays one of the `legal` moves and returns its text for game files. Throws connection::Refused.
[[nodiscard]] PlayedMove play_move(connection::Engine& engine, const board::GameInfo::Notation& notation,
                                   const std::string& move, const std::vector<std::string>& legal);

/// A game from the position `start`, and an empty line: in the plain form, or as PDN or PGN. `second_begins` is as for
/// notation::write_plain_game.
[[nodiscard]] std::string game_text(const notation::Game& game, const board::GameInfo::Notation& notation,
                                    bool is_plain, const std::string& start, bool second_begins);

}  // namespace crownd::batch
