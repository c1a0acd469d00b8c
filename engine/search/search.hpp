#pragma once

#include "core/rules.hpp"
#include "search/aspiration.hpp"
#include "search/helpers.hpp"
#include "search/line.hpp"
#include "search/question.hpp"
#include "search/root.hpp"
#include "search/worker.hpp"
#include "tables/abilities.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace crownd::search {

template <class Move>
struct Answer {
  Move best;
  std::optional<Move> ponder;  ///< the reply that is expected
};

/// Iterative deepening with aspiration windows: the search of all games. Blocks until a limit is reached or `control`
/// is stopped. Reports at least one line; the last exact line with multipv 1 begins with the answer. A search that was
/// left (Control::leave) has no answer yet, and goes on when it is run again.
template <Rules R>
class Search : private RootWatcher<R> {
 public:
  using Move = typename R::Move;

  Search(const Question<R>& question, const Limits& limits, TranspositionTable& table, Histories& histories,
         Control& control, const OnLine<Move>& on_line, OnCurrentMove<Move> on_current_move = {})
      : question_(question),
        limits_(limits),
        budget_(limits, R::side_to_move(question.position), question.move_overhead),
        control_(control),
        on_line_(on_line),
        on_current_move_(std::move(on_current_move)),
        worker_(table, histories, question.game, budget_, control, question.turns),
        root_(question.position, question.moves) {
    if (limits.nodes) worker_.node_limit = std::max<std::uint64_t>(*limits.nodes / static_cast<unsigned>(threads()), 1);
    if constexpr (HasEndings<R>)
      worker_.tables = {question.tables, tables::pieces_from_library<R>(question.position), R::most_in_ending,
                        limits.is_timed() ? tables::Patience::none : tables::Patience::small};
    worker_.full_width = limits.mate.has_value();
    worker_.fifty_move_rule = FiftyMoveRule(question.drawn_after_reversible_plies);
    if (question.strength) {
      worker_.node_limit = std::min(worker_.node_limit, question.strength->node_budget);
      worker_.blunders = Blunders(*question.strength);
    }
    worker_.other_nodes = [this] { return helpers_.nodes(); };
    multipv_ = std::min<std::size_t>(static_cast<std::size_t>(std::max(question.multipv, 1)), root_.size());
    if (multipv_ > 1) root_.order_by_evaluation();
    best_.assign(root_.begin(), root_.begin() + 1);
    best_[0].score = R::evaluate(question.position);
  }

  Answer<Move> run() {
    goes_on_ = std::exchange(control_.left, false);
    if (goes_on_) {
      worker_.go_on();
    } else {
      begin();
    }
    const int deepest = deepest_iteration();
    for (int depth = std::max(worker_.root_depth, 1); depth <= deepest && !worker_.stopped; ++depth) {
      iterate(depth);
      if (worker_.stopped || enough(depth)) break;
    }
    control_.left = worker_.left;
    const RootMove<R>& chosen = best_.front();
    if (!worker_.left) {
      helpers_.stop();
      if (reported_best_ != chosen.id()) report(0, chosen, Bound::exact);
    }
    return {chosen.pv.front(), chosen.pv.size() > 1 ? std::optional<Move>(chosen.pv[1]) : std::nullopt};
  }

 private:
  [[nodiscard]] int threads() const {
    return question_.turns != nullptr ? std::min(question_.threads, question_.turns->slots()) : question_.threads;
  }

  void begin() {
    budget_.announce(control_);
    worker_.table.next_generation();
    worker_.poll();
    if (threads() > 1 && !worker_.stopped) helpers_.start(question_, worker_, multipv_, threads() - 1);
  }

  [[nodiscard]] int deepest_iteration() const {
    int depth = limits_.depth.value_or(max_depth);
    if (limits_.mate) depth = std::min(depth, plies_to_mate());
    return std::clamp(depth, 1, max_depth);
  }

  /// The most plies of a win within limits.mate moves of the side to move.
  [[nodiscard]] int plies_to_mate() const { return 2 * *limits_.mate - (loser_may_move_last<R> ? 0 : 1); }

  void iterate(int depth) {
    if (worker_.root_depth < depth) {
      worker_.root_depth = depth;
      worker_.seldepth = 0;
      root_.begin_iteration();
      window_ = AspirationWindow(root_, depth, multipv_);
      reported_at_ = begun_at_ = control_.now();
    }
    search_lines<R>(worker_, root_, depth, multipv_, window_, *this);
    if (worker_.stopped) return;
    finished_a_depth_ = true;
    best_.assign(root_.begin(), root_.begin() + static_cast<std::ptrdiff_t>(multipv_));
    report_lines();
  }

  void on_window() override {
    new_lines_ = 0;
    if (!std::exchange(goes_on_, false)) announced_ = 0;
  }

