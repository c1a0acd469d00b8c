#pragma once

#include "terminal/game.hpp"

namespace crownd::terminal {

/// A file that cannot be read, written or parsed; what() is a message for people.
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Limit of a file's text, with runs of spaces counted as one; no game is as long.
inline constexpr std::size_t max_file_bytes = 1 << 20;

/// Reads a regular file. Removes a byte order mark and replaces each run of spaces by one, since the specification
/// allows any number of spaces in a board.
[[nodiscard]] std::string read_file(const std::string& name);
/// Writes a regular file. Refuses pipes and devices, which could block.
void write_file(const std::string& name, const std::string& text);

/// The paths with this prefix; folders end with `/`. Omits hidden files unless the prefix has the dot.
[[nodiscard]] std::vector<std::string> file_names_beginning(std::string_view typed);

// Game files. Games with PDN are saved as PDN, all others as a list that this client reads:
//
//     # a comment
//     game towers
//     player b human
//     player w engine level 5 movetime 100
//     start startpos          or the text of a position
//     G6-F5                   then the moves, in any number of lines
//
// In PDN the tags White and Black are `human` or `crownd`, and the tags Level, Depth and MoveTime are settings of the
// engine. A loaded game keeps its other tags, names of players, and the comments, signs and variations of moves that
// are still played. Other names mean unknown players. Some specifications have a file format for positions, see
// Dialogue.

/// The value of a setting; throws FileError for an invalid one.
[[nodiscard]] int value_of(const Setting& setting, std::string_view word);

/// A game and its known players.
struct SavedGame {
  Record record;
  std::array<std::optional<Player>, 2> sides;  ///< by GameInfo::sides
  Strength strength;                           ///< of the engine, if it plays

  [[nodiscard]] bool has_engine() const { return sides[0] == Player::engine || sides[1] == Player::engine; }
};

[[nodiscard]] SavedGame saved(const Record& record, const Players& players);
/// The players of the game, with unknown ones from `before`.
[[nodiscard]] Players players_of(const SavedGame& game, const Players& before);

/// `status` gives the result for PDN.
[[nodiscard]] std::string file_of_game(const GameInfo& info, const SavedGame& game, const wire::Status& status);
/// Reads any of the formats of the game. Throws FileError.
[[nodiscard]] SavedGame game_of_file(Engine& engine, const GameInfo& info, const std::string& text);

/// The content of a file.
enum class Content : std::uint8_t {
  nothing,         ///< only white space
  game,            ///< one game of any kind with moves, as PDN or a list
  start,           ///< the same without moves
  board,           ///< a position in the format of the specification of `info`
  something_else,  ///< also several games
};
[[nodiscard]] Content content_of(Engine& engine, const GameInfo& info, const std::string& text);

/// Saves an interrupted game in a new file `crown-GAME-N.pdn` or `.txt` in the current folder, and returns its name.
/// Throws FileError.
[[nodiscard]] std::string save_for_later(const Game& game, const Players& players);

struct InterruptedGame {
  std::string game;  ///< its name
  std::string file;
};

/// The interrupted game that was saved last.
[[nodiscard]] std::optional<InterruptedGame> latest_interrupted_game(const std::vector<std::string>& games);

}  // namespace crownd::terminal
