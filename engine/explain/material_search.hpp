#pragma once

#include "core/board.hpp"
#include "core/rules.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace crownd::explain {

/// Minimax of material: all moves to a fixed depth, then captures until the position is quiet. Unlike the search of a
/// game it prunes nothing, so its result at a depth holds against every defence of that depth.
template <Rules R>
requires HasBoard<R>
class MaterialSearch {
 public:
  using Position = typename R::Position;
  using Move = typename R::Move;

  struct Line {
    int balance = 0;  ///< material of the side to move minus that of its opponent, in centipawns
    std::vector<Move> moves;
  };

  /// `values`: the value of each row of description(p).pieces in centipawns. `keep_going` is called every 256 nodes.
  MaterialSearch(std::vector<int> values, std::vector<Side> sides, std::uint64_t max_nodes,
                 std::function<bool()> keep_going)
      : values_(std::move(values)),
        sides_(std::move(sides)),
        max_nodes_(max_nodes),
        keep_going_(std::move(keep_going)) {}

  /// None if the nodes are used up.
  [[nodiscard]] std::optional<Line> search(const Position& position, int depth) {
    Line line;
    line.balance = search(position, depth, -infinite, infinite, 0, line.moves);
    if (out_of_nodes_) return std::nullopt;
    return line;
  }

  [[nodiscard]] int balance(const Position& position) const {
    const auto counts = piece_counts(position);
    int first = 0;
    for (std::size_t i = 0; i < values_.size(); ++i)
      first += (sides_[i] == Side::first ? 1 : -1) * static_cast<int>(counts[i]) * values_[i];
    return R::side_to_move(position) == Side::first ? first : -first;
  }

 private:
  /// Score of a lost game, beyond any material.
  static constexpr int lost = -100'000;
  static constexpr int infinite = 1'000'000;
  /// Captures below the last ply of the search; longer exchanges are cut off.
  static constexpr int max_quiescence_plies = 16;
  static constexpr int max_plies = 32;
  static constexpr std::size_t table_entries = std::size_t{1} << 16;

  enum class Bound : std::uint8_t { none, lower, upper, exact };

  struct Entry {
    std::uint64_t key = 0;
    std::int32_t value = 0;
    std::uint32_t move_id = 0;
    std::int8_t depth = 0;
    Bound bound = Bound::none;
  };

  /// Principal variation search. Entries of the table end only searches with a zero window, so lines are complete.
  int search(const Position& position, int depth, int alpha, int beta, int ply, std::vector<Move>& line) {
    line.clear();
    ++nodes_;
    if (nodes_ >= max_nodes_ || (++since_poll_ % 256 == 0 && !keep_going_())) out_of_nodes_ = true;
    if (out_of_nodes_) return 0;
    if (depth <= 0) return quiesce(position, depth, alpha, beta, ply, line);

    const std::uint64_t key = R::key(position);
    Entry& entry = table_[key % table_.size()];
    const bool known = entry.key == key && entry.bound != Bound::none;
    if (known && entry.depth == depth && beta == alpha + 1 &&
        (entry.bound == Bound::exact || (entry.bound == Bound::lower ? entry.value >= beta : entry.value <= alpha)))
      return entry.value;
    MovesOf<R> moves;
    R::legal_moves(position, moves);
    if (moves.empty()) return value_of_end(position, ply);
    order(position, moves, known ? entry.move_id : 0, ply);
    Entry found{key, 0, 0, static_cast<std::int8_t>(depth), Bound::upper};
    const int best = search_moves(position, moves, -infinite, depth, alpha, beta, ply, line, found);
    if (out_of_nodes_) return 0;
    found.value = best;
    entry = found;
    return best;
  }

