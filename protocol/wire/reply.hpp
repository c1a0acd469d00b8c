#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace crownd::wire {

// The engine's answers: their data, functions that write them, and functions that parse them. Lines have no line end.

/// PROTOCOL.md, "Version of the protocol", says which changes need a new number.
inline constexpr int protocol_version = 1;

enum class ErrorCode : std::uint8_t {
  unknown_command,
  bad_argument,
  bad_position,
  illegal_move,
  ambiguous_move,
  busy,
  too_long,
  limit,
  auth,
};

enum class Bound : std::uint8_t { exact, lower, upper };

struct Score {
  bool mate = false;  ///< `value` counts the winner's own moves, negative where the side to move loses; else centipawns
  int value = 0;
  Bound bound = Bound::exact;
  bool operator==(const Score&) const = default;
};

/// Permille, for the side to move.
struct WinDrawLoss {
  int win = 0;
  int draw = 0;
  int loss = 0;
  bool operator==(const WinDrawLoss&) const = default;
};

/// An `info` line; missing parts are not printed.
struct Info {
  std::optional<int> depth;
  std::optional<std::string> current_move;
  std::optional<int> current_move_number;  ///< from 1
  std::optional<int> seldepth;
  std::optional<int> multipv;
  std::optional<Score> score;
  std::optional<WinDrawLoss> wdl;
  std::optional<std::uint64_t> nodes;
  std::optional<std::uint64_t> nps;
  std::optional<int> hashfull;  ///< permille
  std::optional<std::uint64_t> tbhits;
  std::optional<std::int64_t> time;  ///< milliseconds
  std::vector<std::string> pv;
  bool operator==(const Info&) const = default;
};

struct BestMove {
  std::optional<std::string> move;  ///< none: the game is over
  std::optional<std::string> ponder;
  bool operator==(const BestMove&) const = default;
};

enum class Outcome : std::uint8_t { ongoing, win, draw };

/// STATUS of PROTOCOL.md.
struct Status {
  Outcome outcome = Outcome::ongoing;
  std::string side;    ///< the side to move, or the winner; empty for a draw
  std::string reason;  ///< why the game is over; empty while it is not
  bool check = false;
  int repetition = 1;  ///< printed if at least 2
  int quiet = 0;       ///< printed if at least 1
  bool operator==(const Status&) const = default;
};

enum class Verdict : std::uint8_t { unknown, draw, win, loss };

/// An exact value for the side to move.
struct Exact {
  Verdict verdict = Verdict::unknown;
  std::optional<int> plies{};  ///< to the end of the game, of a win or loss of known length
};

/// A move of an opening book, for the side to move.
struct BookMove {
  std::string move;
  Score score;
  int depth = 0;  ///< plies
  WinDrawLoss wdl;
  std::uint64_t visits = 0;  ///< number of games or expansions with this move
  bool operator==(const BookMove&) const = default;
};

struct Moved {
  std::vector<std::string> moves;
  Status status;
};

struct Undone {
  int count = 0;
  Status status;
};

struct Fen {
  std::string game;
  std::string text;
};

struct Error {
  std::string code;  ///< one of the closed list of PROTOCOL.md
  std::string message;
};

/// A line `value M EXACT` of the answer to `probe`.
struct MoveValue {
  std::string move;
  Exact exact;
};

// The answer to `why`.

/// `reason NAME [KEY VALUE]... [line MOVE...]`
struct MoveReason {
  using Field = std::pair<std::string, std::string>;

  std::string name;
  std::vector<Field> fields;
  std::vector<std::string> line;  ///< from the position before the move
  bool operator==(const MoveReason&) const = default;
};

/// `why MOVE VERDICT best MOVE loss PERMILLE`, the last line
struct MoveVerdict {
  std::string move;
  std::string verdict;  ///< best, good, inaccuracy, mistake or blunder
  std::string best;
  int loss = 0;  ///< of winning chance, in permille
  bool operator==(const MoveVerdict&) const = default;
};

// The answers to `squares` and `legalmoves squares`.

/// `side NAME colour COLOUR end END player PLAYER [paint PAINT] title TITLE`
struct SquaresSide {
  std::string name{};
  bool light = true;      ///< else: dark
  bool at_bottom = true;  ///< else: at the top
  bool human = false;     ///< played by a human by default; else by the engine
  std::string title{};
  std::string paint{};  ///< the colour of its pieces in one word; empty: white or black, as `light` says
  bool operator==(const SquaresSide&) const = default;
};

/// `piece LETTER side NAME kind KIND`
struct SquaresPiece {
  char letter = 0;
  std::string side;
  std::string kind;
  bool operator==(const SquaresPiece&) const = default;
};

