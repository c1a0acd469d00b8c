#pragma once

#include "connection/engine.hpp"
#include "connection/link.hpp"
#include "terminal/console.hpp"
#include "terminal/game.hpp"

namespace CLI {
class App;
}

namespace crownd::terminal {

/// The command line.
struct Flags {
  std::string game;
  std::array<std::optional<Player>, 2> players;  ///< by GameInfo::sides, if given
  std::optional<std::string> position;
  std::optional<std::string> file;

  std::vector<std::string> engine;  ///< the program to start and its arguments; empty: the crownd beside this program
  connection::Remote remote;        ///< its address is empty for a local engine
  int reconnect_seconds = 60;       ///< how long to retry a lost daemon

  Strength strength;
  std::string book;       ///< the opening book of the engine; empty: the daemon's
  bool own_book = false;  ///< the engine plays from a book

  bool board = false;
  bool plain = false;
  bool ascii = false;
  std::optional<bool> touch_move;
  bool score = false;
  bool counter = false;
  bool nice = false;

  bool position_of_specification = false;  ///< the specification's own dialogue can start from `position`

  /// Whether --board, players or a position select the shared dialogue instead of the specification's own.
  [[nodiscard]] bool asks_for_shared_dialogue() const {
    return board || players[0] || players[1] || file || (position && !position_of_specification);
  }
  [[nodiscard]] bool has_no_players() const { return !players[0] && !players[1] && !file; }
};

struct ExitCode {
  int value = 0;
};

/// Reads only the flags for the engine and ignores errors: the engine must list its games before the others are read.
[[nodiscard]] Flags read_engine_flags(int argc, const char* const* argv);

/// A game that the engine offers.
struct OfferedGame {
  std::string name;
  std::string title;
  std::optional<GameInfo> info;  ///< only for games that the command line names
  std::string alias;             ///< another name of the game on the command line, such as chess
};

/// Reads the command line, or prints an error, help or `version` and returns the exit code.
[[nodiscard]] std::variant<Flags, ExitCode> read_flags(int argc, const char* const* argv,
                                                       const std::vector<OfferedGame>& games,
                                                       const std::string& version);

/// State shared by the dialogues.
struct Table {
  const Flags& flags;
  Console& console;
  Engine& engine;
  Game& game;
  Players players;

  [[nodiscard]] bool engine_to_move() const { return players.sides[game.side()] == Player::engine; }
};

/// The dialogue that the specification of a game prescribes. An empty member means the default.
struct Dialogue {
  std::string_view game;
  void (*play)(Table& table) = nullptr;
  /// Used only if the input is not a terminal, or with --plain; otherwise the game uses the shared dialogue.
  bool for_batches = false;
  void (*add_flags)(CLI::App& sub, Flags& flags) = nullptr;
  /// Accepts a position from the command line.
  bool takes_position = false;
  /// Reads a position in the specification's format; none for other formats. Throws FileError.
  std::optional<std::string> (*read_position)(const std::string& text) = nullptr;
  /// Throws FileError.
  std::string (*write_position)(const Table& table) = nullptr;
  /// A command of the specification, for the shared dialogue. Throws BadCommand, FileError or Refused.
  struct Command {
    std::string_view word;
    std::string_view summary;
    void (*execute)(Table& table);
  };
  std::span<const Command> commands{};
  std::string_view greeting{};  ///< describes the commands
};

/// An empty one if the game's specification prescribes no dialogue.
[[nodiscard]] const Dialogue& dialogue_of(std::string_view game);

/// Plays a game to its end, or to the end of input, with the default dialogue.
void play_shared_dialogue(Table& table);

// Common parts of the dialogues.

void set_players(Table& table, const Players& players);

/// Whether no game is in progress or the person confirms leaving it.
[[nodiscard]] inline bool may_leave(Table& table) {
  return !table.game.is_under_way() || table.console.confirm_leaving();
}

/// Prints other notations for moves, if the game has any.
void print_more_notations(Table& table);

/// Shows the board, the last move and the other marks on it.
void show_board(Table& table, Marks marks = {});

/// "White is better by 0.4" (men or pawns), "Black wins in 3 moves", "neither side is better". `score` is that of the
/// side with this index.
[[nodiscard]] std::string verdict(const GameInfo& game, std::size_t side, const wire::Score& score);

struct SearchResult {
  struct Line {
    std::string move;
    std::optional<wire::Score> score;  ///< for the side to move
  };

  std::string move;
  std::vector<Line> lines;
  bool interrupted = false;  ///< by Ctrl-C
};

/// Searches with these settings and shows progress. Ctrl-C stops the search.
[[nodiscard]] SearchResult search(Table& table, const Strength& strength, int lines = 1);

/// A typed move as one word of the protocol: blanks between squares become `-`; other blanks are dropped.
[[nodiscard]] std::string one_word(std::string_view line);

// The commands that help lists.

enum class CommandResult : std::uint8_t {
  not_a_command,
  done,     ///< executed or refused; the game is unchanged
  changed,  ///< the game or its view has changed
  quit,
};

/// A command that cannot be executed; what() is the complete message.
class BadCommand : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

CommandResult execute(Table& table, std::string_view line);

/// Asks a person at a terminal who plays, and sets the players. False if the person leaves.
[[nodiscard]] bool ask_who_plays(Table& table);

/// Completions for Tab: legal moves and commands; after a command, its arguments.
[[nodiscard]] std::vector<std::string> completions(Table& table, std::string_view typed);

}  // namespace crownd::terminal
