#pragma once

#include "core/bad_input.hpp"
#include "core/board.hpp"
#include "core/result.hpp"
#include "core/score.hpp"
#include "search/bound.hpp"
#include "search/control.hpp"
#include "search/limits.hpp"
#include "search/memory.hpp"
#include "search/strength.hpp"
#include "search/turns.hpp"
#include "search/win_draw_loss.hpp"
#include "tables/access.hpp"
#include "tables/file_tables.hpp"
#include "tables/library.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace crownd::play {

using search::Bound;
using search::Control;
using search::Limits;
using search::WinDrawLoss;

/// The status of a game: the rules' result, and what clients need to adjudicate.
struct Status {
  Result result;
  std::string side;  ///< the side to move, or the winner, under the game's own name; empty for a draw
  bool check = false;
  int repetition = 1;        ///< how often the position has occurred in this game, this time included
  int reversible_plies = 0;  ///< plies since the last capture or man's move
};

/// One report of a running search.
struct Info {
  int depth = 0;
  int seldepth = 0;
  int multipv = 1;  ///< 1 is the best line
  bool has_score =
      true;  ///< false if the search was stopped before it finished a depth: then `wdl` is not known either
  Score score;
  Bound bound = Bound::exact;
  WinDrawLoss wdl;
  std::uint64_t nodes = 0;
  std::chrono::milliseconds time{0};
  int hashfull = 0;  ///< permille
  std::uint64_t tbhits = 0;
  std::vector<std::string> pv;
};

using OnInfo = std::function<void(const Info&)>;

struct BestMove {
  std::optional<std::string> move;  ///< none where the game is over
  std::optional<std::string> ponder;
};

/// A static evaluation: centipawns for the side to move, and the terms whose sum it is. For a finished game its
/// result.
struct Evaluation {
  Score score;
  std::vector<std::pair<std::string, int>> terms;  ///< name, centipawns for the side to move
};

/// Leaf nodes below each legal move, in the generator's order, and their sum.
struct PerftResult {
  std::vector<std::pair<std::string, std::uint64_t>> moves;
  std::uint64_t total = 0;
};

/// What a probe finds: exact values for the side to move, with the plies to the end; none where they are not known.
struct Truth {
  std::optional<Score> position;
  std::vector<std::pair<std::string, std::optional<Score>>> moves;  ///< in the generator's order
};

/// What clients draw.
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

/// A player that is weaker than the engine can be.
struct WeakerPlayer {
  int elo = search::most_elo;  ///< on the game's own scale, see search/strength.hpp
  int seed = 0;                ///< another seed overlooks other moves

  friend bool operator==(const WeakerPlayer&, const WeakerPlayer&) = default;
};

/// Of the transposition table of a game to which no memory was given.
inline constexpr std::size_t usual_hash_bytes = std::size_t{16} << 20;

/// What a player may set. The defaults are those of UCI and Stockfish where they have one.
struct Settings {
  int threads = 1;
  int multipv = 1;
  std::chrono::milliseconds move_overhead{20};            ///< see search::TimeBudget
  int skill_level = search::full_skill;                   ///< from 0; see search::elo_of_skill
  bool limit_strength = false;                            ///< `limited` plays, whatever skill_level says
  WeakerPlayer limited;                                   ///< its seed holds for skill_level, too
  int drawn_after_reversible_plies = 0;                   ///< plies until searches score a draw; 0: no such rule
  std::shared_ptr<const tables::FileTables> tables;       ///< of this game, where there are any
  tables::Library* library = nullptr;                     ///< of endgame tables in memory, where there is one
  int table_probe_limit = tables::most_pieces_in_tables;  ///< positions of more pieces are not probed

  /// None at full strength.
  [[nodiscard]] std::optional<WeakerPlayer> weaker_player() const {
    if (limit_strength) return limited;
    if (skill_level < search::full_skill) return WeakerPlayer{search::elo_of_skill(skill_level), limited.seed};
    return std::nullopt;
  }
};

