#pragma once

#include "core/rules.hpp"
#include "tables/value.hpp"

#include <algorithm>
#include <optional>

namespace crownd::training {

/// Verifies tables by the rules alone. It shares only the rules and the index function with the solver.
///
/// If all positions of a table with distances, and of the tables after its moves, pass check(), they are proved: a win
/// has a move to a loss one ply nearer to the end, in a loss all moves lead to wins, and a draw has a move that does
/// not lose. A table without distances is only proved to be consistent.
template <Rules R>
class Verifier {
 public:
  using Position = typename R::Position;
  /// The score of a position, known_win or -known_win if its length is unknown; nothing if no table has the position.
  using Lookup = std::function<std::optional<Score>(const Position&)>;

  explicit Verifier(Lookup lookup) : lookup_(std::move(lookup)) {}

  /// The error of a position; nothing if its value follows from its successors, or from the rules if the game is over.
  [[nodiscard]] std::optional<std::string> check(const Position& position) const {
    const auto value = lookup_(position);
    if (const auto end = score_of_end(position)) {
      if (!value || *value == *end || *value == without_length(*end)) return {};
      return R::format_position(position) + ": the table says " + text_of(*value) + ", but the game is over";
    }
    if (!value) return R::format_position(position) + ": there is no value";
    Score best = Score::loss_in(0);
    bool has_lengths = true;
    for (const auto& move : legal_moves<R>(position)) {
      const auto after = score_after(position, move);
      if (!after) return R::format_position(position) + ": no value after " + R::format_move(position, move);
      has_lengths = has_lengths && !tables::is_of_unknown_length(*after);
      best = std::max(best, *after);
    }
    if (tables::is_of_unknown_length(*value)) best = without_length(best);
    if (*value == best && (has_lengths || !value->is_decided())) return {};
    return R::format_position(position) + ": the table says " + text_of(*value) + ", by its moves " + text_of(best);
  }

  /// Plays a win to the end; the defence plays move number `choose(count)`, below count. Returns the error, if any.
  template <class Choose>
  [[nodiscard]] std::optional<std::string> play_out(const Position& start, Choose choose) const {
    Position position = start;
    const auto value = lookup_(start);
    if (!value || !value->is_win() || score_of_end(start)) return {};
    for (int left = value->plies_to_end(); left > 0; --left) {
      const auto moves = legal_moves<R>(position);
      const bool winner = (value->plies_to_end() - left) % 2 == 0;
      auto chosen = moves.begin();
      if (winner)
        chosen = std::find_if(moves.begin(), moves.end(),
                              [&](const auto& move) { return score_after(position, move) == Score::win_in(left); });
      else if (!moves.empty())
        chosen += static_cast<std::ptrdiff_t>(choose(moves.size()));
      if (chosen == moves.end())
        return R::format_position(start) + ": no move wins in time in " + R::format_position(position);
      position = R::after(position, *chosen);
      const Result result = R::result(position);
      if (result.over()) {
        if (result.outcome == Outcome::win && result.winner == R::side_to_move(start)) return {};
        return R::format_position(start) + ": ends without a win";
      }
      if (winner) continue;
      const auto now = lookup_(position);  // the defence may not have been the longest
      if (!now || !now->is_win() || now->plies_to_end() >= left)
        return R::format_position(start) + ": the win is gone in " + R::format_position(position);
      left = now->plies_to_end() + 1;
    }
    return R::format_position(start) + ": takes longer than the table says";
  }

 private:
  using Move = typename R::Move;

  /// Nothing for an ongoing game.
  static std::optional<Score> score_of_end(const Position& position) {
    const Result result = R::result(position);
    return result.over() ? std::optional(final_score(result, R::side_to_move(position))) : std::nullopt;
  }

  /// The score of a move, for the side that makes it.
  [[nodiscard]] std::optional<Score> score_after(const Position& position, const Move& move) const {
    const Position next = R::after(position, move);
    auto score = score_of_end(next);
    if (!score) score = lookup_(next);
    if (score) score = (-*score).at_parent();
    return score;
  }

  static Score without_length(Score score) {
    return score.is_win() ? tables::known_win : score.is_loss() ? -tables::known_win : score;
  }

  static std::string text_of(Score score) {
    if (score == Score::draw()) return "draw";
    const std::string outcome = score > Score::draw() ? "win" : "loss";
    return score.is_decided() ? outcome + " in " + std::to_string(score.plies_to_end()) : outcome;
  }

  Lookup lookup_;
};

}  // namespace crownd::training
