#pragma once

#include "core/history.hpp"
#include "core/random.hpp"
#include "core/rules.hpp"
#include "core/types.hpp"
#include "search/control.hpp"
#include "search/memory.hpp"
#include "search/strength.hpp"
#include "search/transposition_table.hpp"
#include "search/tuning.hpp"
#include "search/zeroed_memory.hpp"
#include "tables/access.hpp"

namespace crownd::search {

/// The fifty-move rule for any number of plies: a draw after that many reversible plies, in chess 100.
/// `reversible_plies` counts such plies before a position.
class FiftyMoveRule {
 public:
  FiftyMoveRule() = default;
  /// 0: no such rule.
  explicit FiftyMoveRule(int plies) : plies_(plies) {}

  /// Whether the rule draws a game that has not ended otherwise.
  [[nodiscard]] bool holds(int reversible_plies) const { return plies_ > 0 && reversible_plies >= plies_; }
  /// Whether a score found without the rule still holds: a draw, or an end in time.
  [[nodiscard]] bool agrees(Score score, int reversible_plies) const {
    return plies_ == 0 || !score.is_decided() || reversible_plies + score.plies_to_end() <= plies_;
  }
  /// Whether scores of the position with fewer reversible plies may be wrong.
  [[nodiscard]] bool is_near(int reversible_plies) const { return plies_ > 0 && reversible_plies + near > plies_; }
  /// The transposition table key of the position, which changes after many reversible plies.
  [[nodiscard]] std::uint64_t tt_key(std::uint64_t key, int reversible_plies) const {
    return plies_ == 0 || reversible_plies < 2 * step ? key
                                                      : key ^ mix(static_cast<std::uint64_t>(reversible_plies / step));
  }

 private:
  static constexpr int near = 10;
  static constexpr int step = 8;

  int plies_ = 0;
};

/// The root of a search and its options except limits.
template <Rules R>
struct RootPosition {
  using Move = typename R::Move;

  typename R::Position position;  ///< not a finished game
  const History& game;            ///< keys up to and with the position
  std::vector<Move> moves;        ///< the moves to consider: all legal ones, or searchmoves; not empty
  int multipv = 1;
  milliseconds move_overhead{0};
  tables::Sources endgame_tables = {};
  int threads = 1;
  int fifty_move_plies = 0;                         ///< a game is drawn after this many reversible plies; 0: never
  Scheduler* scheduler = nullptr;                   ///< shared with other searches; may be null
  std::optional<Strength> strength = std::nullopt;  ///< of a weaker player; `moves` are those that it considers
};

/// The longest line, in plies from the root.
inline constexpr int max_ply = 200;

/// The search stack: data of one ply of the searched line. Zero bytes initialise it.
template <Rules R>
struct StackEntry {
  using Move = typename R::Move;

  MovesOf<R> moves;
  std::array<std::int32_t, R::max_moves> scores;  ///< move-ordering scores of `moves`, see MovePicker
  std::array<std::uint32_t, 2> killers{};         ///< ids of quiet moves that caused cutoffs in sibling nodes
  MoveList<Move, max_ply + 1> pv;                 ///< best line from here
  std::uint32_t move_id = 0;                      ///< of the move being searched; 0: none, or a null move
  std::optional<int> evaluation;                  ///< of a stable position, centipawns for the side to move
};

/// One search thread: its stack, its histories, and its limits.
template <Rules R>
struct Worker {
  using Move = typename R::Move;
  using Position = typename R::Position;

  Worker(TranspositionTable& shared_tt, Histories& own_histories, const History& game, const TimeBudget& time_budget,
         Control& outside, Scheduler* scheduler)
      : tt(shared_tt),
        histories(own_histories),
        line(game.since_irreversible(max_ply)),
        root_index(line.size() - 1),
        budget(time_budget),
        control(outside),
        yield_(scheduler, outside),
        stack_(zeroed_array<StackEntry<R>>(max_ply + 2)) {}

  /// R::evaluate. `key`: of the position. Positions that the search has evaluated lately cost a lookup.
  [[nodiscard]] Score evaluate(const Position& position, std::uint64_t key) {
    std::uint64_t& entry = evaluation_cache_[key % cached_evaluations];
    if ((entry ^ key) >> evaluation_bits == 0) return Score::from_raw(static_cast<std::int16_t>(entry));
    const Score score = R::evaluate(position);
    entry = key >> evaluation_bits << evaluation_bits | static_cast<std::uint16_t>(score.raw());
    return score;
  }

  [[nodiscard]] StackEntry<R>& stack(int ply) { return stack_[static_cast<std::size_t>(ply)]; }

  /// Counts a node, and sometimes checks whether the search must end.
  [[nodiscard]] bool enter_node(int ply) {
    ++nodes;
    if (ply > seldepth) seldepth = ply;
    if (nodes >= node_limit) stopped = true;
    if (--until_poll_ <= 0) poll();
    return !stopped;
  }

