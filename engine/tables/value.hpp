#pragma once

#include "core/rules.hpp"
#include "core/types.hpp"

#include <functional>

namespace crownd::tables {

/// Endgame tables of any game know positions of at most this many pieces.
inline constexpr int max_table_pieces = 7;

/// The memory that tables may use: `take` reserves bytes, or refuses.
struct MemoryQuota {
  std::function<bool(std::size_t)> take;
  std::function<void(std::size_t)> release;
};

/// The value of a position in a table: 0 is a draw; otherwise the plies to the end of the game with best play,
/// including plies_added, plus one. An odd number of plies is a win for the side to move.
using Value = std::uint8_t;

/// Plies added to the length of each game in a table, so that the parity tells the winner: one if a side without moves
/// wins. A game with tables has only one kind of win.
template <class R>
inline constexpr int plies_added = loser_may_move_last<R> ? 1 : 0;

inline constexpr Value draw = 0;
inline constexpr int max_plies = 254;

/// In tables of one ending: an impossible position.
inline constexpr Value impossible = 255;

[[nodiscard]] constexpr Value value_of_plies(int plies) { return static_cast<Value>(plies + 1); }
/// The plies of a win or loss.
[[nodiscard]] constexpr int plies_of(Value value) { return value - 1; }

/// The score for the side to move; `added`: plies_added of the game.
[[nodiscard]] constexpr Score score_of(Value value, int added = 0) {
  if (value == draw) return Score::draw();
  const int plies = plies_of(value);
  return plies % 2 != 0 ? Score::win_in(plies - added) : Score::loss_in(plies - added);
}

/// A value without distance, for the side to move; none: an impossible position.
enum class Wdl : std::uint8_t { drawn, won, lost, none };
inline constexpr unsigned wdl_bits = 2;
inline constexpr unsigned wdl_per_byte = 4;

[[nodiscard]] constexpr Wdl wdl_of(Value value) {
  if (value == impossible) return Wdl::none;
  if (value == draw) return Wdl::drawn;
  return plies_of(value) % 2 != 0 ? Wdl::won : Wdl::lost;
}

/// The score of a win of unknown length: below any win of known length, above any evaluation.
inline constexpr Score known_win = Score::centipawns(28'000);

[[nodiscard]] constexpr bool is_of_unknown_length(Score score) { return score == known_win || score == -known_win; }

/// Blends a win of unknown length (`known`) with the score of the search, so that more material or a win of known
/// length scores higher.
[[nodiscard]] constexpr Score within(Score known, Score found) {
  if (known < Score::draw()) return -within(-known, -found);
  if (found >= known) return found;
  constexpr int share = 8, max = Score::max_centipawns - known_win.raw();
  const int progress = found.raw() / share;
  return known + (progress < 0 ? 0 : progress > max ? max : progress);
}

/// The score of a possible position, for the side to move.
[[nodiscard]] constexpr Score score_of(Wdl wdl) {
  return wdl == Wdl::won ? known_win : wdl == Wdl::lost ? -known_win : Score::draw();
}

}  // namespace crownd::tables
