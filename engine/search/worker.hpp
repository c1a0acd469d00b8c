#pragma once

#include "core/history.hpp"
#include "core/rules.hpp"
#include "search/clock.hpp"
#include "search/control.hpp"
#include "search/fifty_move_rule.hpp"
#include "search/histories.hpp"
#include "search/strength.hpp"
#include "search/transposition_table.hpp"
#include "search/tuning.hpp"
#include "search/turns.hpp"
#include "tables/abilities.hpp"
#include "tables/access.hpp"

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace crownd::search {

/// No line is looked at further than this many plies from the root.
inline constexpr int max_ply = 200;

/// The search stack: what is kept for one ply of the line being searched.
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

/// One thread's search: its stack, its histories, and when it has to end.
template <Rules R>
struct Worker {
  using Move = typename R::Move;
  using Position = typename R::Position;

  Worker(TranspositionTable& shared_table, Histories& own_histories, const History& game, const TimeBudget& time_budget,
         Control& outside, Turns* turns)
      : table(shared_table),
        histories(own_histories),
        line(game.since_irreversible(max_ply)),
        root_index(line.size() - 1),
        budget(time_budget),
        control(outside),
        look_(turns, outside),
        stack_(new StackEntry<R>[max_ply + 2]) {}

  [[nodiscard]] StackEntry<R>& stack(int ply) { return stack_[static_cast<std::size_t>(ply)]; }

  /// To be called at every node: counts it, and checks from time to time whether the search must end.
  [[nodiscard]] bool enter_node(int ply) {
    ++nodes;
    if (ply > seldepth) seldepth = ply;
    if (nodes >= node_limit) stopped = true;
    if (--until_poll_ <= 0) poll();
    return !stopped;
  }

  /// `move` is best at `ply`: the line from there is it and the best line of the next ply.
  void update_pv(int ply, const Move& move) {
    auto& own = stack(ply).pv;
    const auto& next = stack(ply + 1).pv;
    own.clear();
    own.push_back(move);
    for (std::size_t i = 0; i < next.size() && own.size() < max_ply; ++i) own.push_back(next[i]);
  }

  static constexpr const Tuning& tuning = tuning_of<R>();
  TranspositionTable& table;
  Histories& histories;          ///< of this thread alone
  History line;                  ///< keys of the game that may occur again, then of the line from the root
  const std::size_t root_index;  ///< of the root in `line`
  const TimeBudget& budget;
  Control& control;
  tables::Access tables;  ///< to endgame tables
  std::uint64_t node_limit = UINT64_MAX;
  std::uint64_t nodes = 0;
  std::uint64_t table_hits = 0;
  int seldepth = 0;
  int root_depth = 0;
  FiftyMoveRule fifty_move_rule;
  Blunders blunders;        ///< of a weaker player
  bool full_width = false;  ///< no reductions and no pruning that could miss the shortest win
  bool stopped = false;
  bool left = false;           ///< stopped for a while only, see Control::leave
  std::uint64_t finished = 0;  ///< nodes whose result has come into the table, and need not be searched again
  std::function<std::uint64_t()> other_nodes;  ///< of all other threads, if set
  /// For other threads: `nodes` and `table_hits` as of the last publish().
  std::atomic<std::uint64_t> published_nodes{0};
  std::atomic<std::uint64_t> published_table_hits{0};

  void publish() {
    published_nodes.store(nodes, std::memory_order_relaxed);
    published_table_hits.store(table_hits, std::memory_order_relaxed);
  }

  /// Lets other searches have their turn, reports and publishes the counters, and checks the control and the clock.
  void poll() {
    look_(nodes + (other_nodes ? other_nodes() : 0));
    publish();
    const auto now = control.now();
    const auto since_last = now - last_poll_;
    if (since_last > 2 * poll_every && poll_interval_ > 1) poll_interval_ /= 2;
    if (since_last < poll_every / 2 && poll_interval_ < largest_poll_interval) poll_interval_ *= 2;
    last_poll_ = now;
    until_poll_ = poll_interval_;
    if (control.stopped() || (nodes >= least_nodes && budget.must_stop(control))) stopped = true;
    if (control.leave && !stopped && (finished >= leave_after_ || ++refusals_ >= most_refusals_)) left = stopped = true;
    if (was_pondering_ && !control.pondering()) {
      was_pondering_ = false;
      budget.announce(control);
    }
  }

  /// After it was left.
  void go_on() {
    left = stopped = false;
    most_refusals_ = finished >= leave_after_ ? first_refusals : 2 * most_refusals_;
    refusals_ = 0;
    leave_after_ = finished + least_finished;
    poll();
  }

 private:
  // Whoever goes on comes to where it was by the table, and must come further, however slow the nodes are.
  static constexpr std::uint64_t least_finished = 4;
  // But it does not refuse to be left more often than that, since the exchanges below a single leaf may take minutes on
  // a full board. If it came no further it refuses twice as often the next time, so that it does so in the end.
  static constexpr int first_refusals = 8;
  // A node takes from 0.1 microseconds to 1 ms, depending on the board, so the interval in nodes adapts itself. It
  // starts at one node, since nothing is known of the board yet.
  static constexpr auto poll_every = std::chrono::microseconds(500);
  static constexpr int largest_poll_interval = 8192;
  // The clock ends no search before this many nodes: they take less than a millisecond on a small board and show which
  // pieces can be taken. On a busy machine the time may be over before the search has run at all.
  static constexpr std::uint64_t least_nodes = 256;

  const Look look_;
  std::unique_ptr<StackEntry<R>[]> stack_;
  int poll_interval_ = 1;
  int until_poll_ = 1;
  std::uint64_t leave_after_ = least_finished;
  int most_refusals_ = first_refusals;
  int refusals_ = 0;  ///< since it went on
  bool was_pondering_ = control.pondering();
  SteadyClock::time_point last_poll_ = control.now();
};

/// Decided scores count plies from the root within the search, but from the node itself in the table.
[[nodiscard]] inline Score to_table(Score score, int ply) {
  return score.is_win() ? score + ply : score.is_loss() ? score - ply : score;
}
[[nodiscard]] inline Score from_table(Score score, int ply) {
  return score.is_win() ? score - ply : score.is_loss() ? score + ply : score;
}

/// Whether the endgame tables are worth a probe: they are there, and the position has few enough pieces. Apart from
/// probe_tables, so that it costs nothing in the many nodes without.
template <Rules R>
[[nodiscard]] bool may_be_in_tables([[maybe_unused]] const Worker<R>& worker,
                                    [[maybe_unused]] const typename R::Position& position) {
  if constexpr (HasEndings<R>) return worker.tables.pieces() != 0 && R::piece_count(position) <= worker.tables.pieces();
  return false;
}

/// The score of a position that the endgame tables know, see tables::Access::probe, as a node of its own. It ends the
/// line also in an open window: what is missing to the end of the game is added at the root.
template <Rules R>
[[nodiscard]] std::optional<Score> probe_tables([[maybe_unused]] Worker<R>& worker,
                                                [[maybe_unused]] const typename R::Position& position,
                                                [[maybe_unused]] int ply) {
  if constexpr (HasEndings<R>) {
    const auto score = worker.tables.template probe<R>(position, [&] {
      worker.poll();
      return !worker.stopped;
    });
    if (!score) return {};
    ++worker.table_hits;
    worker.stack(ply).pv.clear();
    return worker.enter_node(ply) ? from_table(*score, ply) : Score::draw();
  }
  return {};
}

}  // namespace crownd::search
