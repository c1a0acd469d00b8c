#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::wire {

// The engine's answers: a struct or a function for each line. Texts have no line end.

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

/// Table files with the same game, pieces, kind and folder, as `tables` lists them.
struct TableFiles {
  std::string_view game;
  int pieces = 0;
  std::string_view kind;  ///< "distance" or "wdl"
  std::size_t files = 0;
  std::uint64_t places = 0;
  std::uint64_t bytes = 0;
  std::string_view folder;  ///< empty: not shown
};

/// A move that an opening book knows, best first in the answer to `book`; for the side to move.
struct BookMove {
  std::string move;
  Score score;
  int depth = 0;  ///< plies
  WinDrawLoss wdl;
  std::uint64_t visits = 0;  ///< games or expansions in which it was met
  bool operator==(const BookMove&) const = default;
};

struct BenchResult {
  std::uint64_t nodes = 0;
  std::int64_t time = 0;  ///< milliseconds
  std::uint64_t signature = 0;
};

/// A word of the closed list of error codes, for example "bad-argument".
[[nodiscard]] std::string_view word(ErrorCode code);

/// The answer to `version`: the daemon's version and the protocol's.
[[nodiscard]] std::string version_line(std::string_view version);
/// The line of the answer to `uci` with the version of the protocol.
[[nodiscard]] std::string protocol_line();
[[nodiscard]] std::string error_line(ErrorCode code, std::string_view message);
[[nodiscard]] std::string info_line(const Info& info);
[[nodiscard]] std::string info_string_line(std::string_view text);
[[nodiscard]] std::string best_move_line(const BestMove& best);
[[nodiscard]] std::string status_text(const Status& status);
[[nodiscard]] std::string status_line(const Status& status);
[[nodiscard]] std::string moved_line(std::span<const std::string> moves, const Status& status);
[[nodiscard]] std::string undone_line(int count, const Status& status);
/// The word, how many moves there are, and the moves.
[[nodiscard]] std::string move_list_line(std::string_view word, std::span<const std::string> moves);
[[nodiscard]] std::string fen_line(std::string_view game, std::string_view text);
[[nodiscard]] std::string limit_line(std::string_view name, std::uint64_t value);
[[nodiscard]] std::string game_line(std::string_view name, std::string_view title);
[[nodiscard]] std::string board_line(std::string_view row);
[[nodiscard]] std::string eval_line(const Score& score);
/// `value` for a move, `probe` for the position.
[[nodiscard]] std::string value_line(std::string_view move, const Exact& exact);
[[nodiscard]] std::string probe_line(const Exact& exact);
[[nodiscard]] std::string table_line(const TableFiles& files);
/// The first line of the answer to `book`; then so many lines of moves follow.
[[nodiscard]] std::string book_line(std::size_t moves);
[[nodiscard]] std::string book_move_line(const BookMove& move);
[[nodiscard]] std::string bench_line(const BenchResult& result);
/// Nodes per second; a time too short to measure counts as one millisecond.
[[nodiscard]] std::uint64_t nodes_per_second(std::uint64_t nodes, std::int64_t milliseconds);

}  // namespace crownd::wire
