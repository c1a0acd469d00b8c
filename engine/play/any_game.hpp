#pragma once

#include "core/bad_input.hpp"
#include "core/board.hpp"
#include "core/types.hpp"
#include "search/control.hpp"
#include "search/memory.hpp"
#include "search/strength.hpp"
#include "tables/access.hpp"
#include "tables/computed_tables.hpp"
#include "tables/table_file.hpp"

namespace crownd::play {

using search::Bound;
using search::Control;
using search::Limits;
using search::WinDrawLoss;

/// The status of a game: the result by the rules, and facts for adjudication.
struct Status {
  Result result;
  std::string side;  ///< the side to move, or the winner, under the game's own name; empty for a draw
  bool check = false;
  int repetition = 1;        ///< how often the position has occurred in this game, this time included
  int reversible_plies = 0;  ///< plies since the last capture or man's move
};

/// One report of a running search.
struct Info : search::Line<std::string> {
  WinDrawLoss wdl;  ///< unknown without a score
};

using OnInfo = std::function<void(const Info&)>;

struct BestMove {
  std::optional<std::string> move;  ///< none where the game is over
  std::optional<std::string> ponder;
};

/// A static evaluation in centipawns for the side to move, and its terms. For a finished game the result.
struct Evaluation {
  Score score;
  std::vector<std::pair<std::string, int>> terms;  ///< name, centipawns for the side to move
};

/// Leaf nodes below each legal move, in the generator's order, and their sum.
struct PerftResult {
  std::vector<std::pair<std::string, std::uint64_t>> moves;
  std::uint64_t total = 0;
};

/// The largest depth of a count. A count recurses, on the largest boards with 23 KiB of stack for each ply.
inline constexpr int max_perft_depth = 64;

/// Exact values for the side to move, with the plies to the end; none if unknown.
struct ProbeResult {
  std::optional<Score> position;
  std::vector<std::pair<std::string, std::optional<Score>>> moves;  ///< in the generator's order
};

/// A fact about a move, proven by a line; PROTOCOL.md lists the names and fields.
struct Fact {
  std::string name;
  std::vector<std::pair<std::string, std::string>> fields;  ///< key, value: a word each
  std::vector<std::string> line;                            ///< from the position before the move
};

/// Why a move is good or bad.
struct Explanation {
  std::string move;  ///< in canonical form
  std::string best;  ///< the best move, perhaps the same
  int loss = 0;      ///< of winning chance, in permille
  std::vector<Fact> facts{};
};

/// The board and its metadata, for clients that draw it.
struct Squares {
  std::string_view title;  ///< of the game, for people
  Description description;
  std::array<std::string_view, 2> side_names;
  Board board;
  std::string turn;  ///< the side to move; empty where the game is over
};

/// A legal move and every way to enter it square by square.
struct MovePaths {
  std::string move;
  std::vector<MovePath> paths;
};

struct WeakerPlayer {
  int elo = search::max_elo;  ///< on the game's own scale, see search/strength.hpp
  int seed = 0;               ///< another seed overlooks other moves

  friend bool operator==(const WeakerPlayer&, const WeakerPlayer&) = default;
};

/// Transposition table of a game without shared memory.
inline constexpr std::size_t default_hash_bytes = std::size_t{16} << 20;

/// Options of a player. The defaults are those of UCI and Stockfish if they have one.
struct Settings {
  int threads = 1;
  int multipv = 1;
  std::chrono::milliseconds move_overhead{20};        ///< see search::TimeBudget
  int skill_level = search::full_skill;               ///< from 0; see search::elo_of_skill
  bool limit_strength = false;                        ///< `limited` overrides skill_level
  WeakerPlayer limited;                               ///< its seed holds for skill_level, too
  int fifty_move_plies = 0;                           ///< plies until searches score a draw; 0: no such rule
  std::shared_ptr<const tables::FileTables> tables;   ///< of this game; may be null
  tables::ComputedTables* computed_tables = nullptr;  ///< may be null
  int table_probe_limit = tables::max_table_pieces;   ///< positions of more pieces are not probed

  [[nodiscard]] tables::Sources table_sources() const { return {tables.get(), computed_tables, table_probe_limit}; }

