#pragma once

#include "core/rules.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace crownd::tables {

/// The value that a table has for a position, for the side to move.
struct Told {
  enum class Outcome : std::int8_t { lost = -1, drawn = 0, won = 1 };
  static constexpr int unknown = -1;
  Outcome outcome = Outcome::drawn;
  int plies = unknown;  ///< to the end of the game, if the table has distances and the position is no draw

  [[nodiscard]] bool has_length() const { return plies != unknown; }

  friend bool operator==(const Told&, const Told&) = default;
};

/// Verifies tables against the rules alone. It shares no code with the generator but the rules and the index function.
///
/// If all positions of a table with distances, and of those that its moves lead to, pass check(), all are proved: a
/// win has a move to a loss that is one ply nearer to the end, in a loss all moves lead to wins, and in a draw there is
/// a move that does not lose. Of a table without distances it proves only that it is consistent.
template <Rules R>
class Verifier {
 public:
  using Position = typename R::Position;
  /// Nothing if there is no table with the position.
  using Lookup = std::function<std::optional<Told>(const Position&)>;

  explicit Verifier(Lookup lookup) : lookup_(std::move(lookup)) {}

  /// What is wrong with a position; nothing if its value follows from those of its successors, or from the rules
  /// if the game is over.
  [[nodiscard]] std::optional<std::string> check(const Position& position) const {
    const auto told = lookup_(position);
    if (const auto end = of_end(position)) {
      if (!told || *told == *end || (!told->has_length() && told->outcome == end->outcome)) return {};
      return R::format_position(position) + ": told " + text_of(*told) + ", but the game is over";
    }
    if (!told) return R::format_position(position) + ": there is no value";
    Told best{Told::Outcome::lost, 0};
    bool complete = true;
    for (const auto& move : legal_moves<R>(position)) {
      const auto after = value_after(position, move);
      if (!after) return R::format_position(position) + ": no value after " + R::format_move(position, move);
      complete = complete && (after->outcome == Told::Outcome::drawn || after->has_length());
      best = better(best, *after);
    }
    if (best.outcome == Told::Outcome::drawn || !told->has_length()) best.plies = Told::unknown;
    if (told->outcome == best.outcome && told->plies == best.plies && (complete || !told->has_length())) return {};
    return R::format_position(position) + ": told " + text_of(*told) + ", by its moves " + text_of(best);
  }

  /// Plays a win to the end, the defence choosing by `choose(count)`, a number below count. What is wrong, if anything.
  template <class Choose>
  [[nodiscard]] std::optional<std::string> play_out(const Position& start, Choose choose) const {
    Position position = start;
    const auto told = lookup_(start);
    if (!told || told->outcome != Told::Outcome::won || !told->has_length()) return {};
    for (int left = told->plies; left > 0; --left) {
      const auto moves = legal_moves<R>(position);
      const bool winner = (told->plies - left) % 2 == 0;
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
      if (!now || now->outcome != Told::Outcome::won || !now->has_length() || now->plies >= left)
        return R::format_position(start) + ": the win is gone in " + R::format_position(position);
      left = now->plies + 1;
    }
    return R::format_position(start) + ": takes longer than is told";
  }

 private:
  using Move = typename R::Move;

  /// For the side to move; nothing where the game goes on.
  static std::optional<Told> of_end(const Position& position) {
    const Result result = R::result(position);
    if (!result.over()) return {};
    if (result.outcome == crownd::Outcome::draw) return Told{};
    return result.winner == R::side_to_move(position) ? Told{Told::Outcome::won, 0} : Told{Told::Outcome::lost, 0};
  }

  /// The value of a move, for the side that makes it.
  [[nodiscard]] std::optional<Told> value_after(const Position& position, const Move& move) const {
    const Position next = R::after(position, move);
    auto told = of_end(next);
    if (!told) told = lookup_(next);
    if (!told) return {};
    told->outcome = static_cast<Told::Outcome>(-static_cast<int>(told->outcome));
    if (told->has_length()) ++told->plies;
    return told;
  }

  [[nodiscard]] bool is_lost_in(const Position& position, const Move& move, int plies) const {
    const auto after = value_after(position, move);
    return after && after->outcome == Told::Outcome::won && after->plies == plies + 1;
  }

  /// Prefers the shorter win, the longer loss.
  static Told better(const Told& a, const Told& b) {
    if (a.outcome != b.outcome) return a.outcome > b.outcome ? a : b;
    if (a.outcome == Told::Outcome::won) return a.plies <= b.plies ? a : b;
    return a.plies >= b.plies ? a : b;
  }

  static std::string text_of(const Told& told) {
    const std::string outcome = told.outcome == Told::Outcome::won     ? "win"
                                : told.outcome == Told::Outcome::drawn ? "draw"
                                                                       : "loss";
    return told.has_length() ? outcome + " in " + std::to_string(told.plies) : outcome;
  }

  Lookup lookup_;
};

}  // namespace crownd::tables
