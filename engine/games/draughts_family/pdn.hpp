#pragma once

#include "games/draughts_family/board.hpp"
#include "play/abilities.hpp"

#include <string>
#include <string_view>

namespace crownd::draughts_family {

/// What a PDN FEN tag says (Portable Draughts Notation 3.0), by PDN's own square numbers: bit n - 1 of a set is square
/// n. Which square a number names, and which side a colour is, depends on the game: see `remapped`.
struct PdnPosition {
  bool white_to_move = false;
  Bits white_men = 0;
  Bits white_kings = 0;
  Bits black_men = 0;
  Bits black_kings = 0;
  Counters counters{};

  friend bool operator==(const PdnPosition&, const PdnPosition&) = default;
};

/// Whether the text is meant as a PDN FEN: W or B, then a colon.
[[nodiscard]] bool looks_like_pdn(std::string_view text);

/// Reads `B:W21-32:B1-12` and `W:WK4,23,K27-29:B1,7:H0:F1.`: ranges, K for kings, the colours in either order, counters
/// of plies and moves behind them, either case, spaces anywhere, a full stop at the end. Throws bad_position for
/// anything else and for a square named twice.
[[nodiscard]] PdnPosition parse_pdn(std::string_view text);

/// The canonical form: White first, squares ascending, no ranges, no spaces.
[[nodiscard]] std::string format_pdn(const PdnPosition& position);

/// Throws bad_position for a man that stands on its last row: of "white" or "black", on the square of that number.
[[noreturn]] void refuse_uncrowned_man(std::string_view colour, int number);

/// Maps the set square by square: `translate(i)` is the new bit number (0..31) of bit i. From PDN to a board,
/// i is the square number less 1.
template <class Translate>
[[nodiscard]] constexpr Bits remapped(Bits set, Translate translate) {
  Bits result = 0;
  for (; set != 0; set &= set - 1) result |= bit(static_cast<Square>(translate(lowest(set))));
  return result;
}

}  // namespace crownd::draughts_family
