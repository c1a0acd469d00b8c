#pragma once

#include "core/rules.hpp"
#include "core/types.hpp"
#include "search/alpha_beta.hpp"
#include "search/control.hpp"
#include "search/helpers.hpp"
#include "search/memory.hpp"
#include "search/root.hpp"
#include "search/worker.hpp"

namespace crownd::search {

template <class Move>
struct BestMove {
  Move best;
  std::optional<Move> ponder;  ///< the expected reply
};

/// Iterative deepening with aspiration windows: the search of all games. Blocks until a limit is reached or `control`
/// is stopped. Reports at least one line; the last exact line with number 1 begins with the best move and `ponder`.
template <Rules R>
class Search : private RootWatcher<R> {
 public:
  using Move = typename R::Move;

  Search(const RootPosition<R>& root, const Limits& limits, TranspositionTable& tt, Histories& histories,
         Control& control, const OnLine<Move>& on_line, OnCurrentMove<Move> on_current_move = {})
      : root_(root),
        limits_(limits),
        budget_(limits, R::side_to_move(root.position), root.move_overhead),
        control_(control),
        on_line_(on_line),
        on_current_move_(std::move(on_current_move)),
        worker_(tt, histories, root.game, budget_, control, root.scheduler),
        root_moves_(root.position, root.moves) {
    if (limits.nodes) worker_.node_limit = std::max<std::uint64_t>(*limits.nodes / static_cast<unsigned>(threads()), 1);
    if constexpr (HasEndings<R>)
      worker_.endgame_tables = {root.endgame_tables, tables::computed_pieces<R>(root.position), R::max_ending_pieces,
                                limits.is_timed() ? tables::Blocking::none : tables::Blocking::small_tables};
    worker_.full_width = limits.mate.has_value();
    worker_.fifty_move_rule = FiftyMoveRule(root.fifty_move_plies);
    if (root.strength) {
      worker_.node_limit = std::min(worker_.node_limit, root.strength->node_budget);
      worker_.blunders = Blunders(*root.strength);
    }
    worker_.other_nodes = [this] { return helpers_.sum_of(&Worker<R>::published_nodes); };
    multipv_ = std::min<std::size_t>(static_cast<std::size_t>(std::max(root.multipv, 1)), root_moves_.size());
    if (multipv_ > 1) root_moves_.order_by_evaluation();
    best_.assign(root_moves_.begin(), root_moves_.begin() + 1);
    best_[0].score = R::evaluate(root.position);
  }

  BestMove<Move> run() {
    begin();
    const int deepest = deepest_iteration();
    for (int depth = 1; depth <= deepest && !worker_.stopped; depth += depth < single_steps ? 1 : step()) {
      iterate(depth);
      if (worker_.stopped || is_finished(depth)) break;
    }
    helpers_.stop();
    const RootMove<R>& chosen = chosen_move();
    if (reported_pv_ != chosen.pv) {
      if (multipv_ > 1)
        report_lines();
      else
        report(0, chosen, Bound::exact);
    }
    return {chosen.pv.front(), chosen.pv.size() > 1 ? std::optional<Move>(chosen.pv[1]) : std::nullopt};
  }

 private:
  [[nodiscard]] int threads() const {
    return root_.scheduler != nullptr ? std::min(root_.threads, root_.scheduler->slots()) : root_.threads;
  }

  void begin() {
    budget_.set_due(control_);
    worker_.tt.next_generation();
    worker_.poll();
    if (threads() > 1 && !worker_.stopped) helpers_.start(root_, worker_, multipv_, threads() - 1);
  }

  /// The best move of this thread, or the one that all threads elect unless the user limits the depth.
  [[nodiscard]] const RootMove<R>& chosen_move() const {
    const bool fixed = limits_.depth || limits_.mate;
    return multipv_ > 1 || fixed ? best_.front() : elected(best_.front(), helpers_.results());
  }