/// `fact KEY VALUE` and `reason WORD SENTENCE`
struct SquaresFact {
  std::string key;
  std::string value;
  bool operator==(const SquaresFact&) const = default;
};

/// Three words of a `row` line.
struct SquaresCell {
  std::string name{};  ///< empty if no piece can be there
  bool dark = false;
  char piece = 0;  ///< 0: empty
  bool operator==(const SquaresCell&) const = default;
};

/// The whole answer to `squares`.
struct Squares {
  std::vector<SquaresSide> sides;
  std::vector<SquaresPiece> pieces;
  std::vector<SquaresFact> facts;
  std::vector<SquaresFact> reasons;
  std::vector<std::string> columns;
  std::vector<std::string> rows;
  std::vector<std::vector<SquaresCell>> cells;  ///< row by row from the top
  std::string game;
  std::string turn;  ///< empty if the game is over
  bool operator==(const Squares&) const = default;
};

/// `route MOVE path SQUARE… [takes SQUARE…] [becomes LETTER]`
struct Route {
  std::string move;
  std::vector<std::string> path;
  std::vector<std::string> takes;
  char becomes = 0;  ///< 0: the piece does not change
  bool operator==(const Route&) const = default;
};

// Writers.

/// A word of the closed list of error codes, for example "bad-argument".
[[nodiscard]] std::string_view word(ErrorCode code);

/// Appends a part of an answer, after a space unless the line is empty.
void append(std::string& line, std::string_view text);
void append(std::string& line, std::span<const std::string> words);
void append(std::string& line, const Score& score);
void append(std::string& line, const WinDrawLoss& wdl);
void append(std::string& line, const Exact& exact);
void append(std::string& line, const Status& status);
void append(std::string& line, const MoveReason& reason);
void append(std::string& line, const MoveVerdict& verdict);
void append(std::string& line, std::integral auto number) { append(line, std::to_string(number)); }

/// A line of these parts, with spaces in between.
template <class... Parts>
[[nodiscard]] std::string line_of(const Parts&... parts) {
  std::string line;
  (append(line, parts), ...);
  return line;
}

[[nodiscard]] std::string error_line(ErrorCode code, std::string_view message);
[[nodiscard]] std::string info_line(const Info& info);
[[nodiscard]] std::string info_string_line(std::string_view text);
[[nodiscard]] std::string best_move_line(const BestMove& best);
/// The verdict of a move by its loss of winning chance in permille: good, inaccuracy, mistake or blunder.
[[nodiscard]] std::string_view verdict_of(int loss);
/// Nodes per second; a time too short to measure counts as one millisecond.
[[nodiscard]] std::uint64_t nodes_per_second(std::uint64_t nodes, std::int64_t milliseconds);

// Parsers for clients. Each returns nothing for any other line and for a malformed one. All accept any bytes. Unknown
// words in `info` are skipped, so that lines of other UCI engines can be read, too.

[[nodiscard]] std::optional<Info> read_info(std::string_view line);
/// Also accepts `(none)`, `0000` and `none`, which mean no move.
[[nodiscard]] std::optional<BestMove> read_best_move(std::string_view line);
[[nodiscard]] std::optional<Status> read_status(std::string_view line);
[[nodiscard]] std::optional<Moved> read_moved(std::string_view line);
[[nodiscard]] std::optional<Undone> read_undone(std::string_view line);
[[nodiscard]] std::optional<std::vector<std::string>> read_legal_moves(std::string_view line);
[[nodiscard]] std::optional<Fen> read_fen(std::string_view line);
[[nodiscard]] std::optional<MoveValue> read_value(std::string_view line);
/// The last line of the answer to `probe`.
[[nodiscard]] std::optional<Exact> read_probe(std::string_view line);
[[nodiscard]] std::optional<MoveReason> read_move_reason(std::string_view line);
[[nodiscard]] std::optional<MoveVerdict> read_move_verdict(std::string_view line);
/// How many moves the answer to `book` has.
[[nodiscard]] std::optional<std::size_t> read_book(std::string_view line);
[[nodiscard]] std::optional<BookMove> read_book_move(std::string_view line);
[[nodiscard]] std::optional<Error> read_error(std::string_view line);
[[nodiscard]] std::optional<Route> read_route(std::string_view line);

/// Parses the answer to `squares`, line by line; skips parts and facts that it does not know.
class SquaresReader {
 public:
  /// Parses a line; true if it was the last one.
  bool read(std::string_view line);
  /// The result after the last line; nothing if it is not a board: not two sides, or rows of different lengths.
  [[nodiscard]] std::optional<Squares> result() const;

 private:
  Squares squares_;
};

}  // namespace crownd::wire