/// One game being played: a position, the moves that led to it, and an engine that can think about it. Text and plain
/// structs at the interface, called once a command, never once a node. Everything that reads text throws BadInput and
/// then has changed nothing. Not thread-safe, except that while search, perft or minimax runs in one thread, other
/// threads may call the const functions.
class AnyGame {
 public:
  AnyGame() = default;
  AnyGame(const AnyGame&) = delete;
  AnyGame& operator=(const AnyGame&) = delete;
  virtual ~AnyGame() = default;

  [[nodiscard]] virtual std::string_view name() const = 0;

  /// The position of `start` (a position text, or "startpos") after `moves`; changes nothing if any of it is illegal.
  virtual void set_position(std::string_view start, std::span<const std::string> moves) = 0;
  /// Plays all of the moves, or none. Returns them in canonical form.
  virtual std::vector<std::string> play(std::span<const std::string> moves) = 0;
  /// The legal moves, in canonical form, that the text of a move in a game file may mean: at least one, and several
  /// where only the next moves tell.
  [[nodiscard]] virtual std::vector<std::string> moves_in_file(std::string_view text) const = 0;
  /// Takes back `count` plies; BadInput if fewer were played.
  virtual void undo(int count) = 0;
  /// The moves that led from the position that was set to this one, in canonical form.
  [[nodiscard]] virtual std::vector<std::string> moves_played() const = 0;
  /// Their number.
  [[nodiscard]] virtual std::size_t plies_played() const = 0;
  /// Memory allocated for the position and the moves played.
  [[nodiscard]] virtual std::size_t bytes() const = 0;

  [[nodiscard]] virtual std::string position_text() const = 0;
  /// As FEN or PDN FEN; BadInput for a game that has no such form.
  [[nodiscard]] virtual std::string standard_text() const = 0;
  [[nodiscard]] virtual std::vector<std::string> picture() const = 0;
  [[nodiscard]] virtual std::vector<std::string> legal_moves() const = 0;
  [[nodiscard]] virtual Squares squares() const = 0;
  /// In the order of legal_moves.
  [[nodiscard]] virtual std::vector<MovePaths> move_paths() const = 0;
  [[nodiscard]] virtual Status status() const = 0;
  [[nodiscard]] virtual Evaluation evaluate() const = 0;

  /// Throws BadInput unless each of `moves` may be one of a search's `search_moves`.
  virtual void judge_search_moves(std::span<const std::string> moves) const = 0;
  /// Searches, and returns the best move; blocks. At least one Info comes first. It returns when a
  /// limit is reached or `control` is stopped; with infinite and ponder also when there is nothing left to search: the
  /// caller then waits for `stop` or `ponderhit`. `search_moves`, where not empty, are the only moves considered.
  /// If it returns with control.left set, it has no answer yet: another call with the same arguments goes on.
  virtual BestMove search(const Limits& limits, std::span<const std::string> search_moves, Control& control,
                          const OnInfo& on_info) = 0;
  /// The specification's machine player, `depth` plies deep; BadInput for a game without one. Blocks.
  virtual BestMove minimax(int depth, Control& control, const OnInfo& on_info) = 0;
  /// Counts the leaf nodes at `depth` plies; nothing if control was stopped before the end. Blocks.
  [[nodiscard]] virtual std::optional<PerftResult> perft(int depth, Control& control) const = 0;

  /// Probes endgame tables, or the solution of the game; nothing if control was stopped before the end. Blocks while
  /// tables are made.
  [[nodiscard]] virtual std::optional<Truth> probe(Control& control) const = 0;

  /// Clears what earlier searches have learned: the transposition table and the histories.
  virtual void forget() = 0;
  virtual void configure(const Settings& settings) = 0;
  /// From now on searches learn there. Another game may have done so before: what it has learned is forgotten.
  virtual void share_memory(std::shared_ptr<search::Memory> memory) = 0;
  /// From now on everything that blocks here takes turns with other searches. `turns` outlives this game.
  virtual void share_cores(search::Turns& turns) = 0;
};

}  // namespace crownd::play