  [[nodiscard]] int deepest_iteration() const {
    int depth = limits_.depth.value_or(max_depth);
    if (limits_.mate) depth = std::min(depth, plies_to_mate());
    return std::clamp(depth, 1, max_depth);
  }

  /// The plies by which iterations deepen. Analysis and a limit of depth show each depth; weaker players are
  /// calibrated.
  [[nodiscard]] int step() const {
    const bool by_one = limits_.infinite || limits_.depth || limits_.mate || root_.strength;
    return by_one ? 1 : std::max(worker_.tuning.deepening_step, 1);
  }

  /// The plies of a win within limits.mate moves of the side to move.
  [[nodiscard]] int plies_to_mate() const {
    return 2 * std::min(*limits_.mate, max_depth) - (loser_may_move_last<R> ? 0 : 1);
  }

  void iterate(int depth) {
    worker_.root_depth = depth;
    worker_.seldepth = 0;
    root_moves_.begin_iteration();
    reported_at_ = begun_at_ = control_.now();
    search_lines<R>(worker_, root_moves_, depth, multipv_, *this);
    if (worker_.stopped) return;
    finished_a_depth_ = true;
    best_.assign(root_moves_.begin(), root_moves_.begin() + static_cast<std::ptrdiff_t>(multipv_));
    report_lines();
  }

  void on_window() override {
    new_lines_ = 0;
    announced_ = 0;
  }

  void on_move(const RootMove<R>& move, std::size_t number) override {
    const auto now = control_.now();
    const bool is_new = reported_pv_.empty() || reported_pv_.front() != best_[0].pv.front();
    const bool is_due = multipv_ > 1 ? has_unreported_ : is_new;
    if (is_due && now - reported_at_ >= long_depth) report_lines();
    if (!on_current_move_ || now - begun_at_ < long_depth || number <= announced_) return;
    announced_ = number;
    on_current_move_(worker_.root_depth, move.pv.front(), static_cast<int>(number));
  }

  /// Inserts the move among the lines of this iteration, which come before those of the last one.
  void on_exact(const RootMove<R>& move) override {
    const auto same = [&](const RootMove<R>& line) { return line.id() == move.id(); };
    if (const auto old = std::find_if(best_.begin(), best_.end(), same); old != best_.end()) best_.erase(old);
    const auto end_of_new = best_.begin() + static_cast<std::ptrdiff_t>(new_lines_);
    best_.insert(std::find_if(best_.begin(), end_of_new, [&](const auto& line) { return line.score < move.score; }),
                 move);
    if (best_.size() > multipv_) best_.pop_back();
    new_lines_ = std::min(new_lines_ + 1, multipv_);
    has_unreported_ = true;
  }

  /// Only long searches report bounds. A decided score that is a bound is not reported, since its line may not reach
  /// the end of the game.
  void on_bound(Bound bound) override {
    if (control_.elapsed() > bounds_reported_after && multipv_ == 1 && !root_moves_[0].score.is_decided())
      report(0, root_moves_[0], bound);
  }

  void report_lines() {
    for (std::size_t index = 0; index < best_.size(); ++index) report(index, best_[index], Bound::exact);
    reported_at_ = control_.now();
    has_unreported_ = false;
  }

  /// Whether to stop after a whole iteration.
  bool is_finished(int depth) {
    const Score score = best_[0].score;
    if (limits_.mate && score.is_win() && score.plies_to_end() <= plies_to_mate()) return true;
    const bool fixed = limits_.depth || limits_.mate;
    // Some plies past the distance to mate, a shorter one is unlikely.
    if (!fixed && score.is_decided() && depth > score.plies_to_end() + plies_past_mate && multipv_ == 1) return true;
    if (limits_.infinite || control_.pondering() || !budget_.on_game_clock()) return false;
    if (root_moves_.size() == 1 && depth >= depth_for_forced_move) return true;
    const bool changed = last_best_ != best_[0].id();
    last_best_ = best_[0].id();
    instability_ = changed && depth > 1 ? instability_ + 0.5 : instability_ * 0.6;
    const int drop = previous_score_.raw() - score.raw();
    previous_score_ = score;
    const double falling_eval = depth > 4 && drop > falling_eval_drop ? 0.4 : 0.0;
    return budget_.passed_soft_limit(control_, std::min(1.0 + instability_ + falling_eval, 2.0));
  }