  void on_move(const RootMove<R>& move, std::size_t number) override {
    const auto now = control_.now();
    const bool is_news = multipv_ > 1 ? has_news_ : reported_best_ != best_[0].id();
    if (is_news && now - reported_at_ >= long_depth) report_lines();
    if (!on_current_move_ || now - begun_at_ < long_depth || number <= announced_) return;
    announced_ = number;
    on_current_move_({worker_.root_depth, move.pv.front(), static_cast<int>(number)});
  }

  /// Keeps `best_` what the search would answer now: the lines of this iteration, then those of the one before.
  void on_exact(const RootMove<R>& move) override {
    const auto same = [&](const RootMove<R>& line) { return line.id() == move.id(); };
    if (const auto old = std::find_if(best_.begin(), best_.end(), same); old != best_.end()) best_.erase(old);
    const auto end_of_new = best_.begin() + static_cast<std::ptrdiff_t>(new_lines_);
    best_.insert(std::find_if(best_.begin(), end_of_new, [&](const auto& line) { return line.score < move.score; }),
                 move);
    if (best_.size() > multipv_) best_.pop_back();
    new_lines_ = std::min(new_lines_ + 1, multipv_);
    has_news_ = true;
  }

  /// Bounds are worth a line only in long searches. A decided score that is only a bound is not reported: its line need
  /// not reach the end of the game.
  void on_bound(Bound bound) override {
    if (control_.elapsed() > bounds_reported_after && multipv_ == 1 && !root_[0].score.is_decided())
      report(0, root_[0], bound);
  }

  void report_lines() {
    for (std::size_t index = 0; index < best_.size(); ++index) report(index, best_[index], Bound::exact);
    reported_at_ = control_.now();
    has_news_ = false;
  }

  /// Whether to stop after a whole iteration.
  bool enough(int depth) {
    const Score score = best_[0].score;
    if (limits_.mate && score.is_win() && score.plies_to_end() <= plies_to_mate()) return true;
    // A win that was seen to its end, well within the depth: a shorter one is not likely.
    const bool fixed = limits_.depth || limits_.mate;
    if (!fixed && score.is_decided() && depth > score.plies_to_end() + certain_plies && multipv_ == 1) return true;
    if (limits_.infinite || control_.pondering()) return false;
    if (!budget_.on_game_clock()) return false;
    if (root_.size() == 1 && depth >= depth_for_forced_move) return true;
    const bool changed = last_best_ != best_[0].id();
    last_best_ = best_[0].id();
    instability_ = changed && depth > 1 ? instability_ + 0.5 : instability_ * 0.6;
    const int drop = previous_score_.raw() - score.raw();
    previous_score_ = score;
    const double falling_eval = depth > 4 && drop > falling_eval_drop ? 0.4 : 0.0;
    return budget_.enough(control_, std::min(1.0 + instability_ + falling_eval, 2.0));
  }

  void report(std::size_t index, const RootMove<R>& move, Bound bound) {
    Line<Move> line;
    line.depth = std::max(move.depth, 1);
    line.seldepth = std::max(move.seldepth, static_cast<int>(move.pv.size()));
    line.multipv = static_cast<int>(index) + 1;
    line.has_score = finished_a_depth_ || worker_.nodes >= worker_.node_limit;
    line.score = move.score;
    line.bound = bound;
    line.nodes = worker_.nodes + helpers_.nodes();
    line.time = std::chrono::duration_cast<milliseconds>(control_.elapsed());
    line.hashfull = worker_.table.hashfull();
    line.tbhits = worker_.table_hits + helpers_.table_hits();
    line.pv = move.pv;
    on_line_(line);
    if (index == 0 && bound == Bound::exact) reported_best_ = move.id();
  }

  static constexpr int certain_plies = 6;
  static constexpr int depth_for_forced_move = 6;
  static constexpr int falling_eval_drop = 30;  // centipawns
  static constexpr auto bounds_reported_after = std::chrono::seconds(3);
  /// After this time an iteration reports which move it searches, and as often its lines.
  static constexpr auto long_depth = std::chrono::seconds(1);

  const Question<R>& question_;
  const Limits& limits_;
  TimeBudget budget_;
  Control& control_;
  const OnLine<Move>& on_line_;
  const OnCurrentMove<Move> on_current_move_;
  Worker<R> worker_;
  Root<R> root_;
  Helpers<R> helpers_;
  AspirationWindow window_;
  std::size_t multipv_ = 1;
  bool finished_a_depth_ = false;
  std::vector<RootMove<R>> best_;        ///< the lines to answer with, as far as they are known, best first
  std::size_t new_lines_ = 0;            ///< how many of them, the first ones, were found with the present window
  bool has_news_ = false;                ///< they are not all reported
  SteadyClock::time_point begun_at_;     ///< this iteration
  SteadyClock::time_point reported_at_;  ///< or begun
  bool goes_on_ = false;                 ///< it was left, and has not come to the root's first move yet
  std::size_t announced_ = 0;            ///< the move of the root that on_current_move_ last had, by number; 0: none
  double instability_ = 0;
  Score previous_score_;
  std::optional<std::uint32_t> last_best_;
  std::optional<std::uint32_t> reported_best_;
};

}  // namespace crownd::search
