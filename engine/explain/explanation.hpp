#pragma once

#include "core/history.hpp"
#include "explain/facts.hpp"
#include "search/control.hpp"
#include "tables/value.hpp"

namespace crownd::explain {

/// A bad move, or the best one, with the facts that explain it.
template <class Move>
struct Explanation {
  Move best;
  int loss = 0;  ///< of winning chance, in permille
  std::vector<Fact<Move>> facts;
};

/// The searches of an explanation.
template <Rules R>
struct Searches {
  using Move = typename R::Move;
  using Position = typename R::Position;

  /// Searches the moves at full strength and returns the last line.
  std::function<search::Line<Move>(const Position&, const History&, const std::vector<Move>&, const search::Limits&)>
      search;
  /// The value that the rules, the solution of the game or endgame tables give.
  std::function<std::optional<Score>(const Position&)> exact_score;
  /// False ends all searches.
  std::function<bool()> keep_going;
};

/// Explains a legal move, as PROTOCOL.md describes `why`; nothing if the searches were stopped.
template <Rules R>
requires HasBoard<R>
class Explainer {
 public:
  using Move = typename R::Move;
  using Position = typename R::Position;

  /// `nodes`: of the search of the position. Facts about a bad move are for moves that lose at least `least_loss`
  /// permille of winning chance. `fifty_move_plies`: of search::RootPosition.
  Explainer(const Position& position, const History& history, std::uint64_t nodes, int least_loss, int fifty_move_plies,
            Searches<R> searches)
      : position_(position),
        history_(history),
        nodes_(std::min(nodes, max_nodes)),
        least_loss_(least_loss),
        fifty_move_plies_(fifty_move_plies),
        searches_(std::move(searches)) {}

  [[nodiscard]] std::optional<Explanation<Move>> explain(const Move& move) const {
    const auto legal = legal_moves<R>(position_);
    search::Limits limits;
    limits.nodes = nodes_;
    const auto best = searches_.search(position_, history_, {legal.begin(), legal.end()}, limits);
    auto chosen = best;
    if (best.pv.front() != move) {
      limits.nodes = max_effort_for_depth * nodes_;
      limits.depth = std::max(best.depth, 1);
      chosen = searches_.search(position_, history_, {move}, limits);
    }
    if (!searches_.keep_going()) return std::nullopt;

    Explanation<Move> explanation{best.pv.front(), std::max(0, chance(best.score) - chance(chosen.score)), {}};
    if (auto fact = table_fact(move, explanation.loss)) explanation.facts.push_back(std::move(*fact));
    const Comparison<R> comparison{position_, searched(chosen), searched(best), explanation.loss >= least_loss_,
                                   ends_by_fifty_move_rule(move)};
    const auto best_play = [&](const Position& position, std::uint64_t part) {
      const auto moves = legal_moves<R>(position);
      History history;
      history.begin(R::key(position), 0);
      search::Limits limits_of_part;
      limits_of_part.nodes = part;
      return searched(searches_.search(position, history, {moves.begin(), moves.end()}, limits_of_part));
    };
    for (auto& fact : FactFinder<R>(comparison, nodes_, best_play, searches_.keep_going).find())
      explanation.facts.push_back(std::move(fact));
    if (!searches_.keep_going()) return std::nullopt;
    return explanation;
  }

 private:
  /// A bad move may need more nodes than the position to reach its depth; the search ends at this many times as many.
  static constexpr std::uint64_t max_effort_for_depth = 4;
  /// More than any search reaches; multiples of it do not overflow.
  static constexpr std::uint64_t max_nodes = std::uint64_t{1} << 56;

  [[nodiscard]] static int chance(Score score) {
    const search::WinDrawLoss wdl = search::chances(score);
    return (2 * wdl.win + wdl.draw + 1) / 2;
  }

  [[nodiscard]] static SearchedMove<Move> searched(const search::Line<Move>& line) {
    return {line.pv, line.score, chance(line.score)};
  }

  [[nodiscard]] bool ends_by_fifty_move_rule(const Move& move) const {
    return fifty_move_plies_ > 0 && R::is_reversible(position_, move) &&
           history_.reversible_plies() + 1 >= fifty_move_plies_ && !R::result(R::after(position_, move)).over();
  }

  /// A change of the result that the tables know: `before` and `after` are win, draw or loss for the side that moves,
  /// with the plies to the end where they are known.
  [[nodiscard]] std::optional<Fact<Move>> table_fact(const Move& move, int loss) const {
    const bool is_drawn = ends_by_fifty_move_rule(move);
    // The rule may draw the position before the move, too.
    if (is_drawn && loss == 0) return std::nullopt;
    const auto before = searches_.exact_score(position_);
    auto after = searches_.exact_score(R::after(position_, move));
    if (!before || !after) return std::nullopt;
    after = is_drawn ? Score::draw() : (-*after).at_parent();
    const auto is_win = [](Score score) { return score.is_win() || score == tables::known_win; };
    const auto word = [&](Score score) { return is_win(score) ? "win" : is_win(-score) ? "loss" : "draw"; };
    if (word(*before) == std::string_view(word(*after))) return std::nullopt;
    Fact<Move> fact{"table", {}, {move}};
    const auto add = [&](std::string_view key, std::string_view key_of_plies, Score score) {
      fact.fields.emplace_back(key, word(score));
      if (score.is_decided()) fact.fields.emplace_back(key_of_plies, std::to_string(score.plies_to_end()));
    };
    add("before", "before-plies", *before);
    add("after", "after-plies", *after);
    return fact;
  }

  const Position& position_;
  const History& history_;
  const std::uint64_t nodes_;
  const int least_loss_;
  const int fifty_move_plies_;
  const Searches<R> searches_;
};

}  // namespace crownd::explain
