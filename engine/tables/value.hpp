#pragma once

#include "core/rules.hpp"
#include "core/score.hpp"

#include <cstdint>

namespace crownd::tables {

/// The value of a position in a table: 0 is a draw, or an impossible position; else one more than the plies to the end
/// of the game with best play, with plies_added. The number of plies says who wins: the side to move, if it is odd.
using Value = std::uint8_t;

/// The plies that a table adds to the length of each game, so that their number says who wins: one where a side without
/// moves has won. A game with tables has one kind of win only.
template <class R>
inline constexpr int plies_added = loser_may_move_last<R> ? 1 : 0;

inline constexpr Value draw = 0;
inline constexpr int most_plies = 254;

/// In tables of one ending: an impossible position.
inline constexpr Value impossible = 255;

[[nodiscard]] constexpr Value value_of_plies(int plies) { return static_cast<Value>(plies + 1); }
/// The plies of a win or loss.
[[nodiscard]] constexpr int plies_of(Value value) { return value - 1; }

/// For the side to move; `added`: plies_added of the game.
[[nodiscard]] constexpr Score score_of(Value value, int added = 0) {
  if (value == draw) return Score::draw();
  const int plies = plies_of(value);
  return plies % 2 != 0 ? Score::win_in(plies - added) : Score::loss_in(plies - added);
}

/// What a table without distances says of a position, for the side to move; unreal: an impossible position.
enum class Verdict : std::uint8_t { drawn, won, lost, unreal };
inline constexpr unsigned verdict_bits = 2;
inline constexpr unsigned verdicts_a_byte = 4;

[[nodiscard]] constexpr Verdict verdict_of(Value value) {
  if (value == impossible) return Verdict::unreal;
  if (value == draw) return Verdict::drawn;
  return plies_of(value) % 2 != 0 ? Verdict::won : Verdict::lost;
}

/// The score of a win of unknown length: below any win of known length, above any evaluation.
inline constexpr Score known_win = Score::centipawns(28'000);

[[nodiscard]] constexpr bool is_of_unknown_length(Score score) { return score == known_win || score == -known_win; }

/// Blends a win of unknown length (`known`) with the score that the search found, so that moves that make progress
/// score higher: more material, or a win whose length was found.
[[nodiscard]] constexpr Score within(Score known, Score found) {
  if (known < Score::draw()) return -within(-known, -found);
  if (found >= known) return found;
  constexpr int share = 8, most = Score::max_centipawns - known_win.raw();
  const int progress = found.raw() / share;
  return known + (progress < 0 ? 0 : progress > most ? most : progress);
}

/// For the side to move; of a possible position.
[[nodiscard]] constexpr Score score_of(Verdict verdict) {
  return verdict == Verdict::won ? known_win : verdict == Verdict::lost ? -known_win : Score::draw();
}

}  // namespace crownd::tables