  void report(std::size_t index, const RootMove<R>& move, Bound bound) {
    Line<Move> line;
    line.depth = std::max(move.depth, 1);
    line.seldepth = std::max(move.seldepth, static_cast<int>(move.pv.size()));
    line.multipv = static_cast<int>(index) + 1;
    line.has_score = finished_a_depth_ || worker_.nodes >= worker_.node_limit;
    line.score = move.score;
    line.bound = bound;
    line.nodes = worker_.nodes + helpers_.sum_of(&Worker<R>::published_nodes);
    line.time = std::chrono::duration_cast<milliseconds>(control_.elapsed());
    line.hashfull = worker_.tt.hashfull();
    line.tbhits = worker_.tb_hits + helpers_.sum_of(&Worker<R>::published_tb_hits);
    line.pv = move.pv;
    on_line_(line);
    if (index == 0 && bound == Bound::exact) reported_pv_ = move.pv;
  }

  /// Iterations up to this depth deepen by one ply.
  static constexpr int single_steps = 3;
  static constexpr int plies_past_mate = 6;
  static constexpr int depth_for_forced_move = 6;
  static constexpr int falling_eval_drop = 30;  // centipawns
  static constexpr auto bounds_reported_after = std::chrono::seconds(3);
  /// After this time an iteration reports its current moves, and its lines at such intervals.
  static constexpr auto long_depth = std::chrono::seconds(1);

