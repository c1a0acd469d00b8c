#pragma once

#include "search/search.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace crownd::testing {

/// Runs a search without tables on positions whose exact scores are known. Decided scores must be right, no
/// shorter than the truth, and with a complete PV. The hash table and histories are kept from search to search.
template <Rules R>
class Examination {
 public:
  using Position = typename R::Position;
  using Exact = std::function<std::optional<Score>(const Position&)>;

  Examination(Exact exact, std::size_t hash_bytes, int threads)
      : exact_(std::move(exact)), threads_(threads), table_(hash_bytes) {}

  /// Searches the position, then those along the search's own moves, then the position again, deeper.
  void examine(const Position& start, int depth) {
    constexpr int moves_to_follow = 3;
    History game;
    game.push(R::key(start), false);
    Position position = start;
    for (int i = 0; i < moves_to_follow && !R::result(position).over(); ++i) {
      const auto move = ask(position, game, depth - i % 2);
      const Position next = R::after(position, move);
      game.push(R::key(next), R::is_reversible(position, move));
      position = next;
    }
    if (R::result(start).over()) return;
    History again;
    again.push(R::key(start), false);
    (void)ask(start, again, depth + 1);
  }

  [[nodiscard]] std::size_t searches() const { return searches_; }
  /// How many lines had a win or a loss.
  [[nodiscard]] std::size_t decided() const { return decided_; }
  [[nodiscard]] const std::vector<std::string>& faults() const { return faults_; }

 private:
  using Move = typename R::Move;
  using Line = search::Line<Move>;

  Move ask(const Position& position, const History& game, int depth) {
    const auto moves = legal_moves<R>(position);
    const int lines = 1 + static_cast<int>(searches_ % 2);
    const search::RootPosition<R> root{position, game,    {moves.begin(), moves.end()}, lines, search::milliseconds(0),
                                       {},       threads_};
    search::Limits limits;
    limits.depth = depth;
    search::Control control;
    ++searches_;
    const search::OnLine<Move> on_line = [&](const Line& line) {
      if (const auto fault = fault_of(position, line)) faults_.push_back(describe(position, line, *fault));
    };
    return search::Search<R>(root, limits, table_, learned_, control, on_line).run().best;
  }

  /// The error in the line; empty if there is none.
  std::optional<std::string> fault_of(Position position, const Line& line) {
    if (!line.score.is_decided()) return {};
    ++decided_;
    if (line.bound != search::Bound::exact) return "a decided score is reported as a bound only";
    const int plies = line.score.plies_to_end();
    const auto after_move = exact_(R::after(position, line.pv.front())), here = exact_(position);
    if (!after_move || !here) return "the position is not among those that are known";
    if (line.score.is_win() ? !after_move->is_loss() : !after_move->is_win()) return "it is not decided so";
    if (plies < after_move->plies_to_end() + 1) return "it takes longer after that move: " + text_of(*after_move);
    if (line.multipv == 1 && plies < here->plies_to_end()) return "it takes longer: " + text_of(*here);
    if (static_cast<int>(line.pv.size()) != plies) return "the line is not as long as the score";
    for (const Move& move : line.pv) {
      const auto legal = legal_moves<R>(position);
      if (std::find(legal.begin(), legal.end(), move) == legal.end()) return "a move of the line is not legal";
      position = R::after(position, move);
    }
    if (!R::result(position).over()) return "the line does not end the game";
    return {};
  }

  static std::string text_of(Score score) { return std::to_string(score.plies_to_end()) + " plies"; }

  std::string describe(const Position& position, const Line& line, const std::string& fault) const {
    return R::format_position(position) + ", search " + std::to_string(searches_) + ", depth " +
           std::to_string(line.depth) + ", line " + std::to_string(line.multipv) + ", " +
           (line.score.is_win() ? "win" : "loss") + " in " + text_of(line.score) + ": " + fault;
  }

  Exact exact_;
  int threads_;
  search::TranspositionTable table_;
  search::Histories learned_;
  std::size_t searches_ = 0;
  std::size_t decided_ = 0;
  std::vector<std::string> faults_;
};

}  // namespace crownd::testing