  /// Captures until the position is quiet; the side to move may stand pat unless a capture is mandatory or it is in
  /// check.
  int quiesce(const Position& position, int depth, int alpha, int beta, int ply, std::vector<Move>& line) {
    MovesOf<R> moves;
    bool may_stand_pat = true;
    if constexpr (HasNoisyMoves<R>) R::noisy_moves(position, moves);
    if (depth <= -max_quiescence_plies) moves.clear();
    if (moves.empty() && !has_moves<R>(position)) return value_of_end(position, ply);
    if constexpr (HasNoisyMoves<R>) may_stand_pat = moves.empty() || !R::must_capture;
    if constexpr (requires { R::in_check(position); })
      if (depth == 0 && R::in_check(position)) {
        moves.clear();
        R::legal_moves(position, moves);
        may_stand_pat = false;
      }
    int best = -infinite;
    if (may_stand_pat) {
      best = balance(position);
      if (best >= beta || moves.empty()) return best;
    }
    order(position, moves, 0, ply);
    Entry unused;
    return search_moves(position, moves, best, depth, std::max(alpha, best), beta, ply, line, unused);
  }

  /// `best`: the value without these moves. Sets the bound and the move of the entry.
  int search_moves(const Position& position, const MovesOf<R>& moves, int best, int depth, int alpha, int beta, int ply,
                   std::vector<Move>& line, Entry& entry) {
    std::vector<Move> below;
    bool is_first = true;
    for (const Move& move : moves) {
      const Position next = R::after(position, move);
      int score = alpha + 1;
      if (!is_first) score = -search(next, depth - 1, -alpha - 1, -alpha, ply + 1, below);
      if (is_first || (score > alpha && score < beta)) score = -search(next, depth - 1, -beta, -alpha, ply + 1, below);
      is_first = false;
      if (out_of_nodes_) return 0;
      if (score <= best) continue;
      best = score;
      entry.move_id = R::move_id(move);
      if (score <= alpha) continue;
      alpha = score;
      entry.bound = score >= beta ? Bound::lower : Bound::exact;
      line.assign(1, move);
      line.insert(line.end(), below.begin(), below.end());
      if (score < beta) continue;
      if (ply < max_plies) killers_[static_cast<std::size_t>(ply)] = R::move_id(move);
      break;
    }
    return best;
  }

  /// The move of the table first, then captures with the highest gain, then the last move that refuted another line at
  /// this ply.
  void order(const Position& position, MovesOf<R>& moves, std::uint32_t first, int ply) {
    const std::uint32_t killer = ply < max_plies ? killers_[static_cast<std::size_t>(ply)] : 0;
    ordered_.clear();
    for (const Move& move : moves) {
      int worth = R::move_id(move) == killer ? 1 : 0;
      if constexpr (HasOrderHint<R>)
        if (const int gain = R::order_hint(position, move); gain != 0) worth = gain;
      if (first != 0 && R::move_id(move) == first) worth = infinite;
      ordered_.emplace_back(worth, move);
    }
    std::stable_sort(ordered_.begin(), ordered_.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    std::transform(ordered_.begin(), ordered_.end(), moves.begin(), [](const auto& each) { return each.second; });
  }

  /// The number of pieces of each row of description(p).pieces, in that order.
  [[nodiscard]] static auto piece_counts(const Position& position) {
    if constexpr (requires { R::piece_counts(position); }) {
      return R::piece_counts(position);
    } else {
      const auto pieces = R::description(position).pieces;
      std::vector<int> counts(pieces.size());
      for (const auto& row : R::board(position).cells)
        for (const BoardCell& cell : row)
          for (std::size_t i = 0; i < pieces.size(); ++i) counts[i] += cell.piece == pieces[i].letter ? 1 : 0;
      return counts;
    }
  }

  /// A quick loss is worse than a slow one. A draw keeps its material, so that it is not taken for a loss of pieces.
  [[nodiscard]] int value_of_end(const Position& position, int ply) const {
    const Result result = R::result(position);
    if (result.outcome != Outcome::win) return balance(position);
    return result.winner == R::side_to_move(position) ? -lost - ply : lost + ply;
  }

  std::vector<int> values_;
  std::vector<Side> sides_;
  std::uint64_t max_nodes_;
  std::function<bool()> keep_going_;
  std::uint64_t nodes_ = 0;
  std::uint64_t since_poll_ = 0;
  bool out_of_nodes_ = false;
  std::array<std::uint32_t, max_plies> killers_{};
  std::vector<std::pair<int, Move>> ordered_;
  std::vector<Entry> table_ = std::vector<Entry>(table_entries);
};

}  // namespace crownd::explain