  /// None at full strength.
  [[nodiscard]] std::optional<WeakerPlayer> weaker_player() const {
    if (limit_strength) return limited;
    if (skill_level < search::full_skill) return WeakerPlayer{search::elo_of_skill(skill_level), limited.seed};
    return std::nullopt;
  }
};

/// One game: a position, the moves before it, and an engine. The interface uses text and plain structs. Functions that
/// read text throw BadInput, and then have changed nothing. Not thread-safe, except that while search, perft or minimax
/// runs in one thread, other threads may call the const functions.
class AnyGame {
 public:
  virtual ~AnyGame() = default;

  [[nodiscard]] virtual std::string_view name() const = 0;

  /// `start`: a position text, or "startpos"; `moves` are played from there.
  virtual void set_position(std::string_view start, std::span<const std::string> moves) = 0;
  /// Plays all moves, or none if one is illegal. Returns them in canonical form.
  virtual std::vector<std::string> play(std::span<const std::string> moves) = 0;
  /// The legal moves, in canonical form, that the text of a move in a game file may mean: several if the next moves
  /// decide.
  [[nodiscard]] virtual std::vector<std::string> moves_in_file(std::string_view text) const = 0;
  /// Takes back `count` plies; BadInput if fewer were played.
  virtual void undo(int count) = 0;
  /// The moves since the position was set, in canonical form, and their number.
  [[nodiscard]] virtual std::vector<std::string> moves_played() const = 0;
  [[nodiscard]] virtual std::size_t plies_played() const = 0;
  /// Memory allocated for the position and the moves played.
  [[nodiscard]] virtual std::size_t bytes() const = 0;

  [[nodiscard]] virtual std::string position_text() const = 0;
  /// FEN or PDN FEN; throws BadInput for a game without such a form.
  [[nodiscard]] virtual std::string standard_text() const = 0;
  [[nodiscard]] virtual std::vector<std::string> picture() const = 0;
  [[nodiscard]] virtual std::vector<std::string> legal_moves() const = 0;
  [[nodiscard]] virtual Squares squares() const = 0;
  /// All legal moves with their paths, in the order of legal_moves.
  [[nodiscard]] virtual std::vector<MovePaths> move_paths() const = 0;
  [[nodiscard]] virtual Status status() const = 0;
  [[nodiscard]] virtual Evaluation evaluate() const = 0;

  /// Throws BadInput unless each of `moves` may be one of a search's `search_moves`.
  virtual void check_search_moves(std::span<const std::string> moves) const = 0;
  /// Searches and returns the best move; blocks until a limit is reached or `control` is stopped. Reports at least one
  /// Info. An exhausted search also returns with `infinite` and `ponder`: the caller waits for `stop` or `ponderhit`.
  /// Non-empty `search_moves` restrict the root moves.
  virtual BestMove search(const Limits& limits, std::span<const std::string> search_moves, Control& control,
                          const OnInfo& on_info) = 0;
  /// The specification's machine player, `depth` plies deep; BadInput for a game without one. Blocks.
  virtual BestMove minimax(int depth, Control& control, const OnInfo& on_info) = 0;
  /// Explains a legal move. Searches the position with about `nodes` nodes, and the move to the same depth with at most
  /// four times as many, at full strength. Facts about a bad move are for those that lose at least `least_loss`
  /// permille of winning chance. Nothing if control was stopped before the end. Blocks.
  [[nodiscard]] virtual std::optional<Explanation> explain(const std::string& move, std::uint64_t nodes, int least_loss,
                                                           Control& control) = 0;
  /// Counts the leaf nodes at `depth` plies, 1 to max_perft_depth; nothing if control was stopped before the end.
  /// Blocks.
  [[nodiscard]] virtual std::optional<PerftResult> perft(int depth, Control& control) const = 0;

  /// Probes endgame tables, or the solution of the game; nothing if control was stopped before the end. Blocks while
  /// tables are made.
  [[nodiscard]] virtual std::optional<ProbeResult> probe(Control& control) const = 0;

  /// Clears the transposition table and the histories.
  virtual void clear_memory() = 0;
  virtual void configure(const Settings& settings) = 0;
  /// Sets the memory of later searches, and clears it.
  virtual void share_memory(std::shared_ptr<search::Memory> memory) = 0;
  /// Later calls that block share cores with other searches. `scheduler` outlives this game.
  virtual void use_scheduler(search::Scheduler& scheduler) = 0;
};

/// A game of the rules R, at its start. Each game instantiates this in its game.cpp, the only file to compile its
/// search.
template <class R>
std::unique_ptr<AnyGame> make_game();

}  // namespace crownd::play
