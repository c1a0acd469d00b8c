#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace crownd::wire {

// The commands of a client: one struct for each command, in the order of PROTOCOL.md. The arguments are only
// split, not validated: whether a move is legal or an option exists is for the session to check.

struct Uci {
  bool operator==(const Uci&) const = default;
};
struct IsReady {
  bool operator==(const IsReady&) const = default;
};
struct ListGames {
  bool operator==(const ListGames&) const = default;
};
struct UciNewGame {
  bool operator==(const UciNewGame&) const = default;
};

struct SetOption {
  std::string name;
  std::optional<std::string> value;
  bool operator==(const SetOption&) const = default;
};

/// `position [GAME] (startpos | [fen] TEXT) [moves M…]`
struct Position {
  std::vector<std::string> start;  ///< all words before `moves`, at least one; the first may name a game
  std::vector<std::string> moves;
  bool operator==(const Position&) const = default;
};

struct LegalMoves {
  bool squares = false;  ///< list the squares that each move passes, too
  bool operator==(const LegalMoves&) const = default;
};

struct Move {
  std::vector<std::string> moves;  ///< at least one
  bool operator==(const Move&) const = default;
};

struct Undo {
  int count = 1;
  bool operator==(const Undo&) const = default;
};

struct GetFen {
  bool standard = false;
  bool operator==(const GetFen&) const = default;
};

struct GetStatus {
  bool operator==(const GetStatus&) const = default;
};
struct Show {
  bool operator==(const Show&) const = default;
};
struct GetSquares {
  bool operator==(const GetSquares&) const = default;
};

/// A clock as in `go`: the first one (wtime, winc) is that of the side that moves first in the game.
struct Clock {
  std::optional<std::chrono::milliseconds> left;  ///< without it the increment has no meaning
  std::chrono::milliseconds increment{0};
  bool operator==(const Clock&) const = default;
};

struct Go {
  std::optional<int> depth;
  std::optional<std::uint64_t> nodes;
  std::optional<std::chrono::milliseconds> movetime;
  std::array<Clock, 2> clock;
  std::optional<int> moves_to_go;
  std::optional<int> mate;
  bool infinite = false;
  bool ponder = false;
  std::vector<std::string> search_moves;
  std::shared_ptr<const Position> position = nullptr;  ///< to be set first: in HUB a search brings its position along
  bool operator==(const Go&) const = default;

  /// Whether anything but `infinite` and `ponder` limits the search.
  [[nodiscard]] bool limited() const { return depth || nodes || movetime || mate || clock[0].left || clock[1].left; }
  /// Whether the answer is held back until `stop`, or `ponderhit`.
  [[nodiscard]] bool unbounded() const { return infinite || ponder || !limited(); }
};

struct GoMinimax {
  int depth = 1;
  bool operator==(const GoMinimax&) const = default;
};

struct Perft {
  int depth = 1;
  bool operator==(const Perft&) const = default;
};

struct Stop {
  bool operator==(const Stop&) const = default;
};
struct PonderHit {
  bool operator==(const PonderHit&) const = default;
};
struct Probe {
  bool operator==(const Probe&) const = default;
};

struct ListTables {
  bool of_all_games = false;
  bool operator==(const ListTables&) const = default;
};

struct Evaluate {
  bool operator==(const Evaluate&) const = default;
};

struct Bench {
  std::optional<int> depth;
  bool operator==(const Bench&) const = default;
};

struct Debug {
  bool on = false;
  bool operator==(const Debug&) const = default;
};

struct Help {
  bool operator==(const Help&) const = default;
};
struct GetVersion {
  bool operator==(const GetVersion&) const = default;
};

struct Auth {
  std::string token;
  bool operator==(const Auth&) const = default;
};

struct Quit {
  bool operator==(const Quit&) const = default;
};

/// Switches to the HUB protocol, see hub_line.hpp; only as the first command of a session.
struct Hub {
  bool operator==(const Hub&) const = default;
};

/// Lines that a dialect answers with by itself; they wait for their turn as the answer to a command does.
struct Answer {
  std::vector<std::string> lines;
  bool operator==(const Answer&) const = default;
};

/// An empty line or a comment.
struct Nothing {
  bool operator==(const Nothing&) const = default;
};

/// The first word is not a command.
struct Unknown {
  std::string word;
  bool operator==(const Unknown&) const = default;
};

/// A command with invalid arguments.
struct Malformed {
  std::string why;  ///< what is wrong and what would be right
  bool operator==(const Malformed&) const = default;
};

using Command =
    std::variant<Nothing, Unknown, Malformed, Answer, Uci, IsReady, ListGames, UciNewGame, SetOption, Position,
                 LegalMoves, Move, Undo, GetFen, GetStatus, Show, GetSquares, Go, GoMinimax, Perft, Stop, PonderHit,
                 Evaluate, Probe, ListTables, Bench, Debug, Help, GetVersion, Auth, Hub, Quit>;

/// Parses one line, with or without its line end. Total: any bytes give some Command; throws nothing but bad_alloc.
[[nodiscard]] Command parse_command(std::string_view line);

struct CommandHelp {
  std::string_view word;
  std::string_view arguments;  ///< as in PROTOCOL.md; empty if there are none
  std::string_view summary;
};

/// Every command, in the order of PROTOCOL.md.
[[nodiscard]] std::vector<CommandHelp> command_help();

}  // namespace crownd::wire