  /// Sets the principal variation at `ply` to the move and that of the next ply.
  void update_pv(int ply, const Move& move) {
    auto& own = stack(ply).pv;
    const auto& next = stack(ply + 1).pv;
    own.clear();
    own.push_back(move);
    for (std::size_t i = 0; i < next.size() && own.size() < max_ply; ++i) own.push_back(next[i]);
  }

  static constexpr const Tuning& tuning = tuning_of<R>();
  TranspositionTable& tt;
  Histories& histories;          ///< of this thread alone
  History line;                  ///< keys of the game that may occur again, then of the line from the root
  const std::size_t root_index;  ///< of the root in `line`
  const TimeBudget& budget;
  Control& control;
  tables::Access endgame_tables;
  std::uint64_t node_limit = UINT64_MAX;
  std::uint64_t nodes = 0;
  std::uint64_t tb_hits = 0;
  int seldepth = 0;
  int root_depth = 0;
  FiftyMoveRule fifty_move_rule;
  Blunders blunders;        ///< of a weaker player
  bool full_width = false;  ///< no reductions, and no pruning that could miss the shortest win
  bool stopped = false;
  std::function<std::uint64_t()> other_nodes;  ///< of all other threads, if set
  /// For other threads: `nodes` and `tb_hits` as of the last publish().
  std::atomic<std::uint64_t> published_nodes{0};
  std::atomic<std::uint64_t> published_tb_hits{0};

  void publish() {
    published_nodes.store(nodes, std::memory_order_relaxed);
    published_tb_hits.store(tb_hits, std::memory_order_relaxed);
  }

  /// Yields to other searches, publishes and reports the counters, and checks the control and the clock.
  void poll() {
    yield_(nodes + (other_nodes ? other_nodes() : 0));
    publish();
    const auto now = control.now();
    const auto since_last = now - last_poll_;
    if (since_last > 2 * poll_every && poll_interval_ > 1) poll_interval_ /= 2;
    if (since_last < poll_every / 2 && poll_interval_ < max_poll_interval) poll_interval_ *= 2;
    last_poll_ = now;
    until_poll_ = poll_interval_;
    if (control.stopped() ||
        (nodes >= (root_depth > 1 ? min_nodes : min_nodes_of_first_depth) && budget.must_stop(control)))
      stopped = true;
    if (was_pondering_ && !control.pondering()) {
      was_pondering_ = false;
      budget.set_due(control);
    }
  }

 private:
  // A node takes from 0.1 microseconds to 1 ms, depending on the board, so the interval in nodes adapts.
  static constexpr auto poll_every = std::chrono::microseconds(500);
  static constexpr int max_poll_interval = 8192;
  // The clock ends no search before this many nodes, which find simple captures: on a busy machine the time may be over
  // before the search runs.
  static constexpr std::uint64_t min_nodes = 256;
  // Enough for the first depth, except on crowded boards.
  static constexpr std::uint64_t min_nodes_of_first_depth = 2048;

  const Yield yield_;
  std::unique_ptr<StackEntry<R>[], Free> stack_;
  // An entry: the upper 48 bits of a key, then the evaluation. 64 KB stay in the second-level cache; larger caches were
  // slower.
  static constexpr int evaluation_bits = 16;
  static constexpr std::size_t cached_evaluations = std::size_t{1} << 13;
  std::unique_ptr<std::uint64_t[], Free> evaluation_cache_ = zeroed_array<std::uint64_t>(cached_evaluations);
  int poll_interval_ = 1;
  int until_poll_ = 1;
  bool was_pondering_ = control.pondering();
  SteadyClock::time_point last_poll_ = control.now();
};

/// A decided score counts plies from the root in the search, and from the node in the transposition table.
[[nodiscard]] inline Score to_tt(Score score, int ply) {
  return score.is_win() ? score + ply : score.is_loss() ? score - ply : score;
}
[[nodiscard]] inline Score from_tt(Score score, int ply) {
  return score.is_win() ? score - ply : score.is_loss() ? score + ply : score;
}

/// Whether to probe the endgame tables. Separate from probe_endgame_tables to be cheap in other nodes.
template <Rules R>
[[nodiscard]] bool may_be_in_endgame_tables([[maybe_unused]] const Worker<R>& worker,
                                            [[maybe_unused]] const typename R::Position& position) {
  if constexpr (HasEndings<R>)
    return worker.endgame_tables.max_pieces() != 0 && R::piece_count(position) <= worker.endgame_tables.max_pieces();
  return false;
}

/// The score of the endgame tables, see tables::Access::probe, counted as a node. The principal variation ends here;
/// the root completes it.
template <Rules R>
[[nodiscard]] std::optional<Score> probe_endgame_tables([[maybe_unused]] Worker<R>& worker,
                                                        [[maybe_unused]] const typename R::Position& position,
                                                        [[maybe_unused]] int ply) {
  if constexpr (HasEndings<R>) {
    const auto score = worker.endgame_tables.template probe<R>(position, [&] {
      worker.poll();
      return !worker.stopped;
    });
    if (!score) return {};
    ++worker.tb_hits;
    worker.stack(ply).pv.clear();
    return worker.enter_node(ply) ? from_tt(*score, ply) : Score::draw();
  }
  return {};
}

}  // namespace crownd::search
