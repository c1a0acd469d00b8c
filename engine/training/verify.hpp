#pragma once

#include "core/rules.hpp"

#include <algorithm>
#include <functional>
#include <optional>

namespace crownd::training {

/// The value of a position in a table, for the side to move.
struct TableResult {
  enum class Outcome : std::int8_t { lost = -1, drawn = 0, won = 1 };
  static constexpr int unknown = -1;
  Outcome outcome = Outcome::drawn;
  int plies = unknown;  ///< to the end of the game, if the table has distances and the position is no draw

  [[nodiscard]] bool has_length() const { return plies != unknown; }

  friend bool operator==(const TableResult&, const TableResult&) = default;
};

/// Verifies tables by the rules alone. It shares only the rules and the index function with the solver.
///
/// If all positions of a table with distances, and of the tables after its moves, pass check(), they are proved: a win
/// has a move to a loss one ply nearer to the end, in a loss all moves lead to wins, and a draw has a move that does
/// not lose. A table without distances is only proved to be consistent.
template <Rules R>
class Verifier {
 public:
  using Position = typename R::Position;
  /// Nothing if there is no table with the position.
  using Lookup = std::function<std::optional<TableResult>(const Position&)>;

  explicit Verifier(Lookup lookup) : lookup_(std::move(lookup)) {}

  /// The error of a position; nothing if its value follows from its successors, or from the rules if the game is over.
  [[nodiscard]] std::optional<std::string> check(const Position& position) const {
    const auto value = lookup_(position);
    if (const auto end = of_end(position)) {
      if (!value || *value == *end || (!value->has_length() && value->outcome == end->outcome)) return {};
      return R::format_position(position) + ": the table says " + text_of(*value) + ", but the game is over";
    }
    if (!value) return R::format_position(position) + ": there is no value";
    TableResult best{TableResult::Outcome::lost, 0};
    bool complete = true;
    for (const auto& move : legal_moves<R>(position)) {
      const auto after = value_after(position, move);
      if (!after) return R::format_position(position) + ": no value after " + R::format_move(position, move);
      complete = complete && (after->outcome == TableResult::Outcome::drawn || after->has_length());
      best = better(best, *after);
    }
    if (best.outcome == TableResult::Outcome::drawn || !value->has_length()) best.plies = TableResult::unknown;
    if (value->outcome == best.outcome && value->plies == best.plies && (complete || !value->has_length())) return {};
    return R::format_position(position) + ": the table says " + text_of(*value) + ", by its moves " + text_of(best);
  }

  /// Plays a win to the end; the defence plays move number `choose(count)`, below count. Returns the error, if any.
  template <class Choose>
  [[nodiscard]] std::optional<std::string> play_out(const Position& start, Choose choose) const {
    Position position = start;
    const auto value = lookup_(start);
    if (!value || value->outcome != TableResult::Outcome::won || !value->has_length() || of_end(start)) return {};
    for (int left = value->plies; left > 0; --left) {
      const auto moves = legal_moves<R>(position);
      const bool winner = (value->plies - left) % 2 == 0;
      auto chosen = moves.begin();
      if (winner)
        chosen = std::find_if(moves.begin(), moves.end(),
                              [&](const auto& move) { return is_lost_in(position, move, left - 1); });
      else if (!moves.empty())
        chosen += static_cast<std::ptrdiff_t>(choose(moves.size()));
      if (chosen == moves.end())
        return R::format_position(start) + ": no move wins in time in " + R::format_position(position);
      position = R::after(position, *chosen);
      const Result result = R::result(position);
      if (result.over()) {
        if (result.outcome == crownd::Outcome::win && result.winner == R::side_to_move(start)) return {};
        return R::format_position(start) + ": ends without a win";
      }
      if (winner) continue;
      const auto now = lookup_(position);  // the defence may not have been the longest
      if (!now || now->outcome != TableResult::Outcome::won || !now->has_length() || now->plies >= left)
        return R::format_position(start) + ": the win is gone in " + R::format_position(position);
      left = now->plies + 1;
    }
    return R::format_position(start) + ": takes longer than the table says";
  }

 private:
  using Move = typename R::Move;

  /// For the side to move; nothing for an ongoing game.
  static std::optional<TableResult> of_end(const Position& position) {
    const Result result = R::result(position);
    if (!result.over()) return {};
    if (result.outcome == crownd::Outcome::draw) return TableResult{};
    return result.winner == R::side_to_move(position) ? TableResult{TableResult::Outcome::won, 0}
                                                      : TableResult{TableResult::Outcome::lost, 0};
  }

  /// The value of a move, for the side that makes it.
  [[nodiscard]] std::optional<TableResult> value_after(const Position& position, const Move& move) const {
    const Position next = R::after(position, move);
    auto value = of_end(next);
    if (!value) value = lookup_(next);
    if (!value) return {};
    value->outcome = static_cast<TableResult::Outcome>(-static_cast<int>(value->outcome));
    if (value->has_length()) ++value->plies;
    return value;
  }

  [[nodiscard]] bool is_lost_in(const Position& position, const Move& move, int plies) const {
    const auto after = value_after(position, move);
    return after && after->outcome == TableResult::Outcome::won && after->plies == plies + 1;
  }

  /// Prefers the shorter win, the longer loss.
  static TableResult better(const TableResult& a, const TableResult& b) {
    if (a.outcome != b.outcome) return a.outcome > b.outcome ? a : b;
    if (a.outcome == TableResult::Outcome::won) return a.plies <= b.plies ? a : b;
    return a.plies >= b.plies ? a : b;
  }

  static std::string text_of(const TableResult& value) {
    const std::string outcome = value.outcome == TableResult::Outcome::won     ? "win"
                                : value.outcome == TableResult::Outcome::drawn ? "draw"
                                                                               : "loss";
    return value.has_length() ? outcome + " in " + std::to_string(value.plies) : outcome;
  }

  Lookup lookup_;
};

}  // namespace crownd::training