  const RootPosition<R>& root_;
  const Limits& limits_;
  TimeBudget budget_;
  Control& control_;
  const OnLine<Move>& on_line_;
  const OnCurrentMove<Move> on_current_move_;
  Worker<R> worker_;
  RootMoves<R> root_moves_;
  Helpers<R> helpers_;
  std::size_t multipv_ = 1;
  bool finished_a_depth_ = false;
  std::vector<RootMove<R>> best_;        ///< the lines of the answer so far, best first
  std::size_t new_lines_ = 0;            ///< how many of them the current window has found; they come first
  bool has_unreported_ = false;          ///< some are not reported yet
  SteadyClock::time_point begun_at_;     ///< start of this iteration
  SteadyClock::time_point reported_at_;  ///< last report of lines, or start of the iteration
  std::size_t announced_ = 0;            ///< number of the last reported root move; 0: none
  double instability_ = 0;
  Score previous_score_;
  std::optional<std::uint32_t> last_best_;
  std::vector<Move> reported_pv_;  ///< of the last exact line with number 1
};

/// A move of a solved game and its value; between equal results the evaluation decides, in case the opponent errs.
template <class Move>
struct SolvedMove {
  Score score;
  int evaluation = 0;
  Move move;
};

/// A weaker player overlooks either all of the best moves or none, since a position may have hundreds of them. Drops
/// them from `ranked`, best first, unless there are no others.
template <HasSolution R>
void overlook_best(const Strength& strength, const typename R::Position& position,
                   std::vector<SolvedMove<typename R::Move>>& ranked) {
  const auto worse = std::find_if(ranked.begin(), ranked.end(), [best = ranked.front()](const auto& each) {
    return each.score != best.score || each.evaluation != best.evaluation;
  });
  const Blunders blunders(strength);
  if (worse == ranked.end() || blunders.visibility(R::key(position), 0) >= strength.blunder_rate) return;
  ranked.erase(ranked.begin(), worse);
  std::stable_sort(ranked.begin(), ranked.end(), [&](const auto& a, const auto& b) {
    const auto visibility = [&](const auto& each) {
      return blunders.visibility(R::key(position), R::move_id(each.move));
    };
    return visibility(a) > visibility(b);
  });
}

/// The answer in a solved game: the value of a move is that of the position after it. Reports one line for each of the
/// best `multipv` moves, played out to the end of the game.
template <HasSolution R>
BestMove<typename R::Move> solved_best_move(const RootPosition<R>& root, const Control& control,
                                            const OnLine<typename R::Move>& on_line) {
  using Move = typename R::Move;
  using Position = typename R::Position;
  constexpr std::size_t max_plies = 1024;  // more than any game of a solved game has

  std::uint64_t nodes = 0;
  const auto value = [&](const Position& position, const Move& move) {
    ++nodes;
    return (-R::solve(R::after(position, move))).at_parent();
  };

  std::vector<SolvedMove<Move>> ranked;
  for (const Move& move : root.moves) {
    const Position next = R::after(root.position, move);
    const int evaluation = R::result(next).over() ? 0 : -R::evaluate(next).raw();
    ranked.push_back({value(root.position, move), evaluation, move});
  }
  std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) {
    return a.score != b.score ? a.score > b.score : a.evaluation > b.evaluation;
  });
  if (root.strength) overlook_best<R>(*root.strength, root.position, ranked);

  BestMove<Move> answer{ranked.front().move, std::nullopt};
  const std::size_t lines = std::min(ranked.size(), static_cast<std::size_t>(std::max(root.multipv, 1)));
  for (std::size_t index = 0; index < lines; ++index) {
    Line<Move> line;
    line.pv = {ranked[index].move};
    Position position = R::after(root.position, ranked[index].move);
    while (line.pv.size() < max_plies) {
      const auto moves = legal_moves<R>(position);
      if (moves.empty()) break;
      const Move* best = std::max_element(moves.begin(), moves.end(), [&](const Move& a, const Move& b) {
        return value(position, a) < value(position, b);
      });
      line.pv.push_back(*best);
      position = R::after(position, *best);
    }
    if (index == 0 && line.pv.size() > 1) answer.ponder = line.pv[1];
    line.depth = static_cast<int>(line.pv.size());
    line.seldepth = line.depth;
    line.multipv = static_cast<int>(index) + 1;
    line.score = ranked[index].score;
    line.nodes = nodes;
    line.time = std::chrono::duration_cast<milliseconds>(control.elapsed());
    on_line(line);
  }
  return answer;
}

/// The worst move by a search of two plies, for a careless player. Ties go to the most visible move. Searches at most
/// 2000 nodes.
template <Rules R>
[[nodiscard]] typename R::Move worst_move(const RootPosition<R>& root, std::vector<typename R::Move> moves,
                                          Memory& memory, const Control& control) {
  using Move = typename R::Move;
  constexpr std::uint64_t max_nodes = 2000;
  constexpr int reply_depth = 1;
  const Limits limits;
  const TimeBudget budget(limits, R::side_to_move(root.position), milliseconds(0));
  Control own_control;
  own_control.parent = &control;
  Worker<R> worker(memory.table(), memory.histories(), root.game, budget, own_control, root.scheduler);
  worker.node_limit = max_nodes;

  const Blunders blunders(*root.strength);
  const std::uint64_t key = R::key(root.position);
  std::stable_sort(moves.begin(), moves.end(), [&](const Move& a, const Move& b) {
    return blunders.visibility(key, R::move_id(a)) > blunders.visibility(key, R::move_id(b));
  });
  Move worst = moves.front();
  Score opponents = -Score::infinity();
  for (const Move& move : moves) {
    const auto next = R::after(root.position, move);
    worker.stack(0).move_id = R::move_id(move);
    worker.line.push(R::key(next), R::is_reversible(root.position, move));
    const Score score = alpha_beta<R, NodeType::pv>(worker, next, opponents, Score::infinity(), reply_depth, 1);
    worker.line.pop();
    if (worker.stopped) break;
    if (score <= opponents) continue;
    opponents = score;
    worst = move;
  }
  return worst;
}

}  // namespace crownd::search
